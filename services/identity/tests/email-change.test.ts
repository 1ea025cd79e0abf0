import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { visitorActor } from '@tribus/kit/core/actor.ts';
import { networkHeader, timeZoneHeader } from '@tribus/kit/http/device-header.ts';
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
const wish = (user: SignedInUser, email: string, currentPassword = password) =>
  as(user).put('/auth/me/email', { email, currentPassword });
const confirm = (user: SignedInUser, token: string) => as(user).post('/auth/email/confirm', { token });
const undo = (token: string) => bench.service.as().post('/auth/email/undo', { token });
const textsTo = (email: string) => mailServer.taken.filter(({ to }) => to.includes(email)).map(textOf);

test('a new address proves itself first, and then it alone signs in', async () => {
  const [mine, email] = [await bench.register(), newAddress()];
  expect((await wish(mine, email)).body).toEqual({ ok: true });
  expect((await bench.logIn(mine.email, password)).status).toBe(200);
  const token = await mailedToken(mailServer, email, 'confirm-email');
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(mine, token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await as(mine).get('/auth/me')).body).toMatchObject({ email, emailVerified: true });
  expect((await bench.logIn(email, password)).status).toBe(200);
  expect((await bench.logIn(mine.email, password)).status).toBe(401);
});

test('the address before is told, and takes the change back: no session and no password of the other one is left', async () => {
  const [mine, email] = [await bench.register(), newAddress()];
  await wish(mine, email);
  await confirm(mine, await mailedToken(mailServer, email, 'confirm-email'));
  const link = await mailedToken(mailServer, mine.email, 'undo-email');
  expect((await undo(link)).body).toEqual({ email: mine.email });
  expect((await bench.rpc.resolveSessions({ sessionIds: [mine.sessionId] })).sessions).toEqual([]);
  for (const address of [email, mine.email]) expect((await bench.logIn(address, password)).status).toBe(401);
  expect((await undo(link)).body.code).toBe('link_expired');
});

/** Changes the address, and the link that takes that back. */
async function change(user: SignedInUser, from: string, to: string): Promise<string> {
  await wish(user, to);
  expect((await confirm(user, await mailedToken(mailServer, to, 'confirm-email'))).status).toBe(200);
  return mailedToken(mailServer, from, 'undo-email');
}

test('whoever takes a change back takes back those after it, whose links open nothing any more', async () => {
  const [mine, thiefs, last] = [await bench.register(), newAddress(), newAddress()];
  const [owners, other] = [await change(mine, mine.email, thiefs), await change(mine, thiefs, last)];
  expect((await undo(owners)).body).toEqual({ email: mine.email });
  expect((await undo(other)).body.code).toBe('link_expired');

  const [theirs, second, third] = [await bench.register(), newAddress(), newAddress()];
  const [first, later] = [await change(theirs, theirs.email, second), await change(theirs, second, third)];
  expect((await undo(later)).body).toEqual({ email: second });
  expect((await undo(first)).body).toEqual({ email: theirs.email });
});

test('an address that may still go back is nobody else’s, so that the way back stays open', async () => {
  const [mine, to] = [await bench.register(), newAddress()];
  const link = await change(mine, mine.email, to);
  const taken = await bench.service.as().post('/auth/register', { email: mine.email, password });
  expect([taken.status, taken.body.code]).toEqual([409, 'email_taken']);
  expect((await wish(await bench.register(), mine.email)).body.code).toBe('email_taken');
  expect((await undo(link)).body).toEqual({ email: mine.email });
});

test('who takes a change back leaves no way in to whoever made it, however they came to have it', async () => {
  const [mine, to] = [await bench.register(), newAddress()];
  const { db } = await bench.openDatabase();
  const [userId, createdAt] = [mine.id, new Date(Date.now() - 86_400_000)];
  const secondFactor = { userId, secret: 'x', createdAt, enabledAt: null };
  await db.insertInto('secondFactors').values(secondFactor).execute();
  const identity = { issuer: 'https://accounts.google.test', subject: userId, userId, createdAt };
  await db.insertInto('googleIdentities').values(identity).execute();
  const credential = { id: userId, userId, credentialId: userId, publicKey: Buffer.from('x'), counter: 0 };
  const passkey = { ...credential, transports: '', name: 'x', createdAt, lastUsedAt: null };
  await db.insertInto('passkeys').values(passkey).execute();
  await undo(await change(mine, mine.email, to));
  for (const table of ['secondFactors', 'googleIdentities', 'passkeys'] as const)
    expect(await db.selectFrom(table).select('userId').where('userId', '=', userId).execute()).toEqual([]);
});

