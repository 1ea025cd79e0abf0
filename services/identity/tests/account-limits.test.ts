import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';

const clock = new TestClock();
let bench: Bench;
let admin: SignedInUser;
beforeAll(async () => {
  bench = await openBench({ ADMIN_EMAIL: 'jefa@tribus.test', ADMIN_PASSWORD: password }, clock);
  admin = signedInUser(await bench.logIn('jefa@tribus.test', password));
});
afterAll(() => bench.close());

const as = (user: SignedInUser) => bench.service.as(user.actor);
const limitOf = async ({ sessionId }: SignedInUser) =>
  (await bench.rpc.resolveSessions({ sessionIds: [sessionId] })).sessions[0]?.limitedUntil;
const lift = (id: string, lifted: boolean, by = admin) => as(by).put(`/admin/users/${id}/limits`, { lifted });
const auditOf = async (id: string) => (await as(admin).get(`/admin/audit?target=${id}`)).body.items;

test('a new account has limits for a day, an admin has none', async () => {
  const until = new Date(clock.now().getTime() + dayMs).toISOString();
  const ana = await bench.register();
  expect([await limitOf(ana), await limitOf(admin)]).toEqual([until, '']);
  const shown = async () => (await as(admin).get(`/admin/users/${ana.id}`)).body;
  const own = async () => (await as(ana).get('/auth/me')).body.limitedUntil;
  expect(await shown()).toMatchObject({ limitsLifted: false, limitedUntil: until });
  expect([await own(), (await as(admin).get('/auth/me')).body.limitedUntil]).toEqual([until, null]);
  clock.advance(dayMs);
  expect(await shown()).toMatchObject({ limitsLifted: false, limitedUntil: null });
  expect(await own()).toBeNull();
});

test('an agent has no limits', async () => {
  const agent = await bench.register();
  await bench.rpc.setAgent({ userId: agent.id, isAgent: true });
  expect(await limitOf(agent)).toBe('');
});

test("an admin lifts a user's limits and restores them, each with one audit entry", async () => {
  const ana = await bench.register();
  expect((await lift(ana.id, true)).body).toMatchObject({ limitsLifted: true, limitedUntil: null });
  expect((await lift(ana.id, true)).status).toBe(200);
  expect(await limitOf(ana)).toBe('');
  expect((await lift(ana.id, false)).body).toMatchObject({ limitsLifted: false, limitedUntil: expect.any(String) });
  expect(await limitOf(ana)).not.toBe('');
  expect(await auditOf(ana.id)).toMatchObject([
    { action: 'account_limits_changed', after: { limits_lifted: false } },
    { action: 'account_limits_changed', actor: { id: admin.id }, after: { limits_lifted: true } },
  ]);
});

test('only an admin lifts limits, and an unknown user is not found', async () => {
  const ana = await bench.register();
  expect((await lift(ana.id, true, ana)).status).toBe(403);
  expect((await lift(crypto.randomUUID(), true)).status).toBe(404);
  expect((await as(admin).put(`/admin/users/${ana.id}/limits`, {})).status).toBe(400);
});

test('no account has limits when the limits of new accounts are disabled', async () => {
  const own = await openBench({ NEW_ACCOUNT_HOURS: '0' });
  try {
    const { sessionId } = await own.register();
    const { sessions } = await own.rpc.resolveSessions({ sessionIds: [sessionId] });
    expect(sessions[0]?.limitedUntil).toBe('');
  } finally {
    await own.close();
  }
});
