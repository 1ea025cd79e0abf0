import { join, resolve } from 'node:path';
import type { Clock } from '@tribus/kit/core/clock.ts';
import type { Env } from '@tribus/kit/core/config.ts';
import type { Service } from '@tribus/kit/service/service.ts';
import { logConsole } from '@tribus/kit/trace/console.ts';
import { createLog } from '@tribus/kit/trace/log.ts';
import { LogFile, readLogLimits } from '../stores/log-file.ts';
import { onFreePorts } from '../stores/ports.ts';
import { ensurePrivate } from '../stores/private-files.ts';
import { type LocalStores, startStores } from '../stores/stores.ts';
import { Supervisor, type SupervisorOptions } from '../stores/supervisor.ts';
import { fillRequired, loadKeys } from './keys.ts';
import { startRunners } from './runner-start.ts';
import { ChildProcessRunner, InProcessRunner, type Runner } from './runners.ts';
import {
  buildEnvironment,
  gatewayPlan,
  type PlannedService,
  type Ports,
  plan,
  processes,
  upstreamAddresses,
  type Wiring,
} from './services.ts';
import { waitUntilIdle } from './wait-until-idle.ts';
import { WorkerThread } from './worker-thread.ts';

export type Topology = 'one' | 'many';

export interface SystemOptions {
  /** All services in this process, or each in its own. */
  topology: Topology;
  /** As set by an operator (decisions.md 7). */
  env: Env;
  /** Replaces the clock in topology `one`. */
  clock?: Clock;
  /** Definitions that replace those of the plan, by name; in topology `one`. */
  definitions?: Readonly<Record<string, Service>>;
  /** Separates databases, subjects and keys of systems that share the stores. */
  namespace?: string;
  /** Running stores, which `stop` leaves running; else they are found or started, and stopped with the system. */
  stores?: LocalStores;
  /** Another server listens on the gateway's port until the gateway takes over (waiting-server.ts). */
  sharePort?: boolean;
  /** In topology `one`, writes console output of the process to its log. */
  logsConsole?: boolean;
  /** Receives restarts and final failures; nothing is reported when left out. */
  supervision?: SupervisorOptions;
}

export interface System {
  /** Public address. */
  url: string;
  /** Address on which the gateway listens. */
  localUrl: string;
  stores: LocalStores;
  /** Addresses of the services' health and metrics. */
  opsUrls: readonly string[];
  service(name: string): Runner;
  /** Resolves when outboxes are empty and consumers have caught up. */
  settled(): Promise<void>;
  /** Stops everything, stores last. */
  stop(): Promise<void>;
}

const portsEach = 3;

