import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Secrets } from '@tribus/community/secrets.ts';
import { unique } from '@tribus/community/testing/factories.ts';
import { userActor, visitorActor } from '@tribus/kit/core/actor.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { TOTP } from 'otpauth';
import { renewSecrets } from '../src/second-factor.ts';
import { openIdentityStore } from '../src/store/store.ts';
import { type Bench, openBench, password, type SignedInUser, signedInUser } from './bench.ts';
import { MailServer } from './mail-server.ts';
import { textOf } from './mailbox.ts';

const clock = new TestClock();
const stepMs = 30_000;

let mailServer: MailServer;
let bench: Bench;
beforeAll(async () => {
  mailServer = await MailServer.open();
  const SMTP_URL = `smtp://127.0.0.1:${mailServer.port}`;
  const mail = { SMTP_URL, MAIL_FROM: 'hola@tribus.test', CONTACT_EMAIL: 'equipo@tribus.test' };
  bench = await openBench({ ...mail, SETTINGS_KEY: keyOf('tests') }, clock);
});
afterAll(async () => {
  await bench.close();
  await mailServer.close();
});

const keyOf = (name: string) => `a-settings-key-of-32-characters-${name}`;
const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + ahead * stepMs });

const as = ({ actor }: SignedInUser) => bench.service.as(actor);

/** A user who has just enabled the second factor, with their app. */
async function protectedUser() {
  const ownAccount = await bench.register();
  const { body: setup } = await as(ownAccount).put('/auth/me/second-factor', { currentPassword: password });
  const { body } = await as(ownAccount).put('/auth/me/second-factor/confirmation', { code: codeOf(setup.secret) });
  clock.advance(stepMs);
  return { mine: ownAccount, secret: setup.secret as string, uri: setup.uri as string, codes: body.codes as string[] };
}

async function challengeOf({ email }: SignedInUser): Promise<string> {
  const { body } = await bench.logIn(email, password);
  return body.secondFactor.challenge;
}

const answer = (challenge: string, code: string, address = unique('address')) =>
  bench.service.as(visitorActor('es', address)).post('/auth/login/second-factor', { challenge, code });

test("the password returns a challenge instead of a session, and the app's code opens the session", async () => {
  const { mine, secret, uri } = await protectedUser();
  expect(uri).toContain(`secret=${secret}`);
  const first = await bench.logIn(mine.email, password);
  expect(first.body).toEqual({
    secondFactor: { challenge: expect.stringMatching(/^[\w-]{43}$/), expiresAt: expect.any(String) },
  });
  const { body } = await as(mine).get('/auth/sessions');
  expect(body.items).toHaveLength(1);
  const signedIn = signedInUser(await answer(first.body.secondFactor.challenge, codeOf(secret)));
  expect(signedIn.id).toBe(mine.id);
  expect((await as(mine).get('/auth/sessions')).body.items).toHaveLength(2);
});

test('a code works once, and up to half a minute early or late', async () => {
  const { mine, secret } = await protectedUser();
  clock.advance(10 * stepMs);
  expect((await answer(await challengeOf(mine), codeOf(secret, -1))).status).toBe(200);
  expect((await answer(await challengeOf(mine), codeOf(secret, -1))).body.code).toBe('wrong_sign_in_code');
  expect((await answer(await challengeOf(mine), codeOf(secret, 2))).body.code).toBe('wrong_sign_in_code');
  expect((await answer(await challengeOf(mine), codeOf(secret, 1))).status).toBe(200);
  expect((await answer(await challengeOf(mine), codeOf(secret))).body.code).toBe('wrong_sign_in_code');
});

test('only one of twenty concurrent responses with one code signs in', async () => {
  const { mine, secret } = await protectedUser();
  const challenge = await challengeOf(mine);
  const code = codeOf(secret);
  const responses = await Promise.all(Array.from({ length: 20 }, () => answer(challenge, code)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await as(mine).get('/auth/sessions')).body.items).toHaveLength(2);
});

test('five wrong codes, concurrent or not, end a challenge, even for the right one', async () => {
  const { mine, secret } = await protectedUser();
  const challenge = await challengeOf(mine);
  const wrong = await Promise.all(Array.from({ length: 8 }, () => answer(challenge, '000000')));
  expect(wrong.filter(({ body }) => body.code === 'wrong_sign_in_code')).toHaveLength(5);
  expect((await answer(challenge, codeOf(secret))).body.code).toBe('challenge_over');
  await until(async () => {
    const { body } = await as(mine).get('/auth/sign-ins');
    return body.items.filter(({ outcome }: { outcome: string }) => outcome === 'wrong_code').length === 5;
  }, 'the wrong codes are in the history');
});

