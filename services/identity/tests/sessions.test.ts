import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { SessionRevoked } from '@tribus/proto/identity/v1/events.ts';
import jwt from 'jsonwebtoken';
import { SessionUses } from '../src/session-uses.ts';
import { openIdentityStore } from '../src/store/store.ts';
import { type Bench, newSigningKey, openBench, password, signedInUser } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const isOpen = async (sessionId: string) =>
  (await bench.rpc.resolveSessions({ sessionIds: [sessionId] })).sessions.length === 1;

test('peers can resolve the user of a session', async () => {
  const { id, sessionId, token } = await bench.register();
  const { exp = 0 } = jwt.decode(token, { json: true }) ?? {};
  const { sessions } = await bench.rpc.resolveSessions({ sessionIds: [sessionId, 'nonsense', id] });
  expect(sessions).toEqual([
    {
      sessionId,
      userId: id,
      role: 'user',
      status: 'active',
      language: 'none',
      termsAccepted: true,
      isAgent: false,
      isSilenced: false,
      limitedUntil: expect.any(String),
      expiresAt: expect.any(String),
    },
  ]);
  expect(Math.floor(Date.parse(sessions[0]?.expiresAt ?? '') / 1000)).toBe(exp);
});

test('logging out ends the session for good and emits one event', async () => {
  const { actor, id, sessionId } = await bench.register();
  const responses = await Promise.all(Array.from({ length: 5 }, () => bench.service.as(actor).post('/auth/logout')));
  expect(responses.map(({ status, body }) => [status, body])).toEqual(Array(5).fill([200, { ok: true }]));
  expect(await isOpen(sessionId)).toBe(false);
  const ended = (await bench.events(SessionRevoked)).filter(({ userId }) => userId === id);
  expect(ended).toEqual([{ userId: id, sessionIds: [sessionId] }]);
});

test('people see their own sessions only', async () => {
  const { actor, email, sessionId } = await bench.register();
  const phone = signedInUser(
    await bench.service.as().post('/auth/login', { email, password }, { 'user-agent': 'A phone' }),
  );
  await bench.register();
  const { body } = await bench.service.as(actor).get('/auth/sessions');
  expect(body.items).toEqual([
    expect.objectContaining({ id: phone.sessionId, userAgent: 'A phone', current: false }),
    expect.objectContaining({ id: sessionId, current: true }),
  ]);
});

test('people end one of their own sessions, but none of another user', async () => {
  const ownAccount = await bench.register();
  const phone = signedInUser(await bench.logIn(ownAccount.email, password));
  const other = await bench.register();
  const me = bench.service.as(ownAccount.actor);
  expect((await me.delete(`/auth/sessions/${phone.sessionId}`)).body).toEqual({ ok: true });
  expect(await isOpen(phone.sessionId)).toBe(false);
  for (const id of [phone.sessionId, other.sessionId, 'nonsense'])
    expect((await me.delete(`/auth/sessions/${id}`)).status).toBe(404);
  expect(await isOpen(other.sessionId)).toBe(true);
  expect(await isOpen(ownAccount.sessionId)).toBe(true);
});

test('people end all their other sessions at once', async () => {
  const ownAccount = await bench.register();
  const others = [await bench.logIn(ownAccount.email, password), await bench.logIn(ownAccount.email, password)].map(
    signedInUser,
  );
  expect((await bench.service.as(ownAccount.actor).delete('/auth/sessions')).body).toEqual({ ok: true });
  for (const { sessionId } of others) expect(await isOpen(sessionId)).toBe(false);
  expect(await isOpen(ownAccount.sessionId)).toBe(true);
  const [ended] = (await bench.events(SessionRevoked)).filter(({ userId }) => userId === ownAccount.id);
  expect(new Set(ended?.sessionIds)).toEqual(new Set(others.map(({ sessionId }) => sessionId)));
});

test('listing and ending sessions requires a session', async () => {
  const visitor = bench.service.as();
  const responses = [
    await visitor.post('/auth/logout'),
    await visitor.get('/auth/sessions'),
    await visitor.delete('/auth/sessions'),
    await visitor.delete('/auth/sessions/x'),
    await visitor.get('/auth/me'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
});

test('a session expires after thirty days, and records its last use', async () => {
  const clock = new TestClock(new Date());
  const old = await openBench({}, clock);
  const { actor, sessionId } = await old.register();
  const began = clock.now();
  const resolve = async () => (await old.rpc.resolveSessions({ sessionIds: [sessionId] })).sessions;

  clock.advance(29 * dayMs);
  expect(await resolve()).toHaveLength(1);
  const listed = async () => (await old.service.as(actor).get('/auth/sessions')).body.items;
  await until(async () => (await listed())[0].lastSeenAt === clock.now().toISOString(), 'the use is recorded');
  expect(await listed()).toMatchObject([
    {
      createdAt: began.toISOString(),
      lastSeenAt: clock.now().toISOString(),
      expiresAt: new Date(began.getTime() + 30 * dayMs).toISOString(),
    },
  ]);
  clock.advance(dayMs);
  expect(await resolve()).toHaveLength(0);
  expect((await old.service.as(userActor(actor.id)).get('/auth/sessions')).body.items).toEqual([]);
  await old.close();
});

test('resolving a session does not wait for recording its use, which is written once in five minutes', async () => {
  const clock = new TestClock(new Date());
  const one = await openBench({}, clock);
  const { id, sessionId } = await one.register();
  const { db } = await one.openDatabase();
  const resolve = async () => (await one.rpc.resolveSessions({ sessionIds: [sessionId] })).sessions.length;
  const seenAt = async () =>
    (await db.selectFrom('sessions').select('lastSeenAt').where('id', '=', sessionId).executeTakeFirstOrThrow())
      .lastSeenAt;
  const accountSeenAt = async () =>
    (await db.selectFrom('users').select('seenAt').where('id', '=', id).executeTakeFirstOrThrow()).seenAt;
  const registered = clock.now();
  clock.advance(5 * 60_000);
  const noted = clock.now();
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).forUpdate().execute();
    // The row is locked, and the session is still resolved.
    expect(await resolve()).toBe(1);
    expect(await seenAt()).toEqual(registered);
  });
  await until(async () => {
    await resolve();
    return (await seenAt()).getTime() === noted.getTime();
  }, 'the use is noted');
  // By a separate statement, after that of the session.
  await until(async () => (await accountSeenAt())?.getTime() === noted.getTime(), 'the use of the account is recorded');
  clock.advance(5 * 60_000 - 1);
  expect(await resolve()).toBe(1);
  const uses = new SessionUses({ clock }, openIdentityStore(await one.openDatabase()).sessions);
  uses.record([{ id: sessionId, lastSeenAt: registered }]);
  await uses.write();
  expect(await seenAt()).toEqual(noted);
  expect(await accountSeenAt()).toEqual(noted);
  await one.close();
});

test('the first of several keys signs', async () => {
  const [next, before] = [newSigningKey(), newSigningKey()];
  const rotated = await openBench({ JWT_PRIVATE_KEY: `${next}\n${before}` });
  const { token } = await rotated.register();
  expect(jwt.verify(token, next, { algorithms: ['ES256'] })).toMatchObject({ typ: 'session' });
  expect(() => jwt.verify(token, before, { algorithms: ['ES256'] })).toThrow('invalid signature');
  await rotated.close();
});
