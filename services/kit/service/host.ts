import type { DestinationStream, Logger } from 'pino';
import { InternalTokens } from '../core/actor.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { type Env, readConfig } from '../core/config.ts';
import type { Context } from '../core/context.ts';
import { idMaker } from '../core/ids.ts';
import { Metrics } from '../core/metrics.ts';
import { buildTimeLimits, type TimeLimits } from '../core/time-limits.ts';
import { closeServer, type Listening, listen } from '../http/listen.ts';
import { createLog } from '../trace/log.ts';
import { openTracing } from '../trace/trace.ts';
import { Dependencies, healthApp } from './health-server.ts';
import type { ProcessConfig } from './process-settings.ts';
import type { OpenedService, Service } from './service.ts';

const flushTimeoutMs = 1_000;
/** Log message when a part of a service cannot be closed. */
export const closingFailed = 'closing failed; shutdown continues';

/** Replacements for tests and for the one-process start. */
export interface Overrides {
  clock?: Clock;
  logTo?: DestinationStream;
  /** Override the limits derived from settings. */
  timeLimits?: Partial<TimeLimits>;
}

export interface RunningService {
  name: string;
  httpUrl: string;
  /** host:port */
  grpcAddress: string;
  opsUrl: string;
  commands: OpenedService['commands'];
  metrics: Metrics;
  log: Logger;
  /** Drains and closes the service; idempotent. */
  stop(): Promise<void>;
}

/** Starts a service from `env` alone, without other process state, so that several services can share a process. */
export async function start(service: Service, env: Env, overrides: Overrides = {}): Promise<RunningService> {
  const { process, open } = readConfig(env, (environment) => service.configure(environment));
  const log = createLog(service.name, process.logLevel, overrides.logTo);
  const tracing = await openTracing(service.name, process.traces, log);
  const { clock = systemClock } = overrides;
  const defaultLimits = buildTimeLimits({ callMs: process.callMs, factor: process.timeLimitsFactor });
  const timeLimits = { ...defaultLimits, ...overrides.timeLimits };
  const host = new Host(service.name, process, { log, tracing, clock, timeLimits });
  try {
    return await host.start(open);
  } catch (error) {
    await host.stop();
    throw error;
  }
}

type HostContext = Pick<Context, 'log' | 'tracing' | 'clock' | 'timeLimits'>;

/** The life cycle of one service: context, three listeners, orderly shutdown. */
class Host {
  readonly #ctx: Context;
  readonly #process: ProcessConfig;
  readonly #closers: { name: string; close: () => Promise<void> | void }[] = [];
  readonly #dependencies: Dependencies;
  readonly #stopping = new AbortController();
  #ready = false;
  #stopped: Promise<void> | undefined;

  constructor(name: string, process: ProcessConfig, { log, tracing, clock, timeLimits }: HostContext) {
    this.#process = process;
    this.#dependencies = new Dependencies(timeLimits.healthMs);
    this.#ctx = {
      name,
      clock,
      log,
      tracing,
      metrics: new Metrics(name),
      tokens: new InternalTokens(process.internalTokenSecret),
      checkResponses: process.checkResponses,
      timeLimits,
      stopping: this.#stopping.signal,
      newId: idMaker(clock),
      onStop: (name, close) => this.#closers.push({ name, close }),
      readyWhen: (name, check) => this.#dependencies.add({ name, check, required: true }),
      watch: (name, check) => this.#dependencies.add({ name, check, required: false }),
    };
    if (tracing) this.#ctx.onStop('traces', () => tracing.stop());
    this.#dependencies.registerGauge(this.#ctx.metrics);
    this.#ctx.metrics.info('tribus_build_info', 'The running build', { version: process.version });
  }

  async start(open: (ctx: Context) => Promise<OpenedService>): Promise<RunningService> {
    const { host, httpPort, shareHttpPort, grpcPort, opsPort } = this.#process;
    const drainMs = this.#process.drainSeconds * 1000;
    const ctx = this.#ctx;
    const ops = await listen(
      healthApp(ctx.metrics, async () => (this.#ready ? this.#dependencies.unavailable() : [ctx.name])),
      { host, port: opsPort, log: ctx.log },
    );
    ctx.onStop('ops', () => closeServer(ops.server, 0));

    const opened = await open(ctx);
    let http: Listening | undefined;
    ctx.onStop('open requests', async () => {
      await Promise.all([http && closeServer(http.server, drainMs), opened.rpc?.close(drainMs)]);
    });
    const grpcAddress = opened.rpc ? await opened.rpc.listen(host, grpcPort) : '';
    http = await listen(opened.http, { host, port: httpPort, sharePort: shareHttpPort, log: ctx.log });

    this.#ready = true;
    ctx.log.info({ http: http.url, grpc: grpcAddress, ops: ops.url }, 'started');
    return {
      name: ctx.name,
      httpUrl: http.url,
      grpcAddress,
      opsUrl: ops.url,
      commands: opened.commands,
      metrics: ctx.metrics,
      log: ctx.log,
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
    for (const { name, close } of this.#closers.reverse()) {
      try {
        await close();
      } catch (error) {
        this.#ctx.log.error({ err: error, what: name }, closingFailed);
      }
    }
    this.#ctx.log.info('stopped');
    await this.#flushLog();
  }

  /** Flushes the log, because the process may exit next; gives up after 1 s when the output is blocked. */
  async #flushLog(): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      late = setTimeout(resolve, flushTimeoutMs);
      this.#ctx.log.flush(() => resolve());
    });
    clearTimeout(late);
  }
}