test('new challenges do not allow faster guessing', async () => {
  const { mine } = await protectedUser();
  const address = unique('address');
  const statuses: number[] = [];
  for (let round = 0; round < 3; round++) {
    const challenge = await challengeOf(mine);
    for (let guess = 0; guess < 4; guess++) statuses.push((await answer(challenge, '000000', address)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});

test('a challenge ends after five minutes, when the password changes, and at a suspension', async () => {
  const { mine, secret } = await protectedUser();
  const late = await challengeOf(mine);
  clock.advance(5 * 60_000);
  expect((await answer(late, codeOf(secret))).body.code).toBe('challenge_over');
  const before = await challengeOf(mine);
  await as(mine).put('/auth/me/password', { currentPassword: password, newPassword: 'otra-clave' });
  expect((await answer(before, codeOf(secret))).body.code).toBe('challenge_over');
  const { body } = await bench.logIn(mine.email, 'otra-clave');
  await bench.suspend(mine.id);
  expect((await answer(body.secondFactor.challenge, codeOf(secret))).body.code).toBe('account_suspended');
});

test('ten recovery codes replace the app, each once, in any spelling; new codes invalidate them', async () => {
  const { mine, secret, codes } = await protectedUser();
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  const [first = '', second = '', third = ''] = codes;
  expect((await answer(await challengeOf(mine), ` ${first.toUpperCase().replace('-', ' ')} `)).status).toBe(200);
  expect((await answer(await challengeOf(mine), first)).body.code).toBe('wrong_sign_in_code');
  const parallel = [await challengeOf(mine), await challengeOf(mine)];
  const responses = await Promise.all(parallel.map((challenge) => answer(challenge, second)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  const left = async () => (await as(mine).get('/auth/me/security')).body.secondFactor.recoveryCodesLeft;
  expect(await left()).toBe(8);
  const renewed = await as(mine).put('/auth/me/recovery-codes', { currentPassword: password, code: codeOf(secret) });
  expect(renewed.body.codes).toHaveLength(10);
  expect(await left()).toBe(10);
  expect((await answer(await challengeOf(mine), third)).body.code).toBe('wrong_sign_in_code');
});

test('new recovery codes and the use of one are mailed to the owner and recorded in the audit log', async () => {
  const { mine, secret, codes } = await protectedUser();
  const mailsWith = (heading: string) =>
    mailServer.taken.filter((mail) => mail.to.includes(mine.email) && textOf(mail).includes(heading)).length;
  expect((await answer(await challengeOf(mine), codes[0] ?? '')).status).toBe(200);
  await until(() => mailsWith('Se ha usado un código de recuperación') === 1, 'the use is mailed');
  expect((await answer(await challengeOf(mine), codeOf(secret))).status).toBe(200);
  clock.advance(stepMs);
  await as(mine).put('/auth/me/recovery-codes', { currentPassword: password, code: codeOf(secret) });
  await until(() => mailsWith('Códigos de recuperación nuevos') === 1, 'the new codes are mailed');
  expect(mailsWith('Se ha usado un código de recuperación')).toBe(1);
  const admin = bench.service.as(userActor(mine.id, { role: 'admin' }));
  const { items } = (await admin.get(`/admin/audit?target=${mine.id}`)).body;
  const actions = items.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action.startsWith('recovery'))).toEqual([
    'recovery_codes_renewed',
    'recovery_code_used',
  ]);
});

test('enabling the second factor requires the password and a code of the app', async () => {
  const ownAccount = await bench.register();
  const begin = (body: object) => as(ownAccount).put('/auth/me/second-factor', body);
  expect((await begin({})).body.code).toBe('password_missing');
  expect((await begin({ currentPassword: 'equivocada' })).body.code).toBe('wrong_password');
  const confirm = (code: string) => as(ownAccount).put('/auth/me/second-factor/confirmation', { code });
  expect((await confirm('000000')).body.code).toBe('second_factor_not_begun');
  const { body } = await begin({ currentPassword: password });
  expect((await confirm('000000')).body.code).toBe('wrong_code');
  expect((await bench.logIn(ownAccount.email, password)).body.token).toBeDefined();
  clock.advance(15 * 60_000 + 1);
  expect((await confirm(codeOf(body.secret))).body.code).toBe('second_factor_not_begun');
  const { body: again } = await begin({ currentPassword: password });
  expect((await confirm(codeOf(body.secret))).body.code).toBe('wrong_code');
  expect((await confirm(codeOf(again.secret))).status).toBe(200);
  expect((await begin({ currentPassword: password })).body.code).toBe('second_factor_on');
});

test('disabling the second factor requires the password and a code, and then the password is enough', async () => {
  const { mine, secret } = await protectedUser();
  const turnOff = (body: object) => as(mine).delete('/auth/me/second-factor', body);
  expect((await turnOff({ code: codeOf(secret) })).body.code).toBe('password_missing');
  expect((await turnOff({ currentPassword: 'equivocada', code: codeOf(secret) })).body.code).toBe('wrong_password');
  expect((await turnOff({ currentPassword: password, code: '000000' })).body.code).toBe('wrong_code');
  expect((await turnOff({ currentPassword: password, code: codeOf(secret) })).body).toEqual({ ok: true });
  expect((await bench.logIn(mine.email, password)).body.token).toBeDefined();
  expect((await as(mine).get('/auth/me/security')).body.secondFactor).toBeNull();
});

test('secrets and recovery codes are neither stored nor logged in clear text', async () => {
  const { mine, secret, codes } = await protectedUser();
  const stored = await bench.secondFactorRows(mine.id);
  for (const text of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
    expect(stored).not.toContain(text);
    expect(bench.service.logged.join('')).not.toContain(text);
  }
});

const { signal } = new AbortController();

test('secrets are re-encrypted after a key rotation, so that the old key can be removed', async () => {
  const { mine, secret } = await protectedUser();
  const database = await bench.openDatabase();
  const [store, about] = [openIdentityStore(database), `second factor of ${mine.id}`];
  const old = new Secrets('the-key-before').encrypt(secret, about);
  await database.db.updateTable('secondFactors').set({ secret: old }).where('userId', '=', mine.id).execute();
  await renewSecrets({ ctx: bench.peer, store, secrets: new Secrets('the-key-of-today the-key-before') }, signal);
  const stored = (await store.secondFactors.of(mine.id))?.secret ?? '';
  expect(new Secrets('the-key-of-today').decrypt(stored, about)).toBe(secret);
});

test('recovery codes are valid without their original key, once the secrets are re-encrypted', async () => {
  const before = await openBench({ SETTINGS_KEY: keyOf('before') }, clock);
  const under = (SETTINGS_KEY: string) => openBench({ ...before.stores.env, SETTINGS_KEY }, clock);
  const ownAccount = await before.register();
  const me = before.service.as(ownAccount.actor);
  const { body: setup } = await me.put('/auth/me/second-factor', { currentPassword: password });
  const { body } = await me.put('/auth/me/second-factor/confirmation', { code: codeOf(setup.secret) });
  const signInBy = async (at: Bench, code: string) => {
    const challenge = (await at.logIn(ownAccount.email, password)).body.secondFactor.challenge;
    return (await at.service.as().post('/auth/login/second-factor', { challenge, code })).status;
  };
  const keys = `${keyOf('today')} ${keyOf('before')}`;
  const both = await under(keys);
  expect(await signInBy(both, body.codes[0])).toBe(200);
  const store = openIdentityStore(await before.openDatabase());
  await renewSecrets({ ctx: before.peer, store, secrets: new Secrets(keys) }, signal);
  await both.close();
  const after = await under(keyOf('today'));
  expect(await signInBy(after, body.codes[0])).toBe(401);
  expect(await signInBy(after, body.codes[1])).toBe(200);
  clock.advance(stepMs);
  expect(await signInBy(after, codeOf(setup.secret))).toBe(200);
  await after.close();
  await before.close();
});

test('a recovery code hashed with SETTINGS_KEY itself works while that key is configured', async () => {
  const { mine } = await protectedUser();
  const { db } = await bench.openDatabase();
  const [hash] = new Secrets(keyOf('tests')).hashes('abcdefghjk', `recovery codes of ${mine.id}`);
  await db.insertInto('recoveryCodes').values({ userId: mine.id, hash, createdAt: clock.now() }).execute();
  expect((await answer(await challengeOf(mine), 'abcde-fghjk')).status).toBe(200);
});

test('the tokens of challenges and of mailed links are not interchangeable', async () => {
  const { mine, secret } = await protectedUser();
  const challenge = await challengeOf(mine);
  expect((await bench.service.as().post('/auth/email/confirm', { token: challenge })).body.code).toBe('link_expired');
  expect((await answer('x'.repeat(43), codeOf(secret))).body.code).toBe('challenge_over');
});
