import type { RequestListener } from 'node:http';
import type { DestinationStream } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { v7 as uuid } from 'uuid';
import type { GrpcServer } from '../grpc/server.ts';
import { closeServer, type Listening, listen } from '../http/listen.ts';
import type { Migrating } from '../postgres/migrate.ts';
import { createLog } from '../trace/log.ts';
import { Metrics } from '../trace/metrics.ts';
import { openTracing } from '../trace/trace.ts';
import { InternalTokens } from './actor.ts';
import { type Clock, systemClock } from './clock.ts';
import { ConfigError, type Env, type EnvReader, readConfig } from './config.ts';
import type { Context } from './context.ts';
import { Dependencies, healthApp } from './health-server.ts';
import { type ProcessConfig, readProcessConfig } from './process-config.ts';

const flushWithinMs = 1_000;

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
  /** Brings the service's own store to where the code is, and no more: `main.ts migrate`. */
  migrate?: (ctx: Migrating, config: C) => Promise<void>;
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
  const { process, config } = configOf(service, env);
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

/** All that an environment says to a service; throws a ConfigError with every problem in it. */
function configOf<C>(service: ServiceDefinition<C>, env: Env): { process: ProcessConfig; config: C } {
  return readConfig(env, (reader) => {
    const process = readProcessConfig(reader);
    if (service.httpPort) process.httpPort = service.httpPort(reader);
    return { process, config: service.config(reader) };
  });
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
    const { host, httpPort, shareHttpPort, grpcPort, opsPort, drainMs } = this.#process;
    const ctx = this.#ctx;
    const ops = await listen(
      healthApp(ctx.metrics, async () => (this.#ready ? this.#dependencies.unavailable() : [ctx.name])),
      { host, port: opsPort, log: ctx.log },
    );
    ctx.onStop('ops', () => closeServer(ops.server, 0));

    const parts = await begin(ctx);
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

/**
 * A process of its own: reads the process's environment, ends on SIGTERM or SIGINT, and runs a sub-command
 * (`main.ts replay --since …`) when one is named. `main.ts migrate` ends before anything listens.
 */
export async function run<C>(service: ServiceDefinition<C>): Promise<void> {
  const [name, ...args] = process.argv.slice(2);
  if (name === 'migrate') return runMigration(service);
  let running: RunningService | undefined;
  const end = async (code: number) => {
    await running?.stop();
    process.exit(code);
  };
  process.once('SIGTERM', () => void end(0));
  process.once('SIGINT', () => void end(0));
  try {
    running = await start(service, name ? { ...process.env, ...ownPorts } : process.env);
    collectDefaultMetrics({ register: running.metrics.registry });
  } catch (error) {
    endBy(error);
  }
  if (name) await runCommand(running, name, args).then(end);
}

/** A sub-command may run beside the process that holds the ports of this environment. */
const ownPorts: Env = { HTTP_PORT: '0', GRPC_PORT: '0', OPS_PORT: '0' };

async function runCommand(running: RunningService, name: string, args: readonly string[]): Promise<number> {
  const command = running.commands[name];
  if (!command) {
    process.stderr.write(`Unknown command "${name}". Known: ${Object.keys(running.commands).join(', ') || 'none'}\n`);
    return 1;
  }
  process.stdout.write(`${await command(args)}\n`);
  return 0;
}

/** A new version's store is ready before its first process is; one that is ended meanwhile has not done it. */
async function runMigration<C>(service: ServiceDefinition<C>): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  try {
    const { process: told, config } = configOf(service, process.env);
    const log = createLog(service.name, told.logLevel);
    await service.migrate?.({ name: service.name, log, stopping: new AbortController().signal }, config);
    log.info('the store is where the code is');
  } catch (error) {
    endBy(error);
  }
}

function endBy(error: unknown): never {
  process.stderr.write(`${error instanceof ConfigError ? error.message : describe(error)}\n`);
  process.exit(1);
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
