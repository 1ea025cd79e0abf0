import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayMs } from '@tribus/kit/core/durations.ts';
import type { TestResponse } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { sessionsMax } from '../limits.ts';
import { openIdentityStore } from '../src/store/store.ts';
import { Authenticator } from './authenticator.ts';
import { type Bench, openBench, password, type SignedInUser } from './bench.ts';

const origin = 'https://tribus.example';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ PUBLIC_URL: origin });
});
afterAll(() => bench.close());

/** Returns whether a transaction of this database waits for a row lock; other databases of the server are ignored. */
async function isLockAwaited(): Promise<boolean> {
  const { db } = await bench.openDatabase();
  const { rows } = await sql<{ blocked: number }>`
    SELECT count(*)::integer AS blocked FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE datname = current_database() AND NOT granted AND locktype IN ('transactionid', 'tuple')
  `.execute(db);
  return (rows[0]?.blocked ?? 0) > 0;
}

/** Starts an action, and revokes the account's access after the proof but before the change. */
async function revokedMeanwhile<T>(userId: string, begin: () => Promise<T>): Promise<T> {
  const { db } = await bench.openDatabase();
  const revoked = await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set((row) => ({ securityEpoch: row('securityEpoch', '+', 1) }))
      .where('id', '=', userId)
      .execute();
    const answer = begin();
    await until(isLockAwaited, 'it waits for the change');
    return { answer };
  });
  return revoked.answer;
}

test('a sign-in in progress when the second factor is enabled needs a code', async () => {
  const ownAccount = await bench.register();
  await beginSecondFactor(ownAccount);
  const { db } = await bench.openDatabase();
  const { signingIn } = await db.transaction().execute(async (tx) => {
    const { id: userId } = ownAccount;
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const signingIn = bench.logIn(ownAccount.email, password);
    await until(isLockAwaited, 'the sign-in waits for the account');
    await tx.updateTable('secondFactors').set({ enabledAt: new Date() }).where('userId', '=', userId).execute();
    return { signingIn };
  });
  const { body } = await signingIn;
  expect(Object.keys(body)).toEqual(['secondFactor']);
  expect((await as(ownAccount).get('/auth/sessions')).body.items).toHaveLength(1);
});

test('a sign-in in progress when the password changes opens no session', async () => {
  const { id, email } = await bench.register();
  expect((await revokedMeanwhile(id, () => bench.logIn(email, password))).status).toBe(401);
  expect((await bench.logIn(email, password)).status).toBe(200);
});

const as = ({ actor }: SignedInUser) => bench.service.as(actor);
const codeOf = (secret: string) => new TOTP({ secret }).generate();
const beginSecondFactor = async (ownAccount: SignedInUser): Promise<string> =>
  (await as(ownAccount).put('/auth/me/second-factor', { currentPassword: password })).body.secret;
const enableSecondFactor = (ownAccount: SignedInUser, secret: string) =>
  as(ownAccount).put('/auth/me/second-factor/confirmation', { code: codeOf(secret) });

test.each<[string, (ownAccount: SignedInUser) => Promise<TestResponse>]>([
  [
    'a new password',
    (ownAccount) => as(ownAccount).put('/auth/me/password', { currentPassword: password, newPassword: 'de otro' }),
  ],
  [
    'a deletion of the account',
    (ownAccount) => as(ownAccount).delete('/auth/me/account', { confirmPassword: password }),
  ],
])('%s proved before access was revoked is rejected', async (_what, act) => {
  const ownAccount = await bench.register();
  const { status, body } = await revokedMeanwhile(ownAccount.id, () => act(ownAccount));
  expect([status, body.code]).toEqual([409, 'proof_outdated']);
  expect((await bench.logIn(ownAccount.email, password)).status).toBe(200);
});

