import type { DestinationStream } from 'pino';
import { InternalTokens } from '../core/actor.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { type Env, readConfig } from '../core/config.ts';
import type { Context } from '../core/context.ts';
import { idMaker } from '../core/ids.ts';
import { Metrics } from '../core/metrics.ts';
import { type TimeLimits, timeLimitsOf } from '../core/time-limits.ts';
import { closeServer, type Listening, listen } from '../http/listen.ts';
import { createLog } from '../trace/log.ts';
import { openTracing } from '../trace/trace.ts';
import { Dependencies, healthApp } from './health-server.ts';
import type { ProcessConfig } from './process-settings.ts';
import type { Service, ServiceParts } from './service.ts';

const flushWithinMs = 1_000;

/** What a test or the one-process start may replace. */
export interface Overrides {
  clock?: Clock;
  logTo?: DestinationStream;
  /** In place of those that the settings make. */
  timeLimits?: Partial<TimeLimits>;
}

export interface RunningService {
  name: string;
  httpUrl: string;
  /** host:port */
  grpcAddress: string;
  opsUrl: string;
  commands: ServiceParts['commands'];
  metrics: Metrics;
  /** Drains and closes; safe to call twice. */
  stop(): Promise<void>;
}

/** Starts a service from an environment. Nothing else of the process is read, so that several can share one. */
export async function start(service: Service, env: Env, overrides: Overrides = {}): Promise<RunningService> {
  const { process, open } = readConfig(env, (reader) => service.configure(reader));
  const log = createLog(service.name, process.logLevel, overrides.logTo);
  const tracing = await openTracing(service.name, process.traces, log);
  const { clock = systemClock } = overrides;
  const usualLimits = timeLimitsOf({ callMs: process.callMs, factor: process.timeLimitsFactor });
  const timeLimits = { ...usualLimits, ...overrides.timeLimits };
  const host = new Host(service.name, process, { log, tracing, clock, timeLimits });
  try {
    return await host.start(open);
  } catch (error) {
    await host.stop();
    throw error;
  }
}

type Equipment = Pick<Context, 'log' | 'tracing' | 'clock' | 'timeLimits'>;

/** The life of one service: its context, its three listeners, its orderly end. */
class Host {
  readonly #ctx: Context;
  readonly #process: ProcessConfig;
  readonly #closers: { what: string; close: () => Promise<void> | void }[] = [];
  readonly #dependencies: Dependencies;
  readonly #stopping = new AbortController();
  #ready = false;
  #stopped: Promise<void> | undefined;

  constructor(name: string, process: ProcessConfig, { log, tracing, clock, timeLimits }: Equipment) {
    this.#process = process;
    this.#dependencies = new Dependencies(timeLimits.healthMs);
    this.#ctx = {
      name,
      clock,
      log,
      tracing,
      metrics: new Metrics(name),
      tokens: new InternalTokens(process.internalTokenSecret),
      checkAnswers: process.checkAnswers,
      timeLimits,
      stopping: this.#stopping.signal,
      newId: idMaker(clock),
      onStop: (what, close) => this.#closers.push({ what, close }),
      readyWhen: (what, check) => this.#dependencies.add({ what, check, required: true }),
      watch: (what, check) => this.#dependencies.add({ what, check, required: false }),
    };
    if (tracing) this.#ctx.onStop('traces', () => tracing.stop());
    this.#dependencies.show(this.#ctx.metrics);
    this.#ctx.metrics.info('tribus_build_info', 'What runs', { version: process.version });
  }

  async start(open: (ctx: Context) => Promise<ServiceParts>): Promise<RunningService> {
    const { host, httpPort, shareHttpPort, grpcPort, opsPort } = this.#process;
    const drainMs = this.#process.drainSeconds * 1000;
    const ctx = this.#ctx;
    const ops = await listen(
      healthApp(ctx.metrics, async () => (this.#ready ? this.#dependencies.unavailable() : [ctx.name])),
      { host, port: opsPort, log: ctx.log },
    );
    ctx.onStop('ops', () => closeServer(ops.server, 0));

    const parts = await open(ctx);
    let http: Listening | undefined;
    ctx.onStop('requests at work', async () => {
      await Promise.all([http && closeServer(http.server, drainMs), parts.rpc?.close(drainMs)]);
    });
    const grpcAddress = parts.rpc ? await parts.rpc.listen(host, grpcPort) : '';
    http = await listen(parts.http, { host, port: httpPort, sharePort: shareHttpPort, log: ctx.log });

    this.#ready = true;
    ctx.log.info({ http: http.url, grpc: grpcAddress, ops: ops.url }, 'started');
    return {
      name: ctx.name,
      httpUrl: http.url,
      grpcAddress,
      opsUrl: ops.url,
      commands: parts.commands,
      metrics: ctx.metrics,
      stop: () => this.stop(),
    };
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#close();
    return this.#stopped;
  }

  async #close(): Promise<void> {
    this.#ready = false;
    this.#stopping.abort();
    for (const { what, close } of this.#closers.reverse()) {
      try {
        await close();
      } catch (error) {
        this.#ctx.log.error({ err: error, what }, 'closing failed');
      }
    }
    this.#ctx.log.info('stopped');
    await this.#flushLog();
  }

  /** The process may end right after. A log that nobody takes is not waited for. */
  async #flushLog(): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      late = setTimeout(resolve, flushWithinMs);
      this.#ctx.log.flush(() => resolve());
    });
    clearTimeout(late);
  }
}
