import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { SessionRevoked, UserRegistered, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';

let bench: Bench;
let admin: SignedInUser;
beforeAll(async () => {
  bench = await openBench({ ADMIN_EMAIL: 'jefa@tribus.test', ADMIN_PASSWORD: password });
  admin = signedInUser(await bench.logIn('jefa@tribus.test', password));
});
afterAll(() => bench.close());

const as = (user: SignedInUser = admin) => bench.service.as(user.actor);
const list = async (query: string) => (await as().get(`/admin/users?${query}`)).body;
const create = (more: object = {}) =>
  as().post('/admin/users', { email: `${unique('nueva')}@tribus.test`, password, ...more });

test('an admin creates an account, and its owner signs in with the given password', async () => {
  const email = `${unique('Nueva')}@Tribus.test`;
  const { status, body } = await create({ email, name: 'Nueva', role: 'user', avatarUrl: 'emoji:🦊', isAgent: true });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      email: email.toLowerCase(),
      name: 'Nueva',
      role: 'user',
      status: 'active',
      isSilenced: false,
      limitsLifted: false,
      limitedUntil: expect.any(String),
      isAgent: false,
      avatarUrl: 'emoji:🦊',
      emailVerified: false,
      language: null,
      createdAt: expect.any(String),
      lastSeenAt: null,
      openAppeals: 0,
    },
  ]);
  expect((await bench.logIn(email, password)).status).toBe(200);
  expect(await bench.events(UserRegistered)).toContainEqual({ userId: body.id });
  const again = await create({ email });
  expect([again.status, again.body.code]).toEqual([409, 'email_taken']);
});

test.each(['王', 'x'.repeat(80)])(
  'an admin creates and renames an account with 1 to 80 characters: %s',
  async (name) => {
    const { body } = await create({ name });
    expect(body.name).toBe(name);
    const other = (await create({ name: 'Otra' })).body.id;
    expect((await as().put(`/admin/users/${other}`, { name })).body.name).toBe(name);
    const { status, body: refusal } = await as().put(`/admin/users/${other}`, { name: 'x'.repeat(81) });
    expect([status, refusal.details[0].path]).toEqual([400, 'name']);
    expect((await as().get(`/admin/users/${other}`)).body.name).toBe(name);
  },
);

test.each([
  [{ email: 'nadie' }, 'email'],
  [{ email: undefined }, 'email'],
  [{ password: 'corta' }, 'password'],
  [{ password: undefined }, 'password'],
  [{ role: 'owner' }, 'role'],
  [{ name: 'a\nb' }, 'name'],
  [{ name: 'x'.repeat(81) }, 'name'],
  [{ avatarUrl: 'emoji:ab' }, 'avatarUrl'],
  [{ avatarUrl: 'https://elsewhere.test/x.png' }, 'avatarUrl'],
])('an account with %j is rejected', async (more, path) => {
  const { status, body } = await create(more);
  expect([status, body.details[0].path]).toEqual([400, path]);
});

test('users are found by literal name and address, page by page, with their total number', async () => {
  const word = unique('50%_x');
  for (let count = 0; count < 3; count++) await create({ name: `${word} ${count}` });
  const first = await list(`q=${encodeURIComponent(word)}&pageSize=2`);
  const second = await list(`q=${encodeURIComponent(word)}&pageSize=2&page=2`);
  const names = [...first.items, ...second.items].map(({ name }: { name: string }) => name);
  expect([names, first.total, second.total]).toEqual([[`${word} 2`, `${word} 1`, `${word} 0`], 3, 3]);
  expect((await list(`q=${encodeURIComponent('50_%x')}`)).total).toBe(0);
  const { email } = await bench.register();
  expect((await list(`q=${encodeURIComponent(email.toUpperCase())}`)).items).toMatchObject([{ email }]);
});

test('no response contains a password or its hash', async () => {
  const responses = [
    await create({ password }),
    await as().get('/admin/users'),
    await as().get(`/admin/users/${admin.id}`),
  ];
  expect(JSON.stringify(responses.map(({ body }) => body))).not.toMatch(/argon|passwordHash|una-clave/);
});

