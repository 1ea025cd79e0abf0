import { join, resolve } from 'node:path';
import type { Clock } from '@tribus/kit/core/clock.ts';
import type { Env } from '@tribus/kit/core/config.ts';
import type { Service } from '@tribus/kit/service/service.ts';
import { LogFile, readLogLimits } from '../stores/log-file.ts';
import { onFreePorts } from '../stores/ports.ts';
import { ensurePrivate } from '../stores/private-files.ts';
import { type LocalStores, startStores } from '../stores/stores.ts';
import { Supervisor, type SupervisorOptions } from '../stores/supervisor.ts';
import { fillRequired, loadKeys } from './keys.ts';
import { startRunners } from './runner-start.ts';
import { ChildProcessRunner, InProcess, type Runner } from './runners.ts';
import {
  environmentOf,
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
  /** All services in this process, or each in one of its own. */
  topology: Topology;
  /** As an operator would set it (decisions.md 7). */
  env: Env;
  /** Replaces the time in topology `one`. */
  clock?: Clock;
  /** Definitions that run instead of those of the plan, by name; in topology `one`. */
  definitions?: Readonly<Record<string, Service>>;
  /** Sets databases, subjects and keys apart when several systems share the stores. */
  namespace?: string;
  /** Stores that run already and go on after the system; else they are found or started, and stopped with it. */
  stores?: LocalStores;
  /** Somebody listens at the gateway's port until it takes over (waiting-server.ts). */
  sharePort?: boolean;
  /** Told what died and is started again, and what is given up on; nobody when left out. */
  news?: SupervisorOptions;
}

export interface System {
  /** Where people reach it. */
  url: string;
  /** Where its gateway listens. */
  localUrl: string;
  stores: LocalStores;
  /** Where its services show their health and their metrics. */
  opsUrls: readonly string[];
  service(name: string): Runner;
  /** Outboxes empty, consumers caught up. */
  settled(): Promise<void>;
  /** Everything, stores last. */
  stop(): Promise<void>;
}

const portsEach = 3;

/** Brings up the whole system; `npm start`, the system tests and the browser stories all use this. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const dataDir = resolve(options.env.DATA_DIR ?? '.data');
  ensurePrivate(dataDir);
  const news = options.news ?? { say: () => undefined, giveUp: () => undefined };
  const ofStores = new Supervisor(news);
  const stores =
    options.stores ?? (await startStores({ dataDir, env: options.env, log: news.say, supervisor: ofStores }));
  try {
    const running = await onFreePorts(processes.length * portsEach, async (free) => {
      const parts = await planParts(options, dataDir, stores, assignPorts(free));
      return { parts, ofParts: await startOrClose(parts, news) };
    });
    return assemble(running.parts, { options, stores, supervisors: [running.ofParts, ofStores] });
  } catch (error) {
    await ofStores.stop();
    if (!options.stores) await stores.stop();
    throw error;
  }
}

interface Running {
  options: SystemOptions;
  stores: LocalStores;
  supervisors: readonly Supervisor[];
}

function assemble(parts: PlannedParts, { options, stores, supervisors }: Running): System {
  const all = [...parts.services, parts.gateway];
  return {
    url: options.env.PUBLIC_URL ?? parts.gatewayUrl,
    localUrl: parts.localUrl,
    stores,
    opsUrls: parts.services.map(({ opsUrl }) => opsUrl),
    service(name) {
      const part = all.find((candidate) => candidate.name === name);
      if (!part) throw new Error(`no service called ${name}`);
      return part;
    },
    settled: () => waitUntilIdle(() => runningIn(parts.services)),
    async stop() {
      const idle = Promise.all(supervisors.map((supervisor) => supervisor.stop()));
      await parts.gateway.stop();
      await Promise.all(parts.services.map((part) => part.stop()));
      await idle;
      if (!options.stores) await stores.stop();
      await parts.closeLogs();
    },
  };
}

const runningIn = (parts: readonly Runner[]): string[] =>
  parts.filter(({ running }) => running).map(({ opsUrl }) => opsUrl);

interface PlannedParts {
  services: Runner[];
  gateway: Runner;
  gatewayUrl: string;
  localUrl: string;
  closeLogs(): Promise<void>;
}

async function startOrClose(
  { services, gateway, closeLogs }: PlannedParts,
  news: SupervisorOptions,
): Promise<Supervisor> {
  try {
    return await startRunners([...services, gateway], news);
  } catch (error) {
    await closeLogs();
    throw error;
  }
}

async function planParts(
  options: SystemOptions,
  dataDir: string,
  stores: LocalStores,
  ports: Map<string, Ports>,
): Promise<PlannedParts> {
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
  const { toPart, closeLogs } = partMaker(options, dataDir);
  const tell = async (service: Service): Promise<Env> => ({
    ...environmentOf(service, wiring, await storesOf(service, stores, namespace)),
    ...fillRequired(dataDir, service.variables, wiring.settings),
  });
  const services = await Promise.all(
    planWith(options).map(async (planned) => toPart(planned, await tell(await planned.load()))),
  );
  const gateway = toPart(gatewayPlan, {
    ...(await tell(await gatewayPlan.load())),
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
    NATS_URL: apart(stores.urls.nats, namespace),
    BLOBS_DIR: join(dataDir, 'media'),
    MAIL_DIR: join(dataDir, 'mail'),
  };
}

interface PartMaker {
  toPart(service: PlannedService, env: Env): Runner;
  closeLogs(): Promise<void>;
}

function partMaker({ topology, clock, env: settings }: SystemOptions, dataDir: string): PartMaker {
  const log = { folder: join(dataDir, 'log'), limits: readLogLimits(settings) };
  if (topology === 'many')
    return { toPart: (service, env) => new ChildProcessRunner(service, env, log), closeLogs: async () => undefined };
  const logTo = new LogFile(join(log.folder, 'tribus.log'), log.limits);
  return {
    // Every request passes the gateway: on a loop of its own it takes no time from the services. A clock is no thread's.
    toPart: (service, env) =>
      service === gatewayPlan && !clock
        ? new WorkerThread(service, env, log)
        : new InProcess(service, env, { logTo, ...(clock && { clock }) }),
    closeLogs: () => logTo.close(),
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
    ...(service.stores.includes('redis') && { REDIS_URL: apart(stores.urls.redis, namespace) }),
  };
}

/** The kit's openers take a prefix for keys and subjects from the address. */
function apart(url: string, namespace: string | undefined): string {
  if (!namespace) return url;
  const changed = new URL(url);
  changed.searchParams.set('prefix', namespace);
  return changed.href;
}

/** Addresses of several hosts are no URLs to others, so the path is put in by hand. */
const withDatabase = (url: string, database: string): string =>
  url.replace(/^([^/]+\/\/[^/?]*)\/?[^?]*/, `$1/${database}`);
