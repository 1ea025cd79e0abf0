import type { Env } from '@tribus/kit/core/config.ts';
import { toVariableName } from '@tribus/kit/core/settings.ts';
import type { Service } from '@tribus/kit/service/service.ts';

/** A process of the system: its definition and its entry file. */
export interface PlannedService {
  name: string;
  /** Loads the definition on demand. */
  load: () => Promise<Service>;
  /** Entry file, relative to the project's root. */
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

export const processes: readonly PlannedService[] = [...plan, gatewayPlan];

/** Ports of one planned process. */
export interface Ports {
  http: number;
  grpc: number;
  ops: number;
}

/** Environment of the processes of one system, besides their stores. */
export interface Wiring {
  host: string;
  ports: ReadonlyMap<string, Ports>;
  settings: Env;
  /** Set for every process. */
  common: Env;
}

/**
 * Returns the environment of one process: the operator's settings that it reads, and derived values. The topology is
 * not among them.
 */
export function buildEnvironment({ name, variables, peers }: Service, wiring: Wiring, stores: Env): Env {
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

/** The gateway calls all of them over HTTP. */
export function upstreamAddresses(wiring: Wiring): Env {
  const names = plan.map((service) => service.name);
  return addressesOf(names, 'HTTP', (peer) => `http://${wiring.host}:${wiring.ports.get(peer)?.http}`);
}

function addressesOf(peers: readonly string[], protocol: 'GRPC' | 'HTTP', address: (peer: string) => string): Env {
  return Object.fromEntries(peers.map((peer) => [toVariableName(peer, protocol), address(peer)]));
}

function pick(env: Env, names: readonly string[]): Env {
  return Object.fromEntries(names.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]));
}
