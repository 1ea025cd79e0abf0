import type { RequestListener } from 'node:http';
import type { DestinationStream } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { v7 as uuid } from 'uuid';
import { InternalTokens } from './actor.ts';
import { ConfigError, type Env, EnvReader, type ProcessConfig, readProcessConfig } from './config.ts';
import { type Clock, type Context, systemClock } from './context.ts';
import type { GrpcServer } from './grpc-server.ts';
import { closeServer, listen } from './listen.ts';
import { createLog } from './log.ts';
import { Metrics } from './metrics.ts';
import { Dependencies, opsApp } from './ops.ts';
import { openTracing } from './trace.ts';

/** What a service's `start` hands back: the HTTP app that answers, and the gRPC server when it has calls. */
export interface ServiceParts {
  http: RequestListener;
  rpc?: GrpcServer;
  /** Sub-commands of the process, e.g. `replay`; given the words after the command's name. */
  commands?: Record<string, (args: readonly string[]) => Promise<string>>;
}

export interface ServiceDefinition<C> {
  name: string;
  config: (read: EnvReader) => C;
  /** The port of the HTTP side; `HTTP_PORT`, or any free one, when left out. */
  httpPort?: (read: EnvReader) => number;
  start: (ctx: Context, config: C, env: Env) => Promise<ServiceParts>;
}

/** What a test or the one-process start may replace. */
export interface Overrides {
  clock?: Clock;
  logTo?: DestinationStream;
}

export interface RunningService {
  name: string;
  httpUrl: string;
  /** host:port */
  grpcAddress: string;
  opsUrl: string;
  commands: NonNullable<ServiceParts['commands']>;
  metrics: Metrics;
  /** Drains and closes; safe to call twice. */
  stop(): Promise<void>;
}

export function defineService<C>(definition: ServiceDefinition<C>): ServiceDefinition<C> {
  return definition;
}

/** Starts a service from an environment. Nothing else of the process is read, so that several can share one. */
export async function start<C>(
  service: ServiceDefinition<C>,
  env: Env,
  overrides: Overrides = {},
): Promise<RunningService> {
  const reader = new EnvReader(env);
  const process = readProcessConfig(reader);
  if (service.httpPort) process.httpPort = service.httpPort(reader);
  const config = service.config(reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);

  const log = createLog(service.name, process.logLevel, overrides.logTo);
  const tracing = await openTracing(service.name, process.traces, log);
  const host = new Host(service.name, process, { log, tracing, clock: overrides.clock ?? systemClock });
  try {
    return await host.start((ctx) => service.start(ctx, config, env));
  } catch (error) {
    await host.stop();
    throw error;
  }
}

type Equipment = Pick<Context, 'log' | 'tracing' | 'clock'>;

/** The life of one service: its context, its three listeners, its orderly end. */
class Host {
  readonly #ctx: Context;
  readonly #process: ProcessConfig;
  readonly #closers: { what: string; close: () => Promise<void> | void }[] = [];
  readonly #dependencies = new Dependencies();
  readonly #stopping = new AbortController();
  #ready = false;
  #stopped: Promise<void> | undefined;

  constructor(name: string, process: ProcessConfig, { log, tracing, clock }: Equipment) {
    this.#process = process;
    this.#ctx = {
      name,
      clock,
      log,
      tracing,
      metrics: new Metrics(name),
      tokens: new InternalTokens(process.internalTokenSecret),
      checkAnswers: process.checkAnswers,
      stopping: this.#stopping.signal,
      newId: () => uuid({ msecs: clock.now().getTime() }),
      onStop: (what, close) => this.#closers.push({ what, close }),
      readyWhen: (what, check) => this.#dependencies.add({ what, check, required: true }),
      watch: (what, check) => this.#dependencies.add({ what, check, required: false }),
    };
    if (tracing) this.#ctx.onStop('traces', () => tracing.stop());
    this.#dependencies.show(this.#ctx.metrics);
    this.#ctx.metrics.info('tribus_build_info', 'What runs', { version: process.version });
  }

  async start(begin: (ctx: Context) => Promise<ServiceParts>): Promise<RunningService> {
    const { host, httpPort, grpcPort, opsPort } = this.#process;
    const ctx = this.#ctx;
    const ops = await listen(
      opsApp(ctx.metrics, async () => (this.#ready ? this.#dependencies.missing() : [ctx.name])),
      { host, port: opsPort },
    );
    ctx.onStop('ops', () => closeServer(ops.server, 0));

    const parts = await begin(ctx);
    const grpcAddress = parts.rpc ? await parts.rpc.listen(host, grpcPort) : '';
    if (parts.rpc) ctx.onStop('grpc', () => parts.rpc?.close());
    const http = await listen(parts.http, { host, port: httpPort });
    ctx.onStop('http', () => closeServer(http.server, 5_000));

    this.#ready = true;
    ctx.log.info({ http: http.url, grpc: grpcAddress, ops: ops.url }, 'started');
    return {
      name: ctx.name,
      httpUrl: http.url,
      grpcAddress,
      opsUrl: ops.url,
      commands: parts.commands ?? {},
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
        this.#ctx.log.error({ err: error, what }, 'could not be closed');
      }
    }
    this.#ctx.log.info('stopped');
  }
}

/**
 * A process of its own: reads the process's environment, ends on SIGTERM or SIGINT, and runs a sub-command
 * (`main.ts replay --since …`) when one is named.
 */
export async function run<C>(service: ServiceDefinition<C>): Promise<void> {
  let running: RunningService | undefined;
  const end = async (code: number) => {
    await running?.stop();
    process.exit(code);
  };
  process.once('SIGTERM', () => void end(0));
  process.once('SIGINT', () => void end(0));
  try {
    running = await start(service, process.env);
    collectDefaultMetrics({ register: running.metrics.registry });
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : describe(error)}\n`);
    process.exit(1);
  }
  const [name, ...args] = process.argv.slice(2);
  if (name) await runCommand(running, name, args).then(end);
}

async function runCommand(running: RunningService, name: string, args: readonly string[]): Promise<number> {
  const command = running.commands[name];
  if (!command) {
    process.stderr.write(`Unknown command "${name}". Known: ${Object.keys(running.commands).join(', ') || 'none'}\n`);
    return 1;
  }
  process.stdout.write(`${await command(args)}\n`);
  return 0;
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
