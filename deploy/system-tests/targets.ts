import { test } from '@jest/globals';
import { type Environment, readConfig } from '@tribus/kit/core/config.ts';
import { demoAdmin } from '../demo/demo.ts';
import { PrometheusActivity } from '../one/prometheus-activity.ts';
import type { Topology } from '../one/system.ts';
import { waitUntilUnchanged } from '../one/wait-until-idle.ts';
import { peopleOf, type SharedSystem, startTestSystem } from './test-system.ts';

/** With TEST_URL the tests visit a system that runs already, e.g. that of docker-compose.yml, and start none. */
const givenTarget = process.env.TEST_URL ? readConfig(process.env, readTarget) : undefined;

type Target = ReturnType<typeof readTarget>;
function readTarget(read: Environment) {
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
export const testOfOwn = givenTarget ? test.skip : test;

/** The system that is visited, or one of the test's own. */
export const openTarget = (topology: Topology): Promise<SharedSystem> =>
  givenTarget ? visit(givenTarget) : startTestSystem({ topology });

async function visit({ url, prometheus, admin }: Target): Promise<SharedSystem> {
  const scrapes = new PrometheusActivity(prometheus);
  const system: SharedSystem = {
    ...peopleOf(url, admin),
    settled: () => waitUntilUnchanged(() => scrapes.look()),
    close: async () => undefined,
  };
  await system.visitor.get('/health').catch((cause) => {
    throw new Error(`Nothing answers at ${url} (TEST_URL)`, { cause });
  });
  // Says at once when not all of it is watched.
  await system.settled();
  return system;
}
