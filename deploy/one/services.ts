import type { Env } from '@tribus/kit/core/config.ts';
import { variableOf } from '@tribus/kit/core/settings.ts';
import type { Service } from '@tribus/kit/service/service.ts';

/** One process of the system: where its definition and its own entry are. All the rest its definition says. */
export interface PlannedService {
  name: string;
  /** The definition, loaded only where it is asked. */
  load: () => Promise<Service>;
  /** The process's own entry, from the project's root. */
  main: string;
}

const planned = (name: string, load: PlannedService['load']): PlannedService => ({
  name,
  load,
  main: `services/${name}/src/main.ts`,
});

export const plan: readonly PlannedService[] = [
  planned('identity', async () => (await import('@tribus/identity/src/service.ts')).identity),
  planned('tribes', async () => (await import('@tribus/tribes/src/service.ts')).tribes),
  planned('content', async () => (await import('@tribus/content/src/service.ts')).content),
  planned('vibes-realtime', async () => (await import('@tribus/vibes-realtime/src/service.ts')).vibesRealtime),
  planned('messaging', async () => (await import('@tribus/messaging/src/service.ts')).messaging),
  planned('gamification', async () => (await import('@tribus/gamification/src/service.ts')).gamification),
  planned('agents', async () => (await import('@tribus/agents/src/service.ts')).agents),
  planned('media', async () => (await import('@tribus/media/src/service.ts')).media),
];

export const gatewayPlan: PlannedService = {
  name: 'gateway',
  load: async () => (await import('@tribus/gateway/src/service.ts')).gateway,
  main: 'gateway/src/main.ts',
};

/** Every process of the system. */
export const processes: readonly PlannedService[] = [...plan, gatewayPlan];

/** Where one planned process listens. */
export interface Ports {
  http: number;
  grpc: number;
  ops: number;
}

/** What each process of one system is told beside its stores. */
export interface Wiring {
  host: string;
  ports: ReadonlyMap<string, Ports>;
  /** Operator's settings and keys. */
  settings: Env;
  /** Told to every process. */
  common: Env;
}

/**
 * The environment of one process: the settings of the operator that it reads, and what is made for it. Nothing in it
 * says in which topology it runs.
 */
export function environmentOf({ name, variables, peers }: Service, wiring: Wiring, stores: Env): Env {
  const ports = wiring.ports.get(name);
  if (!ports) throw new Error(`no ports for ${name}`);
  const settings = variables.filter(({ wired }) => !wired).map((variable) => variable.name);
  return {
    ...pick(wiring.settings, settings),
    ...pick(
      wiring.common,
      variables.map((variable) => variable.name),
    ),
    ...stores,
    HOST: wiring.host,
    HTTP_PORT: String(ports.http),
    GRPC_PORT: String(ports.grpc),
    OPS_PORT: String(ports.ops),
    ...addressesOf(peers, 'GRPC', (peer) => `${wiring.host}:${wiring.ports.get(peer)?.grpc}`),
  };
}

/** The gateway speaks HTTP to all of them. */
export function upstreamAddresses(wiring: Wiring): Env {
  const names = plan.map((service) => service.name);
  return addressesOf(names, 'HTTP', (peer) => `http://${wiring.host}:${wiring.ports.get(peer)?.http}`);
}

function addressesOf(peers: readonly string[], protocol: 'GRPC' | 'HTTP', address: (peer: string) => string): Env {
  return Object.fromEntries(peers.map((peer) => [variableOf(peer, protocol), address(peer)]));
}

function pick(env: Env, names: readonly string[]): Env {
  return Object.fromEntries(names.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]));
}
