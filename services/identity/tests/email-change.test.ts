import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { visitorActor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { networkHeader, timeZoneHeader } from '@tribus/kit/http/device-header.ts';
import type { TestResponse } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type Bench, openBench, password, type SignedInUser } from './bench.ts';
import { MailServer } from './mail-server.ts';
import { mailedToken, textOf } from './mailbox.ts';

let mailServer: MailServer;
let bench: Bench;
beforeAll(async () => {
  mailServer = await MailServer.open();
  bench = await openBench({
    ...mailServer.settings,
    PUBLIC_URL: 'https://tribus.example',
  });
});
afterAll(async () => {
  await bench.close();
  await mailServer.close();
});

const newAddress = () => `${unique('nueva')}@tribus.test`;
const as = ({ actor }: SignedInUser) => bench.service.as(actor);
const requestChange = (user: SignedInUser, email: string, currentPassword = password) =>
  as(user).put('/auth/me/email', { email, currentPassword });
const confirm = (user: SignedInUser, token: string) => as(user).post('/auth/email/confirm', { token });
const undo = (token: string) => bench.service.as().post('/auth/email/undo', { token });
/** Registers a user whose address is verified. */
async function registerVerified(): Promise<SignedInUser> {
  const user = await bench.register();
  const token = await mailedToken(mailServer, user.email, 'verify-email');
  expect((await as(user).post('/auth/verify-email', { token })).status).toBe(200);
  return user;
}
/** Expects that one use of a link succeeded and all others found it used. */
function expectOneUse(responses: readonly TestResponse[]): void {
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = responses.filter(({ status, body }) => status === 400 && body.code === 'link_expired');
  expect(refused).toHaveLength(responses.length - 1);
}
const textsTo = (email: string) => mailServer.taken.filter(({ to }) => to.includes(email)).map(textOf);

test('a new address must be confirmed, and then only it signs in', async () => {
  const [ownAccount, email] = [await bench.register(), newAddress()];
  expect((await requestChange(ownAccount, email)).body).toEqual({ ok: true });
  expect((await bench.logIn(ownAccount.email, password)).status).toBe(200);
  const token = await mailedToken(mailServer, email, 'confirm-email');
  const responses = await Promise.all(Array.from({ length: 20 }, () => confirm(ownAccount, token)));
  expectOneUse(responses);
  expect((await as(ownAccount).get('/auth/me')).body).toMatchObject({ email, emailVerified: true });
  expect((await bench.logIn(email, password)).status).toBe(200);
  expect((await bench.logIn(ownAccount.email, password)).status).toBe(401);
});

test('the former address is notified and undoes the change: all sessions and the password are revoked', async () => {
  const [ownAccount, email] = [await registerVerified(), newAddress()];
  await requestChange(ownAccount, email);
  await confirm(ownAccount, await mailedToken(mailServer, email, 'confirm-email'));
  const link = await mailedToken(mailServer, ownAccount.email, 'undo-email');
  expect((await undo(link)).body).toEqual({ email: ownAccount.email });
  expect((await bench.rpc.resolveSessions({ sessionIds: [ownAccount.sessionId] })).sessions).toEqual([]);
  for (const address of [email, ownAccount.email]) expect((await bench.logIn(address, password)).status).toBe(401);
  expect((await undo(link)).body.code).toBe('link_expired');
});

/** Changes the address and returns the link that undoes it. */
async function change(user: SignedInUser, from: string, to: string): Promise<string> {
  await requestChange(user, to);
  expect((await confirm(user, await mailedToken(mailServer, to, 'confirm-email'))).status).toBe(200);
  return mailedToken(mailServer, from, 'undo-email');
}

test('only one of twenty concurrent uses of a link to undo succeeds', async () => {
  const [ownAccount, to] = [await registerVerified(), newAddress()];
  const link = await change(ownAccount, ownAccount.email, to);
  expectOneUse(await Promise.all(Array.from({ length: 20 }, () => undo(link))));
});