/** Starts the whole system; used by `npm start`, the system tests and the browser stories. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const dataDir = resolve(options.env.DATA_DIR ?? '.data');
  ensurePrivate(dataDir);
  const supervision = options.supervision ?? { log: () => undefined, giveUp: () => undefined };
  const storeSupervisor = new Supervisor(supervision);
  const stores =
    options.stores ??
    (await startStores({ dataDir, env: options.env, log: supervision.log, supervisor: storeSupervisor }));
  try {
    const running = await onFreePorts(processes.length * portsEach, async (free) => {
      const runners = await planRunners(options, dataDir, stores, assignPorts(free));
      return { runners, supervisor: await startOrClose(runners, supervision) };
    });
    return assemble(running.runners, { options, stores, supervisors: [running.supervisor, storeSupervisor] });
  } catch (error) {
    await storeSupervisor.stop();
    if (!options.stores) await stores.stop();
    throw error;
  }
}

interface Running {
  options: SystemOptions;
  stores: LocalStores;
  supervisors: readonly Supervisor[];
}

function assemble(runners: PlannedRunners, { options, stores, supervisors }: Running): System {
  const all = [...runners.services, runners.gateway];
  return {
    url: options.env.PUBLIC_URL ?? runners.gatewayUrl,
    localUrl: runners.localUrl,
    stores,
    opsUrls: runners.services.map(({ opsUrl }) => opsUrl),
    service(name) {
      const runner = all.find((candidate) => candidate.name === name);
      if (!runner) throw new Error(`no service called ${name}`);
      return runner;
    },
    settled: () => waitUntilIdle(() => runningIn(runners.services)),
    async stop() {
      const idle = Promise.all(supervisors.map((supervisor) => supervisor.stop()));
      await runners.gateway.stop();
      await Promise.all(runners.services.map((runner) => runner.stop()));
      await idle;
      if (!options.stores) await stores.stop();
      await runners.closeLogs();
    },
  };
}

const runningIn = (runners: readonly Runner[]): string[] =>
  runners.filter(({ running }) => running).map(({ opsUrl }) => opsUrl);

interface PlannedRunners {
  services: Runner[];
  gateway: Runner;
  gatewayUrl: string;
  localUrl: string;
  closeLogs(): Promise<void>;
}

async function startOrClose(
  { services, gateway, closeLogs }: PlannedRunners,
  supervision: SupervisorOptions,
): Promise<Supervisor> {
  try {
    return await startRunners([...services, gateway], supervision);
  } catch (error) {
    await closeLogs();
    throw error;
  }
}

async function planRunners(
  options: SystemOptions,
  dataDir: string,
  stores: LocalStores,
  ports: Map<string, Ports>,
): Promise<PlannedRunners> {
  const { env, namespace = '' } = options;
  const host = env.HOST ?? '127.0.0.1';
  const publicPort = env.PORT ?? String(ports.get(gatewayPlan.name)?.http);
  const publicUrl = env.PUBLIC_URL ?? `http://${host === '127.0.0.1' ? 'localhost' : host}:${publicPort}`;
  const keys = await loadKeys(dataDir, env);
  const wiring: Wiring = {
    host: '127.0.0.1',
    ports,
    settings: { ...env, ...keys, PUBLIC_URL: publicUrl },
    common: commonEnvironment(options, keys.INTERNAL_TOKEN_SECRET, stores, dataDir),
  };
  const { toRunner, closeLogs } = runnerFactory(options, dataDir);
  const environmentFor = async (service: Service): Promise<Env> => ({
    ...buildEnvironment(service, wiring, await storesOf(service, stores, namespace)),
    ...fillRequired(dataDir, service.variables, wiring.settings),
  });
  const services = await Promise.all(
    planWith(options).map(async (planned) => toRunner(planned, await environmentFor(await planned.load()))),
  );
  const gateway = toRunner(gatewayPlan, {
    ...(await environmentFor(await gatewayPlan.load())),
    ...upstreamAddresses(wiring),
    HOST: host,
    PORT: publicPort,
    HTTP_PORT_SHARED: options.sharePort ? 'on' : 'off',
  });
  return { services, gateway, gatewayUrl: publicUrl, localUrl: `http://${host}:${publicPort}`, closeLogs };
}

const planWith = ({ definitions = {} }: SystemOptions): PlannedService[] =>
  plan.map((planned) => {
    const definition = definitions[planned.name];
    return definition ? { ...planned, load: async () => definition } : planned;
  });

function commonEnvironment({ namespace }: SystemOptions, secret: string, stores: LocalStores, dataDir: string): Env {
  return {
    INTERNAL_TOKEN_SECRET: secret,
    NATS_URL: withPrefix(stores.urls.nats, namespace),
    BLOBS_DIR: join(dataDir, 'media'),
    MAIL_DIR: join(dataDir, 'mail'),
  };
}

interface RunnerFactory {
  toRunner(service: PlannedService, env: Env): Runner;
  closeLogs(): Promise<void>;
}

function runnerFactory(options: SystemOptions, dataDir: string): RunnerFactory {
  const { topology, clock, env: settings, logsConsole = false } = options;
  const log = { folder: join(dataDir, 'log'), limits: readLogLimits(settings) };
  if (topology === 'many')
    return { toRunner: (service, env) => new ChildProcessRunner(service, env, log), closeLogs: async () => undefined };
  const logTo = new LogFile(join(log.folder, 'tribus.log'), log.limits);
  const restoreConsole = logsConsole ? logConsole(createLog('tribus', 'warn', logTo)) : () => undefined;
  return {
    // Every request passes the gateway, so a loop of its own keeps that work off the services. A thread cannot use a
    // clock.
    toRunner: (service, env) =>
      service === gatewayPlan && !clock
        ? new WorkerThread(service, env, log)
        : new InProcessRunner(service, env, { logTo, ...(clock && { clock }) }),
    closeLogs() {
      restoreConsole();
      return logTo.close();
    },
  };
}

function assignPorts(free: readonly number[]): Map<string, Ports> {
  return new Map(
    processes.map(({ name }, index) => {
      const [http = 0, grpc = 0, ops = 0] = free.slice(index * portsEach, (index + 1) * portsEach);
      return [name, { http, grpc, ops }];
    }),
  );
}

async function storesOf(service: Service, stores: LocalStores, namespace: string): Promise<Env> {
  const database = [namespace, service.name].filter(Boolean).join('_').replaceAll('-', '_');
  return {
    ...(service.stores.includes('postgres') && { POSTGRES_URL: await stores.postgresUrl(database) }),
    ...(service.stores.includes('mongodb') && { MONGODB_URL: withDatabase(stores.urls.mongodb, database) }),
    ...(service.stores.includes('redis') && { REDIS_URL: withPrefix(stores.urls.redis, namespace) }),
  };
}

/** The kit's clients read a prefix for keys and subjects from the address. */
function withPrefix(url: string, namespace: string | undefined): string {
  if (!namespace) return url;
  const changed = new URL(url);
  changed.searchParams.set('prefix', namespace);
  return changed.href;
}

/** An address with several hosts is no valid URL, so the path is inserted by hand. */
const withDatabase = (url: string, database: string): string =>
  url.replace(/^([^/]+\/\/[^/?]*)\/?[^?]*/, `$1/${database}`);
