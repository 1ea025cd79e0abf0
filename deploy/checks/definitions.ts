import { type Env, Environment } from '@tribus/kit/core/config.ts';
import type { Service } from '@tribus/kit/service/service.ts';
import { processes } from '../one/services.ts';

/** Definitions of all processes of the system; none is started. */
export const definitions: readonly (Service & { main: string })[] = await Promise.all(
  processes.map(async ({ load, main }) => ({ ...(await load()), main })),
);

export function definitionOf(name: string): Service {
  const found = definitions.find((service) => service.name === name);
  if (!found) throw new Error(`no service called ${name}`);
  return found;
}

/** Returns the problems a process would report with that environment, and the variables it read. */
export function readAs(service: string, env: Env): { problems: string[]; read: Set<string> } {
  const read = new Set<string>();
  const watched = new Proxy(env, {
    get(target, name) {
      if (typeof name === 'string') read.add(name);
      return typeof name === 'string' ? target[name] : undefined;
    },
  });
  const environment = new Environment(watched);
  definitionOf(service).configure(environment);
  return { problems: environment.problems, read };
}