test('a new role or password ends the sessions of that person; a new name does not', async () => {
  const person = await bench.register();
  const change = (body: object) => as().put(`/admin/users/${person.id}`, body);
  const isSignedIn = async () =>
    (await bench.rpc.resolveSessions({ sessionIds: [person.sessionId] })).sessions.length === 1;
  expect((await change({ name: 'Otra' })).body.name).toBe('Otra');
  expect(await isSignedIn()).toBe(true);
  expect((await change({ password: 'otra-clave-larga' })).status).toBe(200);
  expect(await isSignedIn()).toBe(false);
  expect((await bench.logIn(person.email, password)).status).toBe(401);
  const again = signedInUser(await bench.logIn(person.email, 'otra-clave-larga'));
  await change({ role: 'admin' });
  expect((await bench.rpc.resolveSessions({ sessionIds: [again.sessionId] })).sessions).toEqual([]);
  expect(await bench.events(SessionRevoked)).toContainEqual({ userId: person.id, sessionIds: [again.sessionId] });
  expect(await bench.events(UserUpdated)).toContainEqual({ userId: person.id });
  await change({ role: 'user' });
});

test('a new address is unverified, and a taken one is rejected and changes nothing', async () => {
  const [one, other] = [await bench.register(), await bench.register()];
  const taken = await as().put(`/admin/users/${one.id}`, { email: other.email, name: 'Cambiada' });
  expect([taken.status, taken.body.code]).toEqual([409, 'email_taken']);
  const before = (await as().get(`/admin/users/${one.id}`)).body;
  expect([before.email, before.name]).not.toContain('Cambiada');
  const email = `${unique('nueva')}@tribus.test`;
  expect((await as().put(`/admin/users/${one.id}`, { email })).body).toMatchObject({ email, emailVerified: false });
});

