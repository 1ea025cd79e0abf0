import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { recordTouchedRows } from '@tribus/kit/testing/touched-rows.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { sql } from 'kysely';
import { type Bench, openBench, password, type SignedInUser } from './bench.ts';

const clock = new TestClock();
let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ ADMIN_EMAIL: 'primera@tribus.test', ADMIN_PASSWORD: password }, clock);
});
afterAll(() => bench.close());

const deleteAccount = ({ actor }: SignedInUser, confirmPassword?: string) =>
  bench.service.as(actor).delete('/auth/me/account', { confirmPassword });

const exists = async (id: string) => !(await bench.rpc.getUsers({ ids: [id] })).users[0]?.isDeleted;

test('an account is deleted only with the right password, and its address is free again', async () => {
  const ana = await bench.register();
  const none = await deleteAccount(ana);
  expect([none.status, none.body.code]).toEqual([400, 'password_missing']);
  const wrong = await deleteAccount(ana, 'no es esta');
  expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password']);
  expect(await exists(ana.id)).toBe(true);

  const responses = await Promise.all(Array.from({ length: 5 }, () => deleteAccount(ana, password)));
  expect(responses.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([{ success: true }]);
  expect(await exists(ana.id)).toBe(false);
  expect((await bench.events(UserDeleted)).filter(({ userId }) => userId === ana.id)).toHaveLength(1);
  expect((await bench.rpc.resolveSessions({ sessionIds: [ana.sessionId] })).sessions).toEqual([]);
  expect((await bench.logIn(ana.email, password)).status).toBe(401);
  expect((await bench.register(ana.email)).id).not.toBe(ana.id);
});

test('an account without a password can be deleted only shortly after signing in', async () => {
  const [soon, late] = [await bench.register(), await bench.register()];
  for (const { id } of [soon, late]) await bench.removePassword(id);
  expect((await deleteAccount(soon)).status).toBe(200);
  clock.advance(hourMs);
  const refused = await deleteAccount(late);
  expect([refused.status, refused.body.code]).toEqual([403, 'recent_sign_in_needed']);
  expect(await exists(late.id)).toBe(true);
});

test('two admins who delete their accounts concurrently leave one admin', async () => {
  const { db } = await bench.openDatabase();
  await db.updateTable('users').set({ role: 'user' }).where('email', '=', 'primera@tribus.test').execute();
  const admins = [await bench.register(), await bench.register()];
  for (const { id } of admins) await db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute();
  const responses = await Promise.all(admins.map((admin) => deleteAccount(admin, password)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(responses.find(({ status }) => status === 409)?.body.code).toBe('last_admin');
});

test("the audit log keeps a deleted user's actions under the id only, and rejects every other change", async () => {
  const { db } = await bench.openDatabase();
  const ana = await bench.register();
  await bench.service
    .as(ana.actor)
    .put('/auth/me/password', { currentPassword: password, newPassword: 'otra-clave-larga' });
  const entries = () => db.selectFrom('auditLog').selectAll().where('actorId', '=', ana.id).orderBy('action').execute();
  const [before] = await entries();
  expect(before).toMatchObject({ action: 'password_changed', actorName: expect.stringMatching(/./) });
  expect((await deleteAccount(ana, 'otra-clave-larga')).status).toBe(200);
  await bench.jobsDone();
  expect((await entries()).map(({ action, actorName, targetName }) => [action, actorName, targetName])).toEqual([
    ['password_changed', '', ''],
    ['user_deleted', '', ''],
  ]);
  const change = (set: { actorName: string } | { action: 'user_warned' }) =>
    db.updateTable('auditLog').set(set).where('actorId', '=', ana.id).execute();
  await expect(change({ actorName: 'otra' })).rejects.toThrow('append-only');
  await expect(change({ action: 'user_warned' })).rejects.toThrow('append-only');
});

test('contact messages are deleted with the account when its address is verified', async () => {
  const { db } = await bench.openDatabase();
  const ana = await bench.register();
  const form = { name: 'Ana', email: ana.email, subject: 'other', message: 'Buenas tardes' };
  expect((await bench.service.as().post('/contact', form)).status).toBe(201);
  const messages = () => db.selectFrom('contactMessages').selectAll().where('email', '=', ana.email).execute();
  expect((await deleteAccount(ana, password)).status).toBe(200);
  await bench.jobsDone();
  // The address is unverified, so it may be another person's.
  expect(await messages()).toHaveLength(1);
  const owner = await bench.register(ana.email);
  await db.updateTable('users').set({ emailVerifiedAt: new Date() }).where('id', '=', owner.id).execute();
  await db.transaction().execute(async (locking) => {
    await locking.selectFrom('contactMessages').select('id').where('email', '=', ana.email).forUpdate().execute();
    // The deletion does not wait for the messages, which a job deletes.
    expect((await deleteAccount(owner, password)).status).toBe(200);
    clock.advance(1_000);
    expect((await bench.service.as().post('/contact', { ...form, message: 'De la siguiente' })).status).toBe(201);
  });
  await bench.jobsDone();
  expect(await messages()).toMatchObject([{ message: 'De la siguiente' }]);
});

test('contact messages sent while signed in are deleted with the account, whatever address they name', async () => {
  const { db } = await bench.openDatabase();
  const [ana, beto] = [await bench.register(), await bench.register()];
  const email = `tercera-${ana.id}@tribus.test`;
  const send = (from: SignedInUser | null, address: string, message: string) =>
    bench.service
      .as(from?.actor)
      .post('/contact', { name: 'Ana', email: address, subject: 'other', message: `Buenas tardes, ${message}` });
  const sent = [
    await send(ana, ana.email, 'suyo'),
    await send(ana, email, 'suyo también'),
    await send(beto, email, 'de Beto'),
    await send(null, email, 'de visita'),
  ];
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect((await deleteAccount(ana, password)).status).toBe(200);
  await bench.jobsDone();
  const left = await db
    .selectFrom('contactMessages')
    .select('message')
    .where('email', 'in', [ana.email, email])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  expect(left.map(({ message }) => message)).toEqual(['Buenas tardes, de Beto', 'Buenas tardes, de visita']);
});

test('a contact message does not keep the id of a deleted admin who handled it', async () => {
  const { db } = await bench.openDatabase();
  const [admin, other] = [await bench.register(), await bench.register()];
  for (const { id } of [admin, other])
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute();
  const email = `visita-${admin.id}@tribus.test`;
  const form = { name: 'Eva', email, subject: 'other', message: 'Buenas tardes' };
  for (let count = 0; count < 2; count++) expect((await bench.service.as().post('/contact', form)).status).toBe(201);
  const messages = () => db.selectFrom('contactMessages').selectAll().where('email', '=', email).execute();
  const [first, second] = await messages();
  const mark = (by: SignedInUser, id = '') =>
    bench.service.as({ ...by.actor, role: 'admin' }).put(`/admin/contact-messages/${id}`, { handled: true });
  expect((await mark(admin, first?.id)).status).toBe(200);
  expect((await mark(other, second?.id)).status).toBe(200);
  expect((await deleteAccount(admin, password)).status).toBe(200);
  await bench.jobsDone();
  const handlers = new Map((await messages()).map(({ id, handledBy, handledAt }) => [id, [handledBy, !!handledAt]]));
  expect(handlers).toEqual(
    new Map([
      [first?.id, [null, true]],
      [second?.id, [other.id, true]],
    ]),
  );
});

test('sanctions, also those of deleted accounts, do not keep the id of a deleted admin who issued them', async () => {
  const { db } = await bench.openDatabase();
  const [admin, other] = [await bench.register(), await bench.register()];
  for (const { id } of [admin, other])
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute();
  const as = (by: SignedInUser) => bench.service.as({ ...by.actor, role: 'admin' });
  const sanction = { kind: 'silence', reason: 'spam', message: 'Basta de anuncios' };
  const silence = async (by: SignedInUser) => {
    const member = await bench.register();
    await db.updateTable('users').set({ emailVerifiedAt: clock.now() }).where('id', '=', member.id).execute();
    const imposed = await as(by).post(`/admin/users/${member.id}/sanctions`, sanction);
    expect(imposed).toMatchObject({ status: 201, body: { issuedById: by.id } });
    return { member, sanctionId: imposed.body.id as string };
  };
  const [staying, deleted] = [
    [await silence(admin), await silence(other)],
    [await silence(admin), await silence(other)],
  ];
  for (const { member } of deleted) expect((await deleteAccount(member, password)).status).toBe(200);
  expect((await deleteAccount(admin, password)).status).toBe(200);
  await bench.jobsDone();

  const shown = await Promise.all(
    staying.map(async ({ member }) => (await as(other).get(`/admin/users/${member.id}/sanctions`)).body.items),
  );
  expect(shown).toMatchObject([
    [{ kind: 'silence', message: sanction.message, issuedById: null, issuedByName: '' }],
    [{ kind: 'silence', message: sanction.message, issuedById: other.id }],
  ]);
  const retained = await db
    .selectFrom('keptSanctions')
    .select(['firstId', 'issuedBy'])
    .where(
      'firstId',
      'in',
      deleted.map(({ sanctionId }) => sanctionId),
    )
    .execute();
  expect(new Map(retained.map(({ firstId, issuedBy }) => [firstId, issuedBy]))).toEqual(
    new Map([
      [deleted[0]?.sanctionId, null],
      [deleted[1]?.sanctionId, other.id],
    ]),
  );
});

test('a deleted user whose session is still cached can write nothing', async () => {
  const ana = await bench.register();
  const other = await bench.register();
  expect((await deleteAccount(ana, password)).status).toBe(200);
  const session = bench.service.as(ana.actor);
  const answers = {
    export: await session.post('/auth/me/data-export'),
    task: await session.post('/tasks', { title: 'Comprar pan' }),
    follow: await session.post(`/auth/users/${other.id}/follow`),
    block: await session.put(`/auth/me/blocks/users/${other.id}`, {}),
    welcome: await session.post('/auth/me/welcome'),
    heartbeat: await session.post('/user/heartbeat'),
    presence: await session.put('/auth/me/presence', { visible: true }),
    secondFactor: await session.put('/auth/me/second-factor', { currentPassword: password }),
    confirmation: await session.put('/auth/me/second-factor/confirmation', { code: '123456' }),
    passkeyOptions: await session.put('/auth/me/passkeys/options', { currentPassword: password }),
    password: await session.put('/auth/me/password', { currentPassword: password, newPassword: 'otra-clave-larga' }),
    profile: await session.put('/auth/me', { name: 'Ana' }),
    email: await session.put('/auth/me/email', { email: 'otra@tribus.test', currentPassword: password }),
    resend: await session.post('/auth/verify-email/resend', {}),
    terms: await session.post('/auth/accept-terms'),
    contact: await session.post('/contact', {
      name: 'Ana',
      email: ana.email,
      subject: 'other',
      message: 'Buenas tardes',
    }),
    account: await session.delete('/auth/me/account', { confirmPassword: password }),
  };
  const outcomes = Object.entries(answers).map(([name, { status, body }]) => [
    name,
    status,
    status === 200 ? '' : body.code,
  ]);
  // Both only record or request something for an existing account.
  const harmless = ['heartbeat', 'resend'];
  expect(outcomes).toEqual(
    Object.keys(answers).map((name) => (harmless.includes(name) ? [name, 200, ''] : [name, 401, 'unauthenticated'])),
  );
});

test('an account with many related rows is deleted at once, the rows later, at most 1,000 per statement', async () => {
  const { db } = await bench.openDatabase();
  const ana = await bench.register();
  const many = 4_500;
  const people = sql`select gen_random_uuid() as id from generate_series(1, ${many})`;
  await sql`
    with person as (
      insert into users (id, email, name, role, created_at)
      select id, id || '@tribus.test', 'Alguien', 'user', now() from (${people}) as people returning id
    ), follower as (
      insert into follows (user_id, followed_id, created_at) select id, ${ana.id}::uuid, now() from person
    ), blocker as (
      insert into blocks (id, user_id, blocked_id, created_at) select gen_random_uuid(), id, ${ana.id}::uuid, now() from person
    ), muter as (
      insert into mutes (id, user_id, kind, value, shown, muted_user_id, created_at)
      select gen_random_uuid(), id, 'user', ${ana.id}, 'Ana', ${ana.id}::uuid, now() from person
    ), entry as (
      insert into sign_ins (id, user_id, created_at, user_agent, way, outcome)
      select id, ${ana.id}::uuid, now(), 'curl', 'password', 'signed_in' from person
    )
    insert into audit_log (id, created_at, service, action, actor_kind, actor_id, actor_name, target_type, target_id,
      target_name, before, after, address_mark, request_id)
    select id, now(), 'identity', 'user_warned', 'user', ${ana.id}, 'Ana', 'user', ${ana.id}, 'Ana', '{"name":"Ana"}', '{}', '', ''
    from person`.execute(db);
  const statements = await recordTouchedRows(db, ['follows', 'blocks', 'mutes', 'sign_ins', 'audit_log']);
  expect((await deleteAccount(ana, password)).status).toBe(200);
  expect(await exists(ana.id)).toBe(false);
  await bench.jobsDone();
  const counts = await statements();
  expect(Math.max(...counts)).toBeLessThanOrEqual(1_000);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(6 * many);
  const left = await sql<{ rows: string }>`
    select (select count(*) from follows where followed_id = ${ana.id}::uuid)
      + (select count(*) from blocks where blocked_id = ${ana.id}::uuid)
      + (select count(*) from mutes where muted_user_id = ${ana.id}::uuid)
      + (select count(*) from sign_ins where user_id = ${ana.id}::uuid)
      + (select count(*) from audit_log where actor_id = ${ana.id} and actor_name || target_name || before || after <> '{}{}')
      as rows`.execute(db);
  expect(Number(left.rows[0]?.rows)).toBe(0);
});

test('an account cannot be followed, blocked or muted while it is being deleted', async () => {
  const { db } = await bench.openDatabase();
  const [ana, beto] = [await bench.register(), await bench.register()];
  const responses = await Promise.all([
    deleteAccount(ana, password),
    ...Array.from({ length: 10 }, () => bench.service.as(beto.actor).post(`/auth/users/${ana.id}/follow`)),
  ]);
  expect(responses[0]?.status).toBe(200);
  await bench.jobsDone();
  expect(await db.selectFrom('follows').selectAll().where('followedId', '=', ana.id).execute()).toEqual([]);
  const rows = {
    follows: sql`insert into follows (user_id, followed_id, created_at) values (${beto.id}::uuid, ${ana.id}::uuid, now())`,
    blocks: sql`insert into blocks (id, user_id, blocked_id, created_at)
      values (gen_random_uuid(), ${beto.id}::uuid, ${ana.id}::uuid, now())`,
    mutes: sql`insert into mutes (id, user_id, kind, value, shown, muted_user_id, created_at)
      values (gen_random_uuid(), ${beto.id}::uuid, 'user', ${ana.id}, 'Ana', ${ana.id}::uuid, now())`,
  };
  for (const [table, add] of Object.entries(rows))
    await expect(add.execute(db)).rejects.toMatchObject({ code: '23503', constraint: `${table}_users` });
});
