import type { Env } from '@tribus/kit/runtime/config.ts';
import { type Overrides, type RunningService, type ServiceDefinition, start } from '@tribus/kit/runtime/service.ts';

/** Starts a service in this process. */
export type Start = (env: Env, overrides: Overrides) => Promise<RunningService>;

function startOf<C>(service: ServiceDefinition<C>): Start {
  return (env, overrides) => start(service, env, overrides);
}

/** How one process of the system is started and what it is told; the same facts the chart draws its pods from. */
export interface PlannedService {
  name: string;
  /** The definition, loaded only where it is to run. */
  load: () => Promise<Start>;
  /** The process's own entry, from the project's root. */
  main: string;
  stores: readonly ('postgres' | 'mongodb' | 'redis')[];
  /** The siblings it asks by gRPC. */
  calls: readonly string[];
  /** Settings of the operator that are handed on. */
  settings: readonly string[];
}

const blobSettings = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

export const plan: readonly PlannedService[] = [
  {
    name: 'identity',
    load: async () => startOf((await import('@tribus/identity/src/service.ts')).identity),
    main: 'services/identity/src/main.ts',
    stores: ['postgres', 'redis'],
    calls: ['tribes'],
    settings: ['JWT_PRIVATE_KEY', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'RATE_LIMIT_LOGIN_FAILURES'],
  },
  {
    name: 'tribes',
    load: async () => startOf((await import('@tribus/tribes/src/service.ts')).tribes),
    main: 'services/tribes/src/main.ts',
    stores: ['postgres'],
    calls: ['identity', 'media'],
    settings: [],
  },
  {
    name: 'content',
    load: async () => startOf((await import('@tribus/content/src/service.ts')).content),
    main: 'services/content/src/main.ts',
    stores: ['postgres'],
    calls: ['identity', 'tribes', 'media'],
    settings: [],
  },
  {
    name: 'vibes-realtime',
    load: async () => startOf((await import('@tribus/vibes-realtime/src/service.ts')).vibesRealtime),
    main: 'services/vibes-realtime/src/main.ts',
    stores: ['mongodb'],
    calls: ['identity', 'tribes', 'content'],
    settings: [],
  },
  {
    name: 'messaging',
    load: async () => startOf((await import('@tribus/messaging/src/service.ts')).messaging),
    main: 'services/messaging/src/main.ts',
    stores: ['mongodb'],
    calls: ['identity', 'tribes'],
    settings: [],
  },
  {
    name: 'gamification',
    load: async () => startOf((await import('@tribus/gamification/src/service.ts')).gamification),
    main: 'services/gamification/src/main.ts',
    stores: ['postgres'],
    calls: ['identity', 'tribes'],
    settings: [],
  },
  {
    name: 'agents',
    load: async () => startOf((await import('@tribus/agents/src/service.ts')).agents),
    main: 'services/agents/src/main.ts',
    stores: ['postgres'],
    calls: ['identity', 'tribes', 'content'],
    settings: [],
  },
  {
    name: 'media',
    load: async () => startOf((await import('@tribus/media/src/service.ts')).media),
    main: 'services/media/src/main.ts',
    stores: ['postgres'],
    calls: [],
    settings: [...blobSettings, 'S3_TLS', 'UPLOAD_DIR'],
  },
];

export const gatewayPlan: PlannedService = {
  name: 'gateway',
  load: async () => startOf((await import('@tribus/gateway/src/service.ts')).gateway),
  main: 'gateway/src/main.ts',
  stores: ['redis'],
  calls: ['identity'],
  settings: [
    'PUBLIC_URL',
    'JWT_PUBLIC_KEYS',
    'TRUST_PROXY_HOPS',
    'RATE_LIMIT_REQUESTS_PER_MINUTE',
    'RATE_LIMIT_REGISTER_PER_MINUTE',
    'UPLOAD_MAX_MB',
    'UPSTREAM_TIMEOUT_MS',
    'BODY_IDLE_MS',
    'WEB_ROOT',
  ],
};

/** Every process of the system. */
export const processes: readonly PlannedService[] = [...plan, gatewayPlan];

/** Settings of the operator that every process is told. */
export const commonSettings = [
  'LOG_LEVEL',
  'DRAIN_SECONDS',
  'TRIBUS_VERSION',
  'CHECK_ANSWERS',
  'NATS_TLS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER_ARG',
];

/** Where one planned process listens. */
export interface Ports {
  http: number;
  grpc: number;
  ops: number;
}

export const variableOf = (service: string, suffix: string): string =>
  `${service.toUpperCase().replaceAll('-', '_')}_${suffix}`;

/** What each process of one system is told beside its stores. */
export interface Wiring {
  host: string;
  ports: ReadonlyMap<string, Ports>;
  /** Operator's settings and keys. */
  settings: Env;
  /** Told to every process. */
  common: Env;
}

/** The environment of one planned process; nothing in it says in which topology it runs. */
export function environmentOf(service: PlannedService, wiring: Wiring, stores: Env): Env {
  const ports = wiring.ports.get(service.name);
  if (!ports) throw new Error(`no ports for ${service.name}`);
  return {
    ...wiring.common,
    ...pick(wiring.settings, [
      ...commonSettings,
      ...service.settings,
      ...service.stores.map((store) => variableOf(store, 'TLS')),
    ]),
    ...stores,
    HOST: wiring.host,
    HTTP_PORT: String(ports.http),
    GRPC_PORT: String(ports.grpc),
    OPS_PORT: String(ports.ops),
    ...addressesOf(service.calls, 'GRPC', (peer) => `${wiring.host}:${wiring.ports.get(peer)?.grpc}`),
  };
}

/** The gateway speaks HTTP to all of them. */
export function upstreamAddresses(wiring: Wiring): Env {
  const names = plan.map((service) => service.name);
  return addressesOf(names, 'HTTP', (peer) => `http://${wiring.host}:${wiring.ports.get(peer)?.http}`);
}

function addressesOf(peers: readonly string[], suffix: string, address: (peer: string) => string): Env {
  return Object.fromEntries(peers.map((peer) => [variableOf(peer, suffix), address(peer)]));
}

function pick(env: Env, names: readonly string[]): Env {
  return Object.fromEntries(names.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]));
}
