import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { type Bench, openBench } from './bench.ts';

const clock = new TestClock();
let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ RATE_LIMIT_LOGIN_FAILURES: '1000' }, clock);
});
afterAll(() => bench.close());

const failures = async (where: { targetId?: string; addressMark?: string }) => {
  const { db } = await bench.openDatabase();
  const entries = db.selectFrom('auditLog').selectAll().where('action', '=', 'login_failed');
  const found = await entries.orderBy('id').execute();
  return found.filter((entry) => Object.entries(where).every(([name, value]) => Reflect.get(entry, name) === value));
};
const hourNow = () => new Date(Math.floor(clock.now().getTime() / hourMs) * hourMs).toISOString();

/** Runs `count` failures in batches that fit the hashing queue. */
async function fail(count: number, one: () => Promise<{ status: number }>): Promise<void> {
  for (let left = count; left > 0; left -= 10)
    for (const { status } of await Promise.all(Array.from({ length: Math.min(10, left) }, one)))
      expect(status).toBe(401);
}

test('an account has fifty failures an hour in the audit log, and one entry for the number of the others', async () => {
  const { id, email } = await bench.register();
  const hour = hourNow();
  await fail(60, () => bench.logIn(email, 'equivocada'));
  expect(await failures({ targetId: id })).toHaveLength(50);
  await bench.runJob('sweepSessions');
  expect(await failures({ targetId: id })).toHaveLength(50);
  clock.advance(hourMs);
  await fail(1, () => bench.logIn(email, 'equivocada'));
  await bench.runJob('sweepSessions');
  await bench.runJob('sweepSessions');
  const noted = await failures({ targetId: id });
  expect(noted).toHaveLength(52);
  expect(noted.filter(({ after }) => 'further' in after)).toMatchObject([
    { actorKind: 'service', after: { hour, further: 10 }, addressMark: '' },
  ]);
});

test('an address has the same limit across accounts; failures from other addresses are all recorded', async () => {
  clock.advance(hourMs);
  const [address, hour] = [unique('address'), hourNow()];
  await fail(55, () => bench.logIn(`${unique('nadie')}@tribus.test`, 'equivocada', address));
  expect(await failures({ addressMark: address })).toHaveLength(50);
  const { id, email } = await bench.register();
  await bench.logIn(email, 'equivocada');
  expect(await failures({ targetId: id })).toHaveLength(1);
  clock.advance(hourMs);
  await bench.runJob('sweepSessions');
  const noted = await failures({ addressMark: address });
  expect(noted).toHaveLength(51);
  expect(noted.at(-1)).toMatchObject({ targetId: '', after: { hour, further: 5 } });
});

test('failures of a deleted account are not counted', async () => {
  const { id, email, actor } = await bench.register();
  await bench.logIn(email, 'equivocada');
  const { db } = await bench.openDatabase();
  const counted = () => db.selectFrom('failedSignIns').selectAll().where('key', '=', id).execute();
  expect(await counted()).toHaveLength(1);
  await bench.service.as(actor).delete('/auth/me/account', { confirmPassword: 'una-clave-larga' });
  expect(await counted()).toEqual([]);
});
