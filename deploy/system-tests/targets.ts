import { test } from '@jest/globals';
import { type Environment, readConfig } from '@tribus/kit/core/config.ts';
import { demoAdmin } from '../demo/demo.ts';
import { PrometheusActivity } from '../one/prometheus-activity.ts';
import type { Topology } from '../one/system.ts';
import { waitUntilUnchanged } from '../one/wait-until-idle.ts';
import { peopleOf, type SharedSystem, startTestSystem } from './test-system.ts';

/** With TEST_URL the tests use a running system, e.g. that of docker-compose.yml, and start none. */
const target = process.env.TEST_URL ? readConfig(process.env, readTarget) : undefined;

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

/** For tests that stop, inspect or overload a system, and so need one of their own. */
export const testWithOwnSystem = target ? test.skip : test;

/** Returns the target system, or starts one for the test. */
export const openTarget = (topology: Topology): Promise<SharedSystem> =>
  target ? connectTo(target) : startTestSystem({ topology });

async function connectTo({ url, prometheus, admin }: Target): Promise<SharedSystem> {
  const scrapes = new PrometheusActivity(prometheus);
  const system: SharedSystem = {
    ...peopleOf(url, admin),
    settled: () => waitUntilUnchanged(() => scrapes.read()),
    close: async () => undefined,
  };
  await system.visitor.get('/health').catch((cause) => {
    throw new Error(`No system responds at ${url} (TEST_URL)`, { cause });
  });
  // Fails at once when some process is not scraped.
  await system.settled();
  return system;
}
