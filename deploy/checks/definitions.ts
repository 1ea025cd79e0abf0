import { type Env, Environment } from '@tribus/kit/core/config.ts';
import type { Service } from '@tribus/kit/service/service.ts';
import { processes } from '../one/services.ts';

/** Every process of the system, as its definition says it; nothing is started. */
export const definitions: readonly (Service & { main: string })[] = await Promise.all(
  processes.map(async ({ load, main }) => ({ ...(await load()), main })),
);

export function definitionOf(name: string): Service {
  const found = definitions.find((service) => service.name === name);
  if (!found) throw new Error(`no service called ${name}`);
  return found;
}

/** What a process would complain about if it were started with that environment, and which variables it looked at. */
export function readAs(service: string, env: Env): { problems: string[]; asked: Set<string> } {
  const asked = new Set<string>();
  const watched = new Proxy(env, {
    get(target, name) {
      if (typeof name === 'string') asked.add(name);
      return typeof name === 'string' ? target[name] : undefined;
    },
  });
  const reader = new Environment(watched);
  definitionOf(service).configure(reader);
  return { problems: reader.problems, asked };
}
