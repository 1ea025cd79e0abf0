import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { TOTP } from 'otpauth';
import { Authenticator } from './authenticator.ts';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';
import { MailServer } from './mail-server.ts';
import { mailedToken } from './mailbox.ts';

const origin = 'https://tribus.example';
const newPassword = 'otra-clave-larga';
const clock = new TestClock();

let mailServer: MailServer;
let bench: Bench;
let admin: SignedInUser;
beforeAll(async () => {
  mailServer = await MailServer.open();
  const firstAdmin = { ADMIN_EMAIL: 'jefa@tribus.test', ADMIN_PASSWORD: password };
  bench = await openBench({ ...mailServer.settings, ...firstAdmin, PUBLIC_URL: origin }, clock);
  admin = signedInUser(await bench.logIn('jefa@tribus.test', password));
});
afterAll(async () => {
  await bench.close();
  await mailServer.close();
});

const as = ({ actor }: SignedInUser) => bench.service.as(actor);

/**
 * Returns the action and actor of each entry about a user, oldest first, after checking that the log has no other
 * content about these changes: neither addresses nor any of `secrets`.
 */
async function entriesAbout(user: SignedInUser, secrets: readonly string[] = []) {
  const { status, body } = await as(admin).get(`/admin/audit?target=${user.id}`);
  expect(status).toBe(200);
  for (const { before, after, target } of body.items)
    expect([before, after, target.type, target.id]).toEqual([{}, {}, 'user', user.id]);
  const text = JSON.stringify(body.items);
  for (const secret of [password, newPassword, '@tribus.test', ...secrets]) expect(text).not.toContain(secret);
  return body.items
    .map(({ action, actor }: { action: string; actor: { kind: string; id: string } }) => [action, actor.kind, actor.id])
    .reverse();
}

test('a changed password and a reset one are in the audit log, each with who did it', async () => {
  const ana = await bench.register();
  const wrong = { currentPassword: 'equivocada', newPassword };
  expect((await as(ana).put('/auth/me/password', wrong)).status).toBe(403);
  expect((await as(ana).put('/auth/me/password', { currentPassword: password, newPassword })).status).toBe(200);
  await bench.service.as().post('/auth/forgot-password', { email: ana.email });
  const token = await mailedToken(mailServer, ana.email, '/reset-password');
  expect((await bench.service.as().post('/auth/reset-password', { token, password })).status).toBe(200);
  expect(await entriesAbout(ana, [token, 'equivocada'])).toEqual([
    ['login_failed', 'user', ana.id],
    ['password_changed', 'user', ana.id],
    ['password_reset', 'visitor', ''],
  ]);
});

test('a changed address and its undoing are in the audit log, without the addresses and the links', async () => {
  const [ana, email] = [await bench.register(), `${unique('nueva')}@tribus.test`];
  const verification = await mailedToken(mailServer, ana.email, 'verify-email');
  expect((await as(ana).post('/auth/verify-email', { token: verification })).status).toBe(200);
  await as(ana).put('/auth/me/email', { email, currentPassword: password });
  expect(await entriesAbout(ana)).toEqual([]);
  const confirmed = await mailedToken(mailServer, email, 'confirm-email');
  expect((await as(ana).post('/auth/email/confirm', { token: confirmed })).status).toBe(200);
  const undone = await mailedToken(mailServer, ana.email, 'undo-email');
  expect((await bench.service.as().post('/auth/email/undo', { token: undone })).status).toBe(200);
  expect(await entriesAbout(ana, [confirmed, undone])).toEqual([
    ['email_changed', 'user', ana.id],
    ['email_changed', 'visitor', ''],
  ]);
});

test('an added and a removed passkey are in the audit log, without the key', async () => {
  const ana = await bench.register();
  const { options } = (await as(ana).put('/auth/me/passkeys/options', { currentPassword: password })).body;
  const credential = new Authenticator().create(options, origin);
  const { body } = await as(ana).post('/auth/me/passkeys', { name: 'Llave de casa', credential });
  const removed = await as(ana).delete(`/auth/me/passkeys/${body.id}`, { currentPassword: password });
  expect(removed.status).toBe(200);
  expect(await entriesAbout(ana, [credential.id, options.challenge, 'Llave de casa'])).toEqual([
    ['passkey_added', 'user', ana.id],
    ['passkey_removed', 'user', ana.id],
  ]);
});

test('every change of the second factor is in the audit log, without the secret and the codes', async () => {
  const ana = await bench.register();
  const { secret } = (await as(ana).put('/auth/me/second-factor', { currentPassword: password })).body;
  expect(await entriesAbout(ana)).toEqual([]);
  const nextCode = () => {
    clock.advance(30_000);
    return new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
  };
  const enabled = await as(ana).put('/auth/me/second-factor/confirmation', { code: nextCode() });
  const proof = { currentPassword: password, code: nextCode() };
  const renewed = await as(ana).put('/auth/me/recovery-codes', proof);
  const [recoveryCode] = renewed.body.codes;
  const disabled = await as(ana).delete('/auth/me/second-factor', { currentPassword: password, code: recoveryCode });
  expect([enabled.status, renewed.status, disabled.status]).toEqual([200, 200, 200]);
  const codes = [...enabled.body.codes, ...renewed.body.codes];
  expect(await entriesAbout(ana, [secret, proof.code, ...codes])).toEqual([
    ['second_factor_enabled', 'user', ana.id],
    ['recovery_codes_renewed', 'user', ana.id],
    ['recovery_code_used', 'user', ana.id],
    ['second_factor_disabled', 'user', ana.id],
  ]);
});