test('undoing a change undoes the later ones and invalidates their links', async () => {
  const [ownAccount, attackers, last] = [await registerVerified(), newAddress(), newAddress()];
  const [owners, other] = [
    await change(ownAccount, ownAccount.email, attackers),
    await change(ownAccount, attackers, last),
  ];
  expect((await undo(owners)).body).toEqual({ email: ownAccount.email });
  expect((await undo(other)).body.code).toBe('link_expired');

  const [owner, second, third] = [await registerVerified(), newAddress(), newAddress()];
  const [first, later] = [await change(owner, owner.email, second), await change(owner, second, third)];
  expect((await undo(later)).body).toEqual({ email: second });
  expect((await undo(first)).body).toEqual({ email: owner.email });
});

test('an address that can still be restored cannot be taken by another user', async () => {
  const [ownAccount, to] = [await registerVerified(), newAddress()];
  const link = await change(ownAccount, ownAccount.email, to);
  const taken = await bench.service.as().post('/auth/register', { email: ownAccount.email, password });
  expect([taken.status, taken.body.code]).toEqual([409, 'email_taken']);
  expect((await requestChange(await bench.register(), ownAccount.email)).body.code).toBe('email_taken');
  expect((await undo(link)).body).toEqual({ email: ownAccount.email });
});

test('a former address that was never verified gets a notice without a link, and is free at once', async () => {
  const [ownAccount, to] = [await bench.register(), newAddress()];
  await requestChange(ownAccount, to);
  expect((await confirm(ownAccount, await mailedToken(mailServer, to, 'confirm-email'))).status).toBe(200);
  await until(
    () => textsTo(ownAccount.email).some((text) => text.includes('Esta dirección ya no está en ninguna cuenta')),
    'the former address is mailed',
  );
  expect(textsTo(ownAccount.email).filter((text) => text.includes('undo-email'))).toEqual([]);
  expect((await requestChange(await bench.register(), ownAccount.email)).status).toBe(200);
  expect((await bench.register(ownAccount.email)).id).not.toBe(ownAccount.id);
});

test('an undo link that an earlier version mailed to an address that was never verified is refused', async () => {
  const [ownAccount, to] = [await registerVerified(), newAddress()];
  const link = await change(ownAccount, ownAccount.email, to);
  const { db } = await bench.openDatabase();
  await db.updateTable('emailChanges').set({ wasVerified: false }).where('userId', '=', ownAccount.id).execute();
  expect((await undo(link)).body.code).toBe('link_expired');
  expect((await as(ownAccount).get('/auth/me')).body.email).toBe(to);
});

test('undoing a change revokes every sign-in method of the attacker', async () => {
  const [ownAccount, to] = [await registerVerified(), newAddress()];
  const { db } = await bench.openDatabase();
  const [userId, createdAt] = [ownAccount.id, new Date(Date.now() - dayMs)];
  const secondFactor = { userId, secret: 'x', createdAt, enabledAt: null };
  await db.insertInto('secondFactors').values(secondFactor).execute();
  const identity = { issuer: 'https://accounts.google.test', subject: userId, userId, createdAt };
  await db.insertInto('googleIdentities').values(identity).execute();
  const credential = { id: userId, userId, credentialId: userId, publicKey: Buffer.from('x'), counter: 0 };
  const passkey = { ...credential, transports: '', name: 'x', createdAt, lastUsedAt: null };
  await db.insertInto('passkeys').values(passkey).execute();
  await undo(await change(ownAccount, ownAccount.email, to));
  for (const table of ['secondFactors', 'googleIdentities', 'passkeys'] as const)
    expect(await db.selectFrom(table).select('userId').where('userId', '=', userId).execute()).toEqual([]);
});

test('a change requested before the password changed has no effect', async () => {
  const [ownAccount, to] = [await bench.register(), newAddress()];
  await requestChange(ownAccount, to);
  const token = await mailedToken(mailServer, to, 'confirm-email');
  await as(ownAccount).put('/auth/me/password', { currentPassword: password, newPassword: 'otra-clave-larga' });
  expect((await confirm(ownAccount, token)).body.code).toBe('link_expired');
  expect((await as(ownAccount).get('/auth/me')).body.email).toBe(ownAccount.email);
});

test("a confirmation link opened by the mailbox owner does not add the address to another person's account", async () => {
  const [outsider, owner, email] = [await bench.register(), await bench.register(), newAddress()];
  await requestChange(outsider, email);
  const token = await mailedToken(mailServer, email, 'confirm-email');
  for (const client of [bench.service.as(), as(owner)]) {
    const refused = await client.post('/auth/email/confirm', { token });
    expect([refused.status, refused.body.code]).toEqual([403, 'verification_sign_in']);
    expect(JSON.stringify(refused.body)).not.toContain(outsider.email);
  }
  expect((await as(outsider).get('/auth/me')).body.email).toBe(outsider.email);
  expect((await confirm(outsider, token)).status).toBe(200);
});