test('a change that was asked for before the password changed comes to nothing', async () => {
  const [mine, to] = [await bench.register(), newAddress()];
  await wish(mine, to);
  const token = await mailedToken(mailServer, to, 'confirm-email');
  await as(mine).put('/auth/me/password', { currentPassword: password, newPassword: 'otra-clave-larga' });
  expect((await confirm(mine, token)).body.code).toBe('link_expired');
  expect((await as(mine).get('/auth/me')).body.email).toBe(mine.email);
});

test('whoever reads the mail to an address hands it to no account of somebody else', async () => {
  const [stranger, owner, email] = [await bench.register(), await bench.register(), newAddress()];
  await wish(stranger, email);
  const token = await mailedToken(mailServer, email, 'confirm-email');
  for (const caller of [bench.service.as(), as(owner)]) {
    const refused = await caller.post('/auth/email/confirm', { token });
    expect([refused.status, refused.body.code]).toEqual([403, 'verification_sign_in']);
    expect(JSON.stringify(refused.body)).not.toContain(stranger.email);
  }
  expect((await as(stranger).get('/auth/me')).body.email).toBe(stranger.email);
  expect((await confirm(stranger, token)).status).toBe(200);
});

test('of two accounts that want one address at once one gets it', async () => {
  const [one, two, email] = [await bench.register(), await bench.register(), newAddress()];
  await wish(one, email);
  const first = await mailedToken(mailServer, email, 'confirm-email');
  await wish(two, email);
  const second = await mailedToken(mailServer, email, 'confirm-email', 2);
  const answers = await Promise.all([confirm(one, first), confirm(two, second)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('an address that is taken, a wrong password and a link of another kind change nothing', async () => {
  const [mine, other] = [await bench.register(), await bench.register()];
  expect((await wish(mine, other.email)).body.code).toBe('email_taken');
  expect((await wish(mine, newAddress(), 'equivocada')).body.code).toBe('wrong_password');
  expect((await wish(mine, 'nada')).body.code).toBe('email_invalid');
  const verification = await mailedToken(mailServer, mine.email, 'verify-email');
  expect((await confirm(mine, verification)).body.code).toBe('link_expired');
  expect((await as(mine).get('/auth/me')).body.email).toBe(mine.email);
});

test('a sign-in from a new device is told by mail once, one from a device or a home that is known is not', async () => {
  const mine = await bench.register();
  const heading = 'Has entrado desde un dispositivo nuevo';
  const logIn = (headers: Record<string, string>) =>
    bench.service.as(visitorActor()).post('/auth/login', { email: mine.email, password }, headers);
  const phone = { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' };
  await logIn({ ...phone, [networkHeader]: 'home' });
  const told = () => textsTo(mine.email).filter((text) => text.includes(heading));
  await until(() => told().length === 1, 'the owner is told');
  expect(told()[0]).toContain('Firefox en Android');
  expect(told()[0]).toContain('https://tribus.example/tools/account');
  await logIn({ ...phone, [networkHeader]: 'home' });
  await bench.jobsDone();
  expect(told()).toHaveLength(1);
  await logIn({ ...phone, [networkHeader]: 'elsewhere' });
  await until(() => told().length === 2, 'the owner is told of another network');
});

test('a mail tells the time by the clock of its reader, and a new device does not set that', async () => {
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
  await until(() => times().length === 1, 'the owner is told');
  expect(times()[0]).toMatch(/^hora (estándar|de verano) de Europa central$/);
  await logIn('Asia/Shanghai', 'elsewhere');
  await logIn('not a zone', 'third');
  await until(() => times().length === 2, 'the owner is told of the third');
  expect(times()[1]).toBe('hora estándar de China');

  const unknown = await bench.register();
  await as(unknown).put('/auth/me/password', { currentPassword: password, newPassword: 'otra-clave-larga' });
  await until(
    () => textsTo(unknown.email).some((text) => text.includes('tiempo universal coordinado (UTC)')),
    'in UTC',
  );
});

test('a changed password is told by mail', async () => {
  const mine = await bench.register();
  await as(mine).put('/auth/me/password', { currentPassword: password, newPassword: 'otra-clave-larga' });
  await until(() => textsTo(mine.email).some((text) => text.includes('Tu contraseña ha cambiado')), 'it is told');
});
