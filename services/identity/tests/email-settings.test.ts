import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Secrets } from '@tribus/community/secrets.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { renewMailPassword } from '../src/email-settings.ts';
import { aboutMailPassword } from '../src/mail/site-mailer.ts';
import { openIdentityStore } from '../src/store/store.ts';
import { type Bench, openBench } from './bench.ts';
import { MailServer } from './mail-server.ts';
import { textOf } from './mailbox.ts';

const tls = join(import.meta.dirname, '../../../deploy/system-tests/tls');
const path = '/admin/email-settings';
const admin = userActor('00000000-0000-7000-8000-00000000000a', { role: 'admin' });
const member = userActor('00000000-0000-7000-8000-00000000000b');
const authorities = getCACertificates('default');

let mailServer: MailServer;
let bench: Bench;
beforeAll(async () => {
  setDefaultCACertificates([...authorities, readFileSync(join(tls, 'authority.pem'), 'utf8')]);
  const [key, cert] = ['server-key.pem', 'server.pem'].map((file) => readFileSync(join(tls, file)));
  mailServer = await MailServer.open({ key, cert });
  bench = await openBench({ OUTBOUND_ALLOWED_HOSTS: '127.0.0.1', CONTACT_EMAIL: 'equipo@tribus.test' });
});
afterAll(async () => {
  await bench.close();
  await mailServer.close();
  setDefaultCACertificates(authorities);
});
beforeEach(() => {
  Object.assign(mailServer, { refusal: undefined, refusesLogins: false, refusesRecipients: false });
});

const as = () => bench.service.as(admin);
const put = (change: object) => as().put(path, change);
const send = async (to = 'ana@tribus.test') => (await as().post(`${path}/test`, { to })).body;
const settings = () => ({
  host: '127.0.0.1',
  port: mailServer.port,
  secure: false,
  user: 'tribus',
  password: 'la-clave-del-correo',
  from: 'hola@tribus.test',
  replyTo: 'equipo@tribus.test',
});
/** The settings as responses show them: without the password. */
function shown() {
  const { password: _, ...rest } = settings();
  return { ...rest, hasPassword: true, source: 'settings' };
}

test('no mail is sent without mail settings, and the test mail reports it', async () => {
  expect((await as().get(path)).body).toMatchObject({ host: '', port: 587, hasPassword: false, source: 'none' });
  expect(await send()).toEqual({ ok: false, reason: 'off' });
});

test('only admins read, change and test the mail settings', async () => {
  for (const [actor, status] of [
    [undefined, 401],
    [member, 403],
  ] as const) {
    const other = bench.service.as(actor);
    expect((await other.get(path)).status).toBe(status);
    expect((await other.put(path, settings())).status).toBe(status);
    expect((await other.post(`${path}/test`, { to: 'ana@tribus.test' })).status).toBe(status);
  }
});

test('saved settings apply in every replica at once; the password is never returned', async () => {
  const copy = await bench.startReplica();
  const { body } = await put(settings());
  expect(body).toEqual(shown());
  expect((await as().get(path)).body).toEqual(shown());
  expect((await copy.as(admin).post(`${path}/test`, { to: 'eva@tribus.test' })).body).toEqual({ ok: true });
  const [mail] = mailServer.taken.splice(0);
  expect(mail).toMatchObject({ from: 'hola@tribus.test', to: ['eva@tribus.test'] });
  expect(mail?.raw).toMatch(/^Reply-To: Tribus <equipo@tribus\.test>/m);
  expect(mail && textOf(mail)).toContain('El correo funciona');
  expect(mailServer.passwords.at(-1)).toBe('la-clave-del-correo');

  const { db } = await bench.openDatabase();
  const stored = await db.selectFrom('emailSettings').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain('la-clave-del-correo');
  const { items } = (await as().get('/admin/audit?target=email')).body;
  expect(items[0]).toMatchObject({
    action: 'site_settings_changed',
    target: { type: 'site', id: 'email' },
    before: { host: '', hasPassword: false },
    after: { host: '127.0.0.1', hasPassword: true, passwordChanged: true },
  });
  expect(JSON.stringify(items)).not.toContain('la-clave-del-correo');
  expect([...bench.service.logged, ...copy.logged].join('')).not.toContain('la-clave-del-correo');
});

test('a replica without mail starts to send it: contact messages are mailed', async () => {
  await put(settings());
  const copy = await bench.startReplica();
  const form = { name: 'Paz', email: 'paz@tribus.test', subject: 'general', message: 'Hola a todos.' };
  expect((await copy.as().post('/contact', form)).status).toBe(201);
  await until(() => mailServer.taken.some(({ raw }) => raw.includes('Hola a todos.')), 'the message is mailed');
});