test('only one of two accounts requesting the same address concurrently gets it', async () => {
  const [one, two, email] = [await bench.register(), await bench.register(), newAddress()];
  await requestChange(one, email);
  const first = await mailedToken(mailServer, email, 'confirm-email');
  await requestChange(two, email);
  const second = await mailedToken(mailServer, email, 'confirm-email', 2);
  const responses = await Promise.all([confirm(one, first), confirm(two, second)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a taken address, a wrong password and a link of another kind change nothing', async () => {
  const [ownAccount, other] = [await bench.register(), await bench.register()];
  expect((await requestChange(ownAccount, other.email)).body.code).toBe('email_taken');
  expect((await requestChange(ownAccount, newAddress(), 'equivocada')).body.code).toBe('wrong_password');
  expect((await requestChange(ownAccount, 'nada')).body.code).toBe('email_invalid');
  const verification = await mailedToken(mailServer, ownAccount.email, 'verify-email');
  expect((await confirm(ownAccount, verification)).body.code).toBe('link_expired');
  expect((await as(ownAccount).get('/auth/me')).body.email).toBe(ownAccount.email);
});

test('a sign-in from a new device is mailed once, one from a known device or network is not', async () => {
  const ownAccount = await bench.register();
  const heading = 'Has entrado desde un dispositivo nuevo';
  const logIn = (headers: Record<string, string>) =>
    bench.service.as(visitorActor()).post('/auth/login', { email: ownAccount.email, password }, headers);
  const phone = { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' };
  await logIn({ ...phone, [networkHeader]: 'home' });
  const notices = () => textsTo(ownAccount.email).filter((text) => text.includes(heading));
  await until(() => notices().length === 1, 'the owner is mailed');
  expect(notices()[0]).toContain('Firefox en Android');
  expect(notices()[0]).toContain('https://tribus.example/tools/account');
  await logIn({ ...phone, [networkHeader]: 'home' });
  await bench.jobsDone();
  expect(notices()).toHaveLength(1);
  await logIn({ ...phone, [networkHeader]: 'elsewhere' });
  await until(() => notices().length === 2, 'the owner is mailed about another network');
});

test("a mail shows the time in the recipient's time zone, which a new device does not change", async () => {
  const headers = (zone: string, network: string) => ({ [timeZoneHeader]: zone, [networkHeader]: network });
  const email = newAddress();
  const register = await bench.service
    .as()
    .post('/auth/register', { email, password }, headers('Europe/Madrid', 'home'));
  expect(register.status).toBe(201);
  const logIn = (zone: string, network: string) =>
    bench.service.as(visitorActor()).post('/auth/login', { email, password }, headers(zone, network));
  const times = () => textsTo(email).flatMap((text) => /^Cuándo: .* a las \d\d:\d\d (.*)$/m.exec(text)?.[1] ?? []);
  await logIn('Asia/Shanghai', 'elsewhere');
  await until(() => times().length === 1, 'the owner is mailed');
  expect(times()[0]).toMatch(/^hora (estándar|de verano) de Europa central$/);
  await logIn('Asia/Shanghai', 'elsewhere');
  await logIn('not a zone', 'third');
  await until(() => times().length === 2, 'the owner is mailed about the third');
  expect(times()[1]).toBe('hora estándar de China');

  const unknown = await bench.register();
  await as(unknown).put('/auth/me/password', { currentPassword: password, newPassword: 'otra-clave-larga' });
  await until(
    () => textsTo(unknown.email).some((text) => text.includes('tiempo universal coordinado (UTC)')),
    'in UTC',
  );
});

test('the owner is mailed about a changed password', async () => {
  const ownAccount = await bench.register();
  await as(ownAccount).put('/auth/me/password', { currentPassword: password, newPassword: 'otra-clave-larga' });
  await until(
    () => textsTo(ownAccount.email).some((text) => text.includes('Tu contraseña ha cambiado')),
    'the mail has arrived',
  );
});
