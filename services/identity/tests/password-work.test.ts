import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { systemClock } from '@tribus/kit/core/clock.ts';
import { until } from '@tribus/kit/testing/until.ts';
import type { Bench } from './bench.ts';

const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');

/** Hashes that passwords were verified against, in order. */
const verified: string[] = [];
/** Awaited by each verification before it starts. */
let gate: Promise<unknown> = Promise.resolve();

// The real module: its calls are only counted and delayed.
jest.unstable_mockModule('@node-rs/argon2', () => ({
  ...argon2,
  verify: async (...[hash, ...rest]: Parameters<typeof argon2.verify>) => {
    verified.push(String(hash));
    await gate;
    return argon2.verify(hash, ...rest);
  },
}));

const { openBench } = await import('./bench.ts');
const { defaultCost } = await import('../src/passwords.ts');

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({}, systemClock, defaultCost);
});
afterAll(() => bench.close());

/** Returns the cost part of a hash: kind, version, memory, passes. */
const costOf = (hash: string): string => hash.split('$').slice(0, 4).join('$');

test('an unknown address costs the same work as a wrong password, so that timing does not distinguish them', async () => {
  const [{ email }, withoutPassword] = [await bench.register(), await bench.register()];
  await bench.removePassword(withoutPassword.id);
  const workOf = async (address: string) => {
    const before = verified.length;
    expect((await bench.logIn(address, 'equivocada')).status).toBe(401);
    return verified.slice(before).map(costOf);
  };
  const work = await workOf(email);
  expect(work).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=/)]);
  expect(await workOf(`${unique('unknown')}@tribus.test`)).toEqual(work);
  expect(await workOf(withoutPassword.email)).toEqual(work);
});

test('during a flood of logins those beyond the queue get 503, and the others succeed', async () => {
  const [sent, queueCapacity] = [120, 64];
  const pause = Promise.withResolvers<void>();
  gate = pause.promise;
  const before = verified.length;
  const refusals: (string | null)[] = [];
  const logins = Array.from({ length: sent }, async () => {
    const { status, headers } = await bench.logIn(`${unique('unknown')}@tribus.test`, 'equivocada');
    if (status === 503) refusals.push(headers.get('retry-after'));
    return status;
  });
  const atWork = () => verified.length - before;
  await until(
    () => atWork() > 0 && refusals.length === sent - queueCapacity - atWork(),
    () => `all but those at work and ${queueCapacity} are refused (${refusals.length} are, ${atWork()} are at work)`,
  );
  pause.resolve();
  const statuses = await Promise.all(logins);
  expect(statuses.filter((status) => status === 401)).toHaveLength(sent - refusals.length);
  expect(new Set(refusals)).toEqual(new Set(['2']));
  expect((await bench.logIn((await bench.register()).email, 'equivocada')).status).toBe(401);
});
