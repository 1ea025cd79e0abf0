import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type Bench, openBench } from './bench.ts';
import { MailServer } from './mail-server.ts';

let mailServer: MailServer;
let bench: Bench;
beforeAll(async () => {
  mailServer = await MailServer.open();
  bench = await openBench({
    ...mailServer.settings,
  });
});
afterAll(async () => {
  await bench.close();
  await mailServer.close();
});
beforeEach(() => {
  mailServer.refusal = undefined;
});

const admin = userActor('00000000-0000-7000-8000-00000000000a', { role: 'admin' });

/** Sends a contact message; the name identifies it. */
async function write(name: string): Promise<void> {
  const form = { name, email: 'ana@tribus.test', subject: 'technical', message: 'El chat no se abre.' };
  expect((await bench.service.as().post('/contact', form)).status).toBe(201);
}

async function mailStateOf(name: string): Promise<string> {
  const { body } = await bench.service.as(admin).get('/admin/contact-messages?limit=100');
  return body.items.find((message: { name: string }) => message.name === name).mail;
}

const takenOf = (name: string) => mailServer.taken.filter(({ raw }) => new RegExp(`^De: ${name}\\r?$`, 'm').test(raw));
const reaches = (name: string, state: string) =>
  until(async () => (await mailStateOf(name)) === state, `the mail of ${name} is ${state}`);

test('the team receives a contact message by mail, and a reply goes to its sender', async () => {
  const name = unique('Ana');
  await write(name);
  await reaches(name, 'sent');
  const [{ raw = '', ...envelope } = {}, ...others] = takenOf(name);
  expect(envelope).toEqual({ from: 'hola@tribus.test', to: ['equipo@tribus.test'] });
  expect(raw).toMatch(new RegExp(`^Reply-To: "?${name}"? <ana@tribus\\.test>`, 'm'));
  expect(raw).toMatch(new RegExp(`^De: ${name}\\r?\\nCorreo: ana@tribus\\.test\\r?$`, 'm'));
  expect(raw).toContain('El chat no se abre.');
  expect(others).toEqual([]);
});

test('while the mail server rejects mail, messages wait; each is sent once when it accepts mail again', async () => {
  const names = [unique('Eva'), unique('Luis')];
  const before = mailServer.refused;
  mailServer.refusal = 'not now';
  await Promise.all(names.map(write));
  await until(() => mailServer.refused >= before + 2, 'both were rejected');
  expect(await Promise.all(names.map(mailStateOf))).toEqual(['waiting', 'waiting']);
  mailServer.refusal = undefined;
  for (const name of names) await reaches(name, 'sent');
  expect(names.map((name) => takenOf(name).length)).toEqual([1, 1]);
});

test('every message is sent after an outage of the mail server', async () => {
  const name = unique('Mar');
  const { port } = mailServer;
  await mailServer.close();
  await write(name);
  mailServer = await MailServer.open(undefined, port);
  await reaches(name, 'sent');
  expect(takenOf(name)).toHaveLength(1);
});

/** Sends a contact message while the mail server rejects everything, until the last attempt has failed. */
async function writeUntilFailed(name: string): Promise<void> {
  const before = mailServer.refused;
  mailServer.refusal = 'never';
  await write(name);
  await until(() => mailServer.refused > before, 'it was refused');
  await until(async () => {
    await bench.jumpToLastAttempt();
    return (await mailStateOf(name)) === 'failed';
  }, 'the last attempt failed');
}

test('admins see a message and its failed mail after the last attempt', async () => {
  const name = unique('Sol');
  await writeUntilFailed(name);
  expect(takenOf(name)).toEqual([]);
  expect(bench.service.logged.join('')).not.toMatch(/never|El chat no se abre/);
});

test('a mail that failed for good is sent when the operator retries its job', async () => {
  const name = unique('Paz');
  await writeUntilFailed(name);
  mailServer.refusal = undefined;
  await until(async () => {
    await bench.retryFailedJobs();
    return (await mailStateOf(name)) === 'sent';
  }, 'the mail was sent');
  expect(takenOf(name)).toHaveLength(1);
});
