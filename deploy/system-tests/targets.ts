import { test } from '@jest/globals';
import { type EnvReader, readConfig } from '@tribus/kit/runtime/config.ts';
import { demoAdmin } from '../demo/demo.ts';
import { Scrapes } from '../one/prometheus-activity.ts';
import type { Topology } from '../one/system.ts';
import { untilQuiet } from '../one/wait-until-idle.ts';
import { buildTown, type OpenTown, peopleOf } from './test-system.ts';

/** With TEST_URL the tests visit a system that runs already, e.g. that of docker-compose.yml, and start none. */
const visited = process.env.TEST_URL ? readConfig(process.env, readVisited) : undefined;

type Visited = ReturnType<typeof readVisited>;
function readVisited(read: EnvReader) {
  return {
    url: read.url('TEST_URL', ['http:', 'https:']).replace(/\/+$/, ''),
    prometheus: read.textOr('TEST_PROMETHEUS_URL', 'http://localhost:9090').replace(/\/+$/, ''),
    admin: {
      email: read.textOr('TEST_ADMIN_EMAIL', demoAdmin.email),
      password: read.textOr('TEST_ADMIN_PASSWORD', demoAdmin.password),
    },
  };
}

/** What stops, looks into or overruns a system, and so needs one of its own. */
export const testOfOwn = visited ? test.skip : test;

/** Every kind of system in which the same stories are told. */
export const places: readonly (readonly [string, () => Promise<OpenTown>])[] = visited
  ? [[`at ${visited.url}`, () => visit(visited)]]
  : (['one', 'many'] as const).map((topology) => [`with topology ${topology}`, () => buildTown({ topology })]);

/** The system that is visited, or one of the test's own. */
export const enterTown = (topology: Topology): Promise<OpenTown> =>
  visited ? visit(visited) : buildTown({ topology });

async function visit({ url, prometheus, admin }: Visited): Promise<OpenTown> {
  const scrapes = new Scrapes(prometheus);
  const town: OpenTown = {
    ...peopleOf(url, admin),
    settled: () => untilQuiet(() => scrapes.look()),
    close: async () => undefined,
  };
  await town.visitor.get('/health').catch((cause) => {
    throw new Error(`Nothing answers at ${url} (TEST_URL)`, { cause });
  });
  // Says at once when not all of it is watched.
  await town.settled();
  return town;
}
