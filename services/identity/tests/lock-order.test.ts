import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { visitorActor } from '@tribus/kit/core/actor.ts';
import type { TestResponse } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { sql } from 'kysely';
import { Authenticator } from './authenticator.ts';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';
import { MailServer } from './mail-server.ts';
import { mailedToken } from './mailbox.ts';

const origin = 'https://tribus.example';
const appealText = 'Fue un malentendido, no volverá a pasar.';
const adminEmail = 'jefa@tribus.test';

let mailServer: MailServer;
let bench: Bench;
let admin: SignedInUser;
beforeAll(async () => {
  mailServer = await MailServer.open();
  bench = await openBench({
    ...mailServer.settings,
    PUBLIC_URL: origin,
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: password,
  });
  admin = signedInUser(await bench.logIn(adminEmail, password));
});
afterAll(async () => {
  await bench.close();
  await mailServer.close();
});

const as = ({ actor }: SignedInUser) => bench.service.as(actor);
const visitor = () => bench.service.as(visitorActor('es', unique('address')));
const newAddress = () => `${unique('nueva')}@tribus.test`;
/** A request, ready to be sent. */
type Request = () => Promise<TestResponse>;

async function verification(user: SignedInUser): Promise<Request> {
  const token = await mailedToken(mailServer, user.email, '/verify-email');
  return () => as(user).post('/auth/verify-email', { token });
}

async function disowning(user: SignedInUser): Promise<Request> {
  const token = await mailedToken(mailServer, user.email, '/verify-email');
  return () => visitor().post('/auth/verify-email/disown', { token });
}

async function reset(user: SignedInUser): Promise<Request> {
  await visitor().post('/auth/forgot-password', { email: user.email });
  const token = await mailedToken(mailServer, user.email, '/reset-password');
  return () => visitor().post('/auth/reset-password', { token, password: 'otra-clave-larga' });
}

async function confirmation(user: SignedInUser): Promise<Request> {
  const email = newAddress();
  await as(user).put('/auth/me/email', { email, currentPassword: password });
  const token = await mailedToken(mailServer, email, 'confirm-email');
  return () => as(user).post('/auth/email/confirm', { token });
}

async function undoing(user: SignedInUser): Promise<Request> {
  await (await verification(user))();
  await (await confirmation(user))();
  const token = await mailedToken(mailServer, user.email, 'undo-email');
  return () => visitor().post('/auth/email/undo', { token });
}

const suspend = (user: SignedInUser) =>
  as(admin).post(`/admin/users/${user.id}/sanctions`, {
    kind: 'suspension',
    reason: 'spam',
    message: 'Has repetido el mismo anuncio muchas veces.',
    endsAt: null,
  });

async function lifting(user: SignedInUser): Promise<Request> {
  const { id } = (await suspend(user)).body;
  return () => as(admin).post(`/admin/sanctions/${id}/lift`, { note: 'Ha pasado tiempo.' });
}

async function appealing(user: SignedInUser): Promise<Request> {
  await suspend(user);
  const { details } = (await bench.logIn(user.email, password)).body;
  const proof = details.find(({ path }: { path: string }) => path === 'proof').message;
  return () => visitor().post('/auth/appeals', { proof, text: appealText });
}

async function answering(user: SignedInUser): Promise<Request> {
  await (await appealing(user))();
  const { body } = await as(admin).get(`/admin/users/${user.id}/sanctions`);
  return () => as(admin).put(`/admin/sanctions/${body.items[0].id}/appeal`, { outcome: 'lifted', answer: 'Ya está.' });
}

async function passkeySignIn(user: SignedInUser): Promise<Request> {
  const device = new Authenticator();
  const begun = await as(user).put('/auth/me/passkeys/options', { currentPassword: password });
  await as(user).post('/auth/me/passkeys', { name: 'Móvil', credential: device.create(begun.body.options, origin) });
  const { options } = (await visitor().post('/auth/login/passkey/options')).body;
  const credential = device.get(options, origin);
  return () => visitor().post('/auth/login/passkey', { credential });
}