test.each<[string, (ownAccount: SignedInUser, proof: object) => Promise<TestResponse>]>([
  ['new recovery codes', (ownAccount, proof) => as(ownAccount).put('/auth/me/recovery-codes', proof)],
  ['the removal of the second factor', (ownAccount, proof) => as(ownAccount).delete('/auth/me/second-factor', proof)],
])('%s proved before access was revoked are rejected, and the code stays valid', async (_what, act) => {
  const ownAccount = await bench.register();
  const secret = await beginSecondFactor(ownAccount);
  const { body: enabled } = await enableSecondFactor(ownAccount, secret);
  const proof = { currentPassword: password, code: enabled.codes[0] };
  const refused = await revokedMeanwhile(ownAccount.id, () => act(ownAccount, proof));
  expect([refused.status, refused.body.code]).toEqual([409, 'proof_outdated']);
  expect((await bench.logIn(ownAccount.email, password)).body).toHaveProperty('secondFactor');
  expect((await act(ownAccount, proof)).status).toBe(200);
});

test('a passkey and a second factor begun before access was revoked cannot be added afterwards', async () => {
  const ownAccount = await bench.register();
  const beginAdding = async () => {
    const { body } = await as(ownAccount).put('/auth/me/passkeys/options', { currentPassword: password });
    return { name: 'Llave', credential: new Authenticator().create(body.options, origin) };
  };
  const [passkey, later] = [await beginAdding(), await beginAdding()];
  const refused = await revokedMeanwhile(ownAccount.id, () => as(ownAccount).post('/auth/me/passkeys', passkey));
  expect([refused.status, refused.body.code]).toEqual([409, 'proof_outdated']);
  expect((await as(ownAccount).post('/auth/me/passkeys', later)).body.code).toBe('passkey_invalid');
  const secret = await beginSecondFactor(ownAccount);
  expect((await as(ownAccount).delete('/auth/sessions')).status).toBe(200);
  const response = await as(ownAccount).put('/auth/me/second-factor/confirmation', { code: codeOf(secret) });
  expect(response.body.code).toBe('second_factor_not_begun');
});

test('the epoch is read under an exclusive lock: two concurrent changes with a shared one would deadlock', async () => {
  const { id } = await bench.register();
  const store = openIdentityStore(await bench.openDatabase());
  const locked = Promise.withResolvers<void>();
  let attempts = 0;
  const first = store.transaction(async (tx) => {
    attempts += 1;
    await tx.users.lock(id);
    locked.resolve();
    await until(isLockAwaited, 'the other one waits');
    await tx.users.setTimeZone(id, 'Europe/Madrid');
  });
  await locked.promise;
  const second = store.transaction(async (tx) => {
    attempts += 1;
    await tx.users.lock(id);
    await tx.users.setTimeZone(id, 'America/Lima');
  });
  await Promise.all([first, second]);
  // A deadlock victim would be retried a second later.
  expect(attempts).toBe(2);
  expect((await store.users.byId(id))?.timeZone).toBe('America/Lima');
});

test('an account has at most a hundred sessions, and a further one ends the oldest', async () => {
  const { id, email, sessionId } = await bench.register();
  const { db } = await bench.openDatabase();
  const row = { userId: id, userAgent: '', network: '', createdAt: new Date(), lastSeenAt: new Date() };
  const expiresAt = new Date(Date.now() + dayMs);
  const rows = Array.from({ length: 7_000 }, (_, n) => ({
    ...row,
    expiresAt,
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  }));
  for (let from = 0; from < rows.length; from += 1_000)
    await db
      .insertInto('sessions')
      .values(rows.slice(from, from + 1_000))
      .execute();
  expect((await bench.logIn(email, password)).status).toBe(200);
  const { open } = await db
    .selectFrom('sessions')
    .select(sql<number>`count(*)::integer`.as('open'))
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  expect(open).toBe(sessionsMax);
  expect((await bench.rpc.resolveSessions({ sessionIds: [sessionId] })).sessions).toEqual([]);
});
