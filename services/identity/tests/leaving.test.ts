import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { type Bench, openBench, password, type SignedInUser } from './bench.ts';

const clock = new TestClock();
let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ ADMIN_EMAIL: 'primera@tribus.test', ADMIN_PASSWORD: password }, clock);
});
afterAll(() => bench.close());

const leave = ({ actor }: SignedInUser, confirmPassword?: string) =>
  bench.service.as(actor).delete('/auth/me/account', { confirmPassword });

const exists = async (id: string) => !(await bench.rpc.getUsers({ ids: [id] })).users[0]?.isDeleted;

test('an account goes with the right password only, and its address is free again', async () => {
  const ana = await bench.register();
  const none = await leave(ana);
  expect([none.status, none.body.code]).toEqual([400, 'password_missing']);
  const wrong = await leave(ana, 'no es esta');
  expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password']);
  expect(await exists(ana.id)).toBe(true);

  const answers = await Promise.all(Array.from({ length: 5 }, () => leave(ana, password)));
  expect(answers.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([{ success: true }]);
  expect(await exists(ana.id)).toBe(false);
  expect((await bench.events(UserDeleted)).filter(({ userId }) => userId === ana.id)).toHaveLength(1);
  expect((await bench.rpc.resolveSessions({ sessionIds: [ana.sessionId] })).sessions).toEqual([]);
  expect((await bench.logIn(ana.email, password)).status).toBe(401);
  expect((await bench.register(ana.email)).id).not.toBe(ana.id);
});

test('who has no password leaves within minutes of signing in, and later not without doing so again', async () => {
  const [soon, late] = [await bench.register(), await bench.register()];
  for (const { id } of [soon, late]) await bench.forgetPassword(id);
  expect((await leave(soon)).status).toBe(200);
  clock.advance(60 * 60 * 1000);
  const refused = await leave(late);
  expect([refused.status, refused.body.code]).toEqual([403, 'recent_sign_in_needed']);
  expect(await exists(late.id)).toBe(true);
});

test('of two admins who leave at once one stays', async () => {
  const { db } = await bench.openDatabase();
  await db.updateTable('users').set({ role: 'user' }).where('email', '=', 'primera@tribus.test').execute();
  const admins = [await bench.register(), await bench.register()];
  for (const { id } of admins) await db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute();
  const answers = await Promise.all(admins.map((admin) => leave(admin, password)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('last_admin');
});

test('the audit log keeps what they did under their id alone, and refuses every other change', async () => {
  const { db } = await bench.openDatabase();
  const ana = await bench.register();
  await bench.service
    .as(ana.actor)
    .put('/auth/me/password', { currentPassword: password, newPassword: 'otra-clave-larga' });
  const entries = () => db.selectFrom('auditLog').selectAll().where('actorId', '=', ana.id).orderBy('action').execute();
  const [before] = await entries();
  expect(before).toMatchObject({ action: 'password_changed', actorName: expect.stringMatching(/./) });
  expect((await leave(ana, 'otra-clave-larga')).status).toBe(200);
  expect((await entries()).map(({ action, actorName, targetName }) => [action, actorName, targetName])).toEqual([
    ['password_changed', '', ''],
    ['user_deleted', '', ''],
  ]);
  const change = (set: { actorName: string } | { action: 'user_warned' }) =>
    db.updateTable('auditLog').set(set).where('actorId', '=', ana.id).execute();
  await expect(change({ actorName: 'otra' })).rejects.toThrow('append-only');
  await expect(change({ action: 'user_warned' })).rejects.toThrow('append-only');
});

test('what they wrote to the team goes with them where the address is proved to be theirs', async () => {
  const { db } = await bench.openDatabase();
  const ana = await bench.register();
  const form = { name: 'Ana', email: ana.email, subject: 'other', message: 'Buenas tardes' };
  expect((await bench.service.as().post('/contact', form)).status).toBe(201);
  const kept = () => db.selectFrom('contactMessages').selectAll().where('email', '=', ana.email).execute();
  expect((await leave(ana, password)).status).toBe(200);
  // Anybody may have registered it.
  expect(await kept()).toHaveLength(1);
  const owner = await bench.register(ana.email);
  await db.updateTable('users').set({ emailVerifiedAt: new Date() }).where('id', '=', owner.id).execute();
  expect((await leave(owner, password)).status).toBe(200);
  expect(await kept()).toEqual([]);
});
