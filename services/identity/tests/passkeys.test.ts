import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { Authenticator } from './authenticator.ts';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';

const origin = 'https://tribus.example';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ PUBLIC_URL: origin });
});
afterAll(() => bench.close());

const as = ({ actor }: SignedInUser) => bench.service.as(actor);

const optionsFor = async (user: SignedInUser) =>
  (await as(user).put('/auth/me/passkeys/options', { currentPassword: password })).body.options;

async function withPasskey() {
  const ownAccount = await bench.register();
  const device = new Authenticator();
  const credential = device.create(await optionsFor(ownAccount), origin);
  const { status, body } = await as(ownAccount).post('/auth/me/passkeys', { name: 'Mi móvil', credential });
  expect(status).toBe(201);
  return { mine: ownAccount, device, passkey: body };
}

const signInOptions = async () => (await bench.service.as().post('/auth/login/passkey/options')).body.options;
const signIn = (credential: object) => bench.service.as().post('/auth/login/passkey', { credential });

test('a passkey signs in without a password and shows its last use', async () => {
  const { mine, device, passkey } = await withPasskey();
  expect(passkey).toMatchObject({ name: 'Mi móvil', lastUsedAt: null });
  const response = await signIn(device.get(await signInOptions(), origin));
  expect(signedInUser(response).id).toBe(mine.id);
  const { body } = await as(mine).get('/auth/me/passkeys');
  expect(body.items).toEqual([{ ...passkey, lastUsedAt: expect.any(String) }]);
});

test('a passkey response is accepted once, also of ten concurrent requests', async () => {
  const { device } = await withPasskey();
  const credential = device.get(await signInOptions(), origin);
  const responses = await Promise.all(Array.from({ length: 10 }, () => signIn(credential)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await signIn(credential)).body.code).toBe('passkey_wrong');
});

test('a passkey response for another site, purpose or person does not sign in', async () => {
  const { mine, device } = await withPasskey();
  const foreignAssertion = device.get(await signInOptions(), 'https://tribus.example.evil.test');
  const otherSite = device.get({ ...(await signInOptions()), rpId: 'evil.test' }, origin);
  const { challenge } = await optionsFor(mine);
  const otherPurpose = device.get({ ...(await signInOptions()), challenge }, origin);
  const invented = device.get({ ...(await signInOptions()), challenge: 'A'.repeat(72) }, origin);
  const foreign = device.get(await signInOptions(), origin);
  foreign.response.userHandle = Buffer.from((await bench.register()).id).toString('base64url');
  for (const credential of [foreignAssertion, otherSite, otherPurpose, invented, foreign]) {
    const response = await signIn(credential);
    expect([response.status, response.body.code]).toEqual([401, 'passkey_wrong']);
  }
});

test('a failed passkey is in the audit log, with the account if it is known', async () => {
  const { mine, device } = await withPasskey();
  const { db } = await bench.openDatabase();
  const noted = async (targetId: string) =>
    (await db.selectFrom('auditLog').selectAll().where('action', '=', 'login_failed').execute()).filter(
      (entry) => entry.targetId === targetId && entry.after.way === 'passkey',
    ).length;
  const before = await noted('');
  expect((await signIn(device.get(await signInOptions(), 'https://evil.test'))).status).toBe(401);
  expect(await noted(mine.id)).toBe(1);
  const outsider = new Authenticator();
  outsider.create(await optionsFor(mine), origin);
  expect((await signIn(outsider.get(await signInOptions(), origin))).status).toBe(401);
  expect(await noted('')).toBe(before + 1);
  expect((await signIn(device.get(await signInOptions(), origin))).status).toBe(200);
  expect(await noted(mine.id)).toBe(1);
});

test('a cloned passkey with an older counter is rejected', async () => {
  const { device } = await withPasskey();
  device.counter = 5;
  expect((await signIn(device.get(await signInOptions(), origin))).status).toBe(200);
  device.counter = 3;
  expect((await signIn(device.get(await signInOptions(), origin))).body.code).toBe('passkey_wrong');
});

test('a passkey is added with the password, for the session that proved it, and once', async () => {
  const [ownAccount, other] = [await bench.register(), await bench.register()];
  const unproved = await as(ownAccount).put('/auth/me/passkeys/options', { currentPassword: 'equivocada' });
  expect(unproved.body.code).toBe('wrong_password');
  const credential = new Authenticator().create(await optionsFor(ownAccount), origin);
  const add = (user: SignedInUser) => as(user).post('/auth/me/passkeys', { name: 'Llave', credential });
  expect((await add(other)).body.code).toBe('passkey_invalid');
  expect((await add(ownAccount)).status).toBe(201);
  expect((await add(ownAccount)).body.code).toBe('passkey_invalid');
});

test('people rename and remove their own passkeys, and a removed one no longer signs in', async () => {
  const { mine, device, passkey } = await withPasskey();
  const other = await bench.register();
  const path = `/auth/me/passkeys/${passkey.id}`;
  expect((await as(other).put(path, { name: 'Mía' })).status).toBe(404);
  expect((await as(other).delete(path, { currentPassword: password })).status).toBe(404);
  expect((await as(mine).put(path, { name: ' La de casa ' })).body.name).toBe('La de casa');
  expect((await as(mine).put(path, { name: ' ' })).body.code).toBe('passkey_name_missing');
  expect((await as(mine).delete(path, { currentPassword: password })).body).toEqual({ ok: true });
  expect((await signIn(device.get(await signInOptions(), origin))).body.code).toBe('passkey_wrong');
});

test('an open session alone does not remove a passkey', async () => {
  const { mine, device, passkey } = await withPasskey();
  const remove = (proof: object) => as(mine).delete(`/auth/me/passkeys/${passkey.id}`, proof);
  const unproved = await remove({});
  expect([unproved.status, unproved.body.code]).toEqual([400, 'password_missing']);
  const wrong = await remove({ currentPassword: 'equivocada' });
  expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password']);
  expect((await signIn(device.get(await signInOptions(), origin))).status).toBe(200);
});

test('without a password a recent sign-in removes a passkey, an older one does not', async () => {
  const { mine, passkey } = await withPasskey();
  await bench.removePassword(mine.id);
  const { db } = await bench.openDatabase();
  const openedAt = (createdAt: Date) =>
    db.updateTable('sessions').set({ createdAt }).where('userId', '=', mine.id).execute();
  await openedAt(new Date(Date.now() - hourMs));
  const remove = () => as(mine).delete(`/auth/me/passkeys/${passkey.id}`, {});
  const outdated = await remove();
  expect([outdated.status, outdated.body.code]).toEqual([403, 'recent_sign_in_needed']);
  await openedAt(new Date());
  expect((await remove()).body).toEqual({ ok: true });
});

test('a passkey counts as both factors, and does not sign in to a suspended account', async () => {
  const { mine, device } = await withPasskey();
  await bench.suspend(mine.id);
  expect((await signIn(device.get(await signInOptions(), origin))).body.code).toBe('account_suspended');
});
