import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serviceActor, userActor } from '@tribus/kit/core/actor.ts';
import { UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import { type Bench, openBench, password } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const unknownUserId = '00000000-0000-7000-8000-000000000000';

test('people see all fields of their own account', async () => {
  const { actor, id, email } = await bench.register();
  const { body } = await bench.service.as(actor).get('/auth/me');
  expect(body).toMatchObject({ id, email, role: 'user', emailVerified: false });
});

test('a deleted account is not found', async () => {
  expect((await bench.service.as(userActor(unknownUserId)).get('/auth/me')).status).toBe(401);
});

test('a public profile shows no email address, not even to admins', async () => {
  const { actor, id, email } = await bench.register();
  for (const viewer of [undefined, actor, { ...actor, role: 'admin' as const }]) {
    const { status, body } = await bench.service.as(viewer).get(`/auth/public/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      name: email.split('@')[0],
      avatarUrl: null,
      isAgent: false,
      createdAt: expect.any(String),
      followersCount: 0,
      followingCount: 0,
    });
    expect(JSON.stringify(body)).not.toContain(email);
  }
});

test('an unknown profile is not found', async () => {
  for (const id of [unknownUserId, 'nobody', 'deleted'])
    expect((await bench.service.as().get(`/auth/public/${id}`)).status).toBe(404);
});

test('peers get one user per distinct id, and a deleted user for an unknown id', async () => {
  const { id, email } = await bench.register();
  const { users } = await bench.rpc.getUsers({ ids: [id, unknownUserId, 'hidden-1', id] });
  expect(users).toHaveLength(3);
  expect(users.find((user) => user.id === id)).toEqual({
    id,
    name: email.split('@')[0],
    email,
    avatarUrl: '',
    role: 'user',
    isAgent: false,
    isDeleted: false,
    showsProgress: false,
    createdAt: expect.any(String),
  });
  for (const unknown of [unknownUserId, 'hidden-1'])
    expect(users).toContainEqual({
      id: unknown,
      name: '',
      email: '',
      avatarUrl: '',
      role: 'none',
      isAgent: false,
      isDeleted: true,
      showsProgress: false,
      createdAt: '',
    });
});

test('a user becomes an agent and a person again, with an event for each change', async () => {
  const { id, sessionId } = await bench.register();
  for (const isAgent of [true, true, false]) await bench.rpc.setAgent({ userId: id, isAgent });
  await bench.rpc.setAgent({ userId: id, isAgent: true });
  expect((await bench.events(UserUpdated)).filter(({ userId }) => userId === id)).toHaveLength(3);
  expect((await bench.service.as().get(`/auth/public/${id}`)).body.isAgent).toBe(true);
  const { sessions } = await bench.rpc.resolveSessions({ sessionIds: [sessionId] });
  expect(sessions).toMatchObject([{ isAgent: true }]);
});

test('only services and admins mark users as agents', async () => {
  const { actor, id } = await bench.register();
  const request = { userId: id, isAgent: true };
  await expect(bench.rpc.setAgent(request, { actor })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(bench.rpc.setAgent({ ...request, userId: unknownUserId })).rejects.toMatchObject({ code: 'not_found' });
  for (const allowed of [serviceActor('agents'), { ...actor, role: 'admin' as const }])
    expect(await bench.rpc.setAgent(request, { actor: allowed })).toEqual({});
});

test('a heartbeat requires a session', async () => {
  const { actor } = await bench.register();
  expect((await bench.service.as(actor).post('/user/heartbeat')).body).toEqual({ ok: true });
  expect((await bench.service.as().post('/user/heartbeat')).status).toBe(401);
});

test('heartbeats succeed without Redis', async () => {
  const alone = await openBench({ REDIS_URL: 'redis://127.0.0.1:1' });
  const { actor } = await alone.register();
  expect((await alone.service.as(actor).post('/user/heartbeat')).body).toEqual({ ok: true });
  await alone.close();
});

test('passwords and tokens are never logged, and returned to their owner only', async () => {
  const { actor, email, token, id } = await bench.register();
  const login = await bench.logIn(email, password);
  await bench.logIn(email, 'otra-clave-secreta');
  await bench.service.as().post('/auth/register', { email, password: { clave: 'tercera-clave-secreta' } });
  const seen = await Promise.all([
    bench.service.as(actor).get('/auth/me'),
    bench.service.as(actor).get('/auth/sessions'),
    bench.service.as(actor).get(`/auth/public/${id}`),
  ]);
  const logged = bench.service.logged.join('');
  const answered = JSON.stringify(seen.map(({ body }) => body));
  expect(logged).toContain('"audit":"login_failed"');
  for (const secret of [password, 'otra-clave-secreta', 'tercera-clave-secreta', token, login.body.token, '$argon2'])
    for (const text of [logged, answered]) expect(text).not.toContain(secret);
});