test('absent fields are unchanged, and an empty password removes the saved one', async () => {
  await put(settings());
  expect((await put({ from: 'otra@tribus.test' })).body).toEqual({ ...shown(), from: 'otra@tribus.test' });
  expect(await send()).toEqual({ ok: true });
  expect((await put({ password: '' })).body).toMatchObject({ hasPassword: false, user: 'tribus' });
  expect((await put({ user: '' })).body).toMatchObject({ hasPassword: false, user: '' });
});

test('a password is sent only to the server it was entered for', async () => {
  await put(settings());
  const otherServer = await put({ host: '8.8.8.8', port: 587 });
  expect([otherServer.status, otherServer.body.code]).toEqual([400, 'mail_password_needed']);
  expect((await as().get(path)).body).toEqual(shown());
});

test.each(['localhost', '10.0.0.8', '169.254.169.254', '::1', '0.0.0.0'])(
  '%s is not contacted unless the operator allows it',
  async (host) => {
    const { status, body } = await put({ ...settings(), host });
    expect([status, body.code]).toEqual([400, 'mail_host_private']);
  },
);

test('a public host is contacted only on mail ports', async () => {
  expect((await put({ ...settings(), host: '8.8.8.8', port: 6379 })).body.code).toBe('mail_host_private');
});

test("a test mail reports its failure by the server's reply code, without the server's text", async () => {
  await put(settings());
  mailServer.refusesLogins = true;
  expect(await send()).toEqual({ ok: false, reason: 'login_refused', replyCode: 535 });
  mailServer.refusesLogins = false;
  mailServer.refusesRecipients = true;
  expect(await send()).toEqual({ ok: false, reason: 'address_refused', replyCode: 550 });
  mailServer.refusesRecipients = false;
  mailServer.refusal = 'the-secret-of-the-server';
  expect(await send()).toEqual({ ok: false, reason: 'mail_refused', replyCode: 451 });
  await put({ port: 1 });
  expect(await send()).toEqual({ ok: false, reason: 'unreachable' });
  await put({ ...settings(), host: 'nobody.invalid', port: 587 });
  expect(await send()).toEqual({ ok: false, reason: 'host_unknown' });
  const plain = await MailServer.open();
  await put({ ...settings(), port: plain.port });
  expect(await send()).toEqual({ ok: false, reason: 'tls_failed', replyCode: 500 });
  await plain.close();
  expect(plain.passwords).toEqual([]);
  expect(bench.service.logged.join('')).not.toContain('the-secret-of-the-server');
});

test("mail uses the environment's settings when the settings have no server", async () => {
  await put(settings());
  expect((await put({ host: '' })).body).toMatchObject({ source: 'none', hasPassword: false });
  expect(await send()).toEqual({ ok: false, reason: 'off' });
});

test('invalid settings are rejected', async () => {
  for (const change of [
    { host: 'smtp://mail.test' },
    { host: 'mail.test\r\nRCPT' },
    { port: 0 },
    { port: '25' },
    { from: 'Tribus' },
    { from: 'a@b.test\r\nBcc: c@d.test' },
    { user: 'a\u0000b' },
  ])
    expect((await put({ ...settings(), ...change })).status).toBe(400);
  await put({ host: '' });
  expect((await put({ host: '127.0.0.1', from: '' })).body.code).toBe('mail_sender_missing');
});

test('the password is re-encrypted at the start after a key rotation', async () => {
  const store = openIdentityStore(await bench.openDatabase());
  const before = new Secrets('the-key-before');
  const { password: _, user, from, ...rest } = settings();
  const password = before.encrypt('una-clave', aboutMailPassword);
  await store.emailSettings.write({ ...rest, login: user, sender: from, password });
  await renewMailPassword({ ctx: bench.peer, store, secrets: new Secrets('the-key-of-today the-key-before') });
  const stored = (await store.emailSettings.read())?.password ?? '';
  expect(new Secrets('the-key-of-today').decrypt(stored, aboutMailPassword)).toBe('una-clave');
  await renewMailPassword({ ctx: bench.peer, store, secrets: new Secrets('another-key') });
  expect((await store.emailSettings.read())?.password).toBe(stored);
});

test('a password whose key is missing is reported as unreadable until an admin enters it again', async () => {
  await put(settings());
  const password = new Secrets('another-key').encrypt('la-clave-del-correo', aboutMailPassword);
  const store = openIdentityStore(await bench.openDatabase());
  const stored = await store.emailSettings.read();
  if (!stored) throw new Error('no settings are stored');
  await store.emailSettings.write({ ...stored, password });
  expect(await send()).toEqual({ ok: false, reason: 'password_unreadable' });
  expect((await as().get(path)).body.hasPassword).toBe(true);
  await put({ password: settings().password });
  expect(await send()).toEqual({ ok: true });
});