test('the last admin cannot be demoted, and of two who demote each other concurrently one remains an admin', async () => {
  const alone = await as().put(`/admin/users/${admin.id}`, { role: 'user' });
  expect([alone.status, alone.body.code]).toEqual([409, 'last_admin']);
  const { body } = await create({ role: 'admin' });
  const second: SignedInUser = signedInUser(await bench.logIn(body.email, password));
  const responses = await Promise.all([
    as().put(`/admin/users/${second.id}`, { role: 'user' }),
    as(second).put(`/admin/users/${admin.id}`, { role: 'user' }),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
  await (await bench.openDatabase()).db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('id', '=', admin.id)
    .execute();
  await as().put(`/admin/users/${second.id}`, { role: 'user' });
});

test('an admin deletes an account, but not their own: that requires proof of identity elsewhere', async () => {
  const person = await bench.register();
  expect((await as().delete(`/admin/users/${person.id}`)).status).toBe(200);
  expect((await as().delete(`/admin/users/${person.id}`)).status).toBe(404);
  expect((await bench.logIn(person.email, password)).status).toBe(401);
  const own = await as().delete(`/admin/users/${admin.id}`);
  expect([own.status, own.body.code]).toEqual([409, 'own_account_elsewhere']);
  for (const change of [{ password: 'otra-clave-larga' }, { email: `${unique('otra')}@tribus.test` }]) {
    const changed = await as().put(`/admin/users/${admin.id}`, change);
    expect([changed.status, changed.body.code]).toEqual([409, 'own_account_elsewhere']);
  }
  expect((await as().put(`/admin/users/${admin.id}`, { name: 'Otro nombre' })).status).toBe(200);
});

test('an admin ends all sessions of a user, and all but the current one of their own', async () => {
  const person = await bench.register();
  await bench.logIn(person.email, password);
  const sessions = async (id: string) => (await as().get(`/admin/users/${id}/sessions`)).body.items;
  expect(await sessions(person.id)).toHaveLength(2);
  expect((await as().delete(`/admin/users/${person.id}/sessions`)).status).toBe(200);
  expect(await sessions(person.id)).toEqual([]);
  // A session of its own, because the other test may have demoted either admin and ended their sessions.
  const own = signedInUser(await bench.logIn('jefa@tribus.test', password));
  await bench.logIn('jefa@tribus.test', password);
  await bench.service.as(own.actor).delete(`/admin/users/${admin.id}/sessions`);
  expect((await sessions(admin.id)).map(({ id }: { id: string }) => id)).toEqual([own.sessionId]);
});

test("an admin's changes are in the audit log, without the password", async () => {
  const person = await bench.register();
  await as().put(`/admin/users/${person.id}`, { name: 'Nombre nuevo', password: 'secreto-secreto' });
  const { body } = await as().get(`/admin/audit?target=${person.id}`);
  expect(body.items).toMatchObject([
    {
      action: 'user_updated',
      actor: { id: admin.id },
      before: { name: person.email.split('@')[0] },
      after: { name: 'Nombre nuevo', password: 'changed' },
    },
  ]);
  expect(JSON.stringify(body)).not.toContain('secreto-secreto');
});

test('a change to the current values is neither in the audit log nor emitted', async () => {
  const person = await bench.register();
  const change = { name: 'Nombre nuevo', role: 'user' };
  const events = async () => (await bench.events(UserUpdated)).filter(({ userId }) => userId === person.id).length;
  await as().put(`/admin/users/${person.id}`, change);
  const emitted = await events();
  for (const again of [change, {}])
    expect(await as().put(`/admin/users/${person.id}`, again)).toMatchObject({ status: 200, body: change });
  expect((await as().get(`/admin/audit?target=${person.id}`)).body.items).toHaveLength(1);
  expect(await events()).toBe(emitted);
});

test('only admins list and change accounts; an unknown user is 404', async () => {
  const unknownUserId = '00000000-0000-7000-8000-000000000000';
  const outsider = bench.service.as(userActor('00000000-0000-7000-8000-00000000000b'));
  expect((await outsider.get('/admin/users')).status).toBe(403);
  expect((await outsider.put(`/admin/users/${unknownUserId}`, { role: 'admin' })).status).toBe(403);
  for (const path of [`/admin/users/${unknownUserId}`, '/admin/users/x', `/admin/users/${unknownUserId}/sessions`])
    expect((await as().get(path)).status).toBe(404);
  expect((await as().put(`/admin/users/${unknownUserId}`, { name: 'Nadie' })).status).toBe(404);
});

test('peers read the site admins page by page, without suspended ones', async () => {
  const made = [];
  for (let count = 0; count < 3; count++) made.push((await create({ role: 'admin' })).body.id);
  const [suspended, ...others] = made;
  const suspension = { kind: 'suspension', reason: 'spam', message: 'Has repetido el mismo anuncio.' };
  expect((await as().post(`/admin/users/${suspended}/sanctions`, suspension)).status).toBe(201);
  await create();
  const listed: string[] = [];
  let cursor = '';
  do {
    const page = await bench.rpc.listAdmins({ cursor, limit: 2 });
    listed.push(...page.userIds);
    cursor = page.nextCursor;
  } while (cursor !== '');
  expect(listed).toEqual(expect.arrayContaining([admin.id, ...others]));
  expect(listed).not.toContain(suspended);
  expect(new Set(listed).size).toBe(listed.length);
  await expect(bench.rpc.listAdmins({ cursor: 'x', limit: 0 })).rejects.toMatchObject({ code: 'bad_cursor' });
});

test.each<
  [
    string,
    (member: SignedInUser, sanctionId: string) => { method: 'post' | 'put' | 'delete'; path: string; body?: object },
  ]
>([
  [
    'creates no account',
    () => ({ method: 'post', path: '/admin/users', body: { email: 'tarde@tribus.test', password } }),
  ],
  ['sets no password', ({ id }) => ({ method: 'put', path: `/admin/users/${id}`, body: { password: 'otra-clave' } })],
  ['deletes no account', ({ id }) => ({ method: 'delete', path: `/admin/users/${id}` })],
  ['ends no sessions', ({ id }) => ({ method: 'delete', path: `/admin/users/${id}/sessions` })],
  ['lifts no limits', ({ id }) => ({ method: 'put', path: `/admin/users/${id}/limits`, body: { lifted: true } })],
  [
    'lifts no sanction',
    (_member, id) => ({ method: 'post', path: `/admin/sanctions/${id}/lift`, body: { note: 'No' } }),
  ],
  [
    'answers no appeal',
    (_member, id) => ({
      method: 'put',
      path: `/admin/sanctions/${id}/appeal`,
      body: { outcome: 'lifted', answer: 'Fue un error.' },
    }),
  ],
])('an admin who is demoted while their request waits %s', async (_what, requestOf) => {
  const [member, demoted] = [await bench.register(), await bench.register()];
  const sanction = { kind: 'silence', reason: 'spam', message: 'El mismo anuncio.', endsAt: null };
  const { id: sanctionId } = (await as().post(`/admin/users/${member.id}/sanctions`, sanction)).body;
  const { db } = await bench.openDatabase();
  const stateOf = async () => {
    const account = await db.selectFrom('users').selectAll().where('id', '=', member.id).execute();
    const sanctions = await db.selectFrom('sanctions').selectAll().where('userId', '=', member.id).execute();
    return { account, sanctions, total: (await list('')).total };
  };
  const before = await stateOf();
  // The role that the route's guard has read, before the demotion.
  const waiting = bench.service.as({ ...demoted.actor, role: 'admin' });
  const { method, path, body } = requestOf(member, sanctionId);
  const response = await waiting[method](path, body);
  expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
  expect(await stateOf()).toEqual(before);
  expect((await bench.rpc.resolveSessions({ sessionIds: [member.sessionId] })).sessions).toHaveLength(1);
});
