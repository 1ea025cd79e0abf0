import { type Env, EnvReader } from '@tribus/kit/runtime/config.ts';
import { readProcessConfig } from '@tribus/kit/runtime/process-config.ts';
import type { ServiceDefinition } from '@tribus/kit/runtime/service.ts';

/** Reads a configuration as the service does at its start. */
type Read = (read: EnvReader) => void;

function readerOf<C>({ config, httpPort }: ServiceDefinition<C>): Read {
  return (read) => {
    readProcessConfig(read);
    httpPort?.(read);
    config(read);
  };
}

const readers: Record<string, () => Promise<Read>> = {
  identity: async () => readerOf((await import('@tribus/identity/src/service.ts')).identity),
  tribes: async () => readerOf((await import('@tribus/tribes/src/service.ts')).tribes),
  content: async () => readerOf((await import('@tribus/content/src/service.ts')).content),
  'vibes-realtime': async () => readerOf((await import('@tribus/vibes-realtime/src/service.ts')).vibesRealtime),
  messaging: async () => readerOf((await import('@tribus/messaging/src/service.ts')).messaging),
  gamification: async () => readerOf((await import('@tribus/gamification/src/service.ts')).gamification),
  agents: async () => readerOf((await import('@tribus/agents/src/service.ts')).agents),
  media: async () => readerOf((await import('@tribus/media/src/service.ts')).media),
  gateway: async () => readerOf((await import('@tribus/gateway/src/service.ts')).gateway),
};

/** What a process would complain about if it were started with that environment, and which variables it looked at. */
export async function readAs(service: string, env: Env): Promise<{ problems: string[]; asked: Set<string> }> {
  const read = await readers[service]?.();
  if (!read) throw new Error(`no service called ${service}`);
  const asked = new Set<string>();
  const watched = new Proxy(env, {
    get(target, name) {
      if (typeof name === 'string') asked.add(name);
      return typeof name === 'string' ? target[name] : undefined;
    },
  });
  const reader = new EnvReader(watched);
  read(reader);
  return { problems: reader.problems, asked };
}