/** Locks an account, sends the request, and returns the account's rows that the waiting request has locked. */
async function lockedWhileWaiting(user: SignedInUser, send: Request) {
  const { db } = await bench.openDatabase();
  await bench.jobsDone();
  const locked: string[] = [];
  let response: Promise<TestResponse> | undefined;
  await db.transaction().execute(async (open) => {
    await open.selectFrom('users').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
    response = send();
    await until(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length > 0;
    }, 'the request waits for the account');
    for (const table of ['oneTimeTokens', 'sanctions', 'passkeys', 'sessions'] as const) {
      const rows = db.selectFrom(table).select('userId').where('userId', '=', user.id);
      const [all, free] = [await rows.execute(), await rows.forUpdate().skipLocked().execute()];
      if (free.length < all.length) locked.push(table);
    }
  });
  return { status: (await response)?.status, locked };
}

describe('a request that waits for an account has locked none of its rows', () => {
  const requests = { verification, disowning, reset, confirmation, undoing, passkeySignIn };
  const moderation = { lifting, appealing, answering };
  test.each(Object.entries({ ...requests, ...moderation }))('%s', async (_name, prepare) => {
    const user = await bench.register();
    const { status, locked } = await lockedWhileWaiting(user, await prepare(user));
    expect(locked).toEqual([]);
    expect([200, 201]).toContain(status);
  });
});

const rounds = 5;

describe('an admin who changes the address while a link is opened leaves the account at the new address', () => {
  const links = { verification, reset, confirmation, undoing };
  test.each(Object.entries(links))('%s', async (_name, prepare) => {
    for (let round = 0; round < rounds; round++) {
      const [user, email] = [await bench.register(), newAddress()];
      const open = await prepare(user);
      const [changed, opened] = await Promise.all([as(admin).put(`/admin/users/${user.id}`, { email }), open()]);
      expect(changed.status).toBe(200);
      expect([200, 400]).toContain(opened.status);
      const { body } = await as(admin).get(`/admin/users/${user.id}`);
      expect(body).toMatchObject({ email, emailVerified: false });
      expect((await open()).body.code).toBe('link_expired');
      expect((await bench.rpc.resolveSessions({ sessionIds: [user.sessionId] })).sessions).toEqual([]);
    }
  });
});

test('an account disowned while an admin changes its address is deleted, or has the new address', async () => {
  for (let round = 0; round < rounds; round++) {
    const [user, email] = [await bench.register(), newAddress()];
    const disown = await disowning(user);
    const [changed, disowned] = await Promise.all([as(admin).put(`/admin/users/${user.id}`, { email }), disown()]);
    expect([
      [200, 400],
      [404, 200],
    ]).toContainEqual([changed.status, disowned.status]);
    const { status } = await as(admin).get(`/admin/users/${user.id}`);
    expect(status).toBe(disowned.status === 200 ? 404 : 200);
  }
});

test('a suspension that is lifted twice while its member signs in and appeals ends once', async () => {
  for (let round = 0; round < rounds; round++) {
    const user = await bench.register();
    const appeal = await appealing(user);
    const { body } = await as(admin).get(`/admin/users/${user.id}/sanctions`);
    const lift = () => as(admin).post(`/admin/sanctions/${body.items[0].id}/lift`, { note: 'Ha pasado tiempo.' });
    const responses = await Promise.all([lift(), bench.logIn(user.email, password), appeal(), lift()]);
    const lifted = responses.flatMap(({ status, body }, at) => (at % 3 === 0 ? [body.code ?? status] : []));
    expect(lifted.sort()).toEqual([200, 'sanction_ended']);
    for (const { status } of responses) expect(status).toBeLessThan(500);
    expect((await as(admin).get(`/admin/users/${user.id}`)).body.status).toBe('active');
    expect((await bench.logIn(user.email, password)).status).toBe(200);
  }
});
