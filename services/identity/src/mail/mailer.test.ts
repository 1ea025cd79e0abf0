import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { MailServer } from '../../tests/mail-server.ts';
import { type Mail, openMailer, type SmtpServer } from './mailer.ts';

const from = 'hola@tribus.test';
const notAborted = new AbortController().signal;
const mail: Mail = {
  id: '0198',
  to: 'equipo@tribus.test',
  replyTo: { name: 'Ana', address: 'ana@tribus.test' },
  subject: 'Hola',
  text: 'Buenas tardes\n',
};
const tls = join(import.meta.dirname, '../../../../deploy/system-tests/tls');
const certificate = { key: readFileSync(join(tls, 'server-key.pem')), cert: readFileSync(join(tls, 'server.pem')) };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function opened(...how: Parameters<typeof MailServer.open>): Promise<MailServer> {
  const server = await MailServer.open(...how);
  closers.push(() => server.close());
  return server;
}

const at = ({ port }: { port: number }, more: Partial<SmtpServer> = {}) =>
  openMailer({ from, server: { host: '127.0.0.1', port, secure: false, ...more } });

/** The value of a header, unfolded. */
const header = (raw: string, name: string): string[] =>
  raw
    .split('\r\n\r\n', 1)[0]
    ?.replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    .map((line) => line.slice(name.length + 1).trim()) ?? [];

test('a mail reaches its recipient, is marked as automatic, and a reply goes to the sender of the message', async () => {
  const server = await opened();
  await at(server)?.send(mail, notAborted);
  const [{ raw = '', ...envelope } = {}] = server.taken;
  expect(envelope).toEqual({ from, to: ['equipo@tribus.test'] });
  expect(header(raw, 'From')).toEqual(['Tribus <hola@tribus.test>']);
  expect(header(raw, 'Reply-To')).toEqual(['Ana <ana@tribus.test>']);
  expect(header(raw, 'Message-ID')).toEqual(['<0198@tribus.test>']);
  expect(header(raw, 'Auto-Submitted')).toEqual(['auto-generated']);
  expect(raw).toContain('\r\n\r\nBuenas tardes\r\n');
});

test('input cannot inject a header or another recipient', async () => {
  const server = await opened();
  const evil = 'Ana\r\nBcc: todos@tribus.test\r\n\r\nOtro texto';
  const replyTo = { name: `"${evil}" <x@y.test>, Eva`, address: 'ana@tribus.test' };
  await at(server)?.send({ ...mail, replyTo, subject: evil, text: `.\r\n${evil}\r\n.\r\nQUIT\r\n` }, notAborted);
  expect(server.taken).toHaveLength(1);
  const [{ raw = '', to = [] } = {}] = server.taken;
  expect(to).toEqual(['equipo@tribus.test']);
  expect(header(raw, 'Bcc')).toEqual([]);
  expect(header(raw, 'Subject')).toHaveLength(1);
  expect(header(raw, 'Reply-To')).toEqual([expect.stringMatching(/<ana@tribus\.test>$/)]);
});

test('a rejecting, unavailable or silent server is an error that does not quote its response', async () => {
  const server = await opened();
  server.refusal = 'the-secret-of-the-server';
  await expect(at(server)?.send(mail, notAborted)).rejects.toThrow('the mail could not be sent: EMESSAGE 451');
  await expect(at({ port: 1 })?.send(mail, notAborted)).rejects.toThrow(/could not be sent: E/);
  const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  closers.push(async () => silent.close());
  await new Promise((resolve) => silent.once('listening', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const impatient = openMailer({ from, server: { host: '127.0.0.1', port, secure: false } }, { silenceMs: 100 });
  await expect(impatient?.send(mail, notAborted)).rejects.toThrow(/could not be sent: ETIMEDOUT/);
});

test('a server that responds without end blocks nothing: sending has a time limit and can be aborted', async () => {
  let left = 0;
  const endless = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 endless\r\n');
    const drip = setInterval(() => socket.write('250-more\r\n'), 50);
    socket.on('data', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      left += 1;
    });
  }).listen(0, '127.0.0.1');
  closers.push(async () => endless.close());
  await once(endless, 'listening');
  const { port } = endless.address() as AddressInfo;
  const server = { host: '127.0.0.1', port, secure: false };
  await expect(openMailer({ from, server }, { limitMs: 500 })?.send(mail, notAborted)).rejects.toThrow(
    'could not be sent: EABORT',
  );
  const stop = new AbortController();
  const sent = openMailer({ from, server })?.send(mail, stop.signal);
  await once(endless, 'connection');
  stop.abort();
  await expect(sent).rejects.toThrow('could not be sent: EABORT');
  await until(() => left === 2, 'both connections are closed');
});

test('a password is sent over TLS only, and only to a server with a valid certificate', async () => {
  const login = { user: 'tribus', password: 'una-clave' };
  const plain = await opened({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  await expect(at(plain, login)?.send(mail, notAborted)).rejects.toThrow(/could not be sent/);
  const unknown = await opened(certificate);
  await expect(at(unknown, login)?.send(mail, notAborted)).rejects.toThrow(/could not be sent/);
  await expect(
    at(await opened({ ...certificate, secure: true }), { ...login, secure: true })?.send(mail, notAborted),
  ).rejects.toThrow(/could not be sent/);
  expect([plain.passwords, unknown.passwords]).toEqual([[], []]);

  const before = getCACertificates('default');
  setDefaultCACertificates([...before, readFileSync(join(tls, 'authority.pem'), 'utf8')]);
  closers.push(async () => setDefaultCACertificates(before));
  await at(unknown, login)?.send(mail, notAborted);
  const wrapped = await opened({ ...certificate, secure: true });
  await at(wrapped, { ...login, secure: true })?.send(mail, notAborted);
  expect([unknown.passwords, wrapped.passwords]).toEqual([['una-clave'], ['una-clave']]);
  expect([unknown.taken.length, wrapped.taken.length]).toEqual([1, 1]);
});

test('each mail is written to its own file, readable by the owner only, without a server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'));
  closers.push(() => rm(folder, { recursive: true }));
  const logged: object[] = [];
  const log = { info: (facts: object) => logged.push(facts) };
  const mailer = openMailer({ from, folder: join(folder, 'mail') }, { log });
  await mailer?.send(mail, notAborted);
  await mailer?.send(mail, notAborted);
  expect(await readdir(join(folder, 'mail'))).toEqual(['0198.eml']);
  const file = join(folder, 'mail', '0198.eml');
  expect(logged).toEqual([{ file }, { file }]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const raw = await readFile(file, 'utf8');
  expect(header(raw, 'To')).toEqual(['equipo@tribus.test']);
  expect(raw).toContain('Buenas tardes');
});

test('there is no mailer without a server and a folder', () => {
  expect(openMailer(undefined)).toBeUndefined();
});
