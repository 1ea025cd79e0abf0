import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { DataExportReady } from '@tribus/proto/identity/v1/events.ts';
import { strFromU8, unzipSync } from 'fflate';
import { type Bench, openBench, password, type SignedInUser } from './bench.ts';
import { MailServer } from './mail-server.ts';
import { mailsTo, textOf } from './mailbox.ts';

const clock = new TestClock();
let bench: Bench;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await MailServer.open();
  const mail = {
    ...mailServer.settings,
  };
  bench = await openBench(mail, clock);
});
afterAll(async () => {
  await bench.close();
  await mailServer.close();
});
beforeEach(() => {
  bench.personalData.refusal = undefined;
  clock.advance(1_000);
});

const path = '/auth/me/data-export';
const requestExport = ({ actor }: SignedInUser) => bench.service.as(actor).post(path);
const read = async ({ actor }: SignedInUser) => (await bench.service.as(actor).get(path)).body.export;
const reaches = (person: SignedInUser, state: string) =>
  until(async () => (await read(person)).state === state, `the copy is ${state}`);

function filesOf({ id }: SignedInUser): Record<string, string> {
  const files = unzipSync(bench.media.archives.get(id) ?? new Uint8Array());
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

test('an export contains all services’ data and the pictures; its owner is notified by event and mail', async () => {
  const ana = await bench.register();
  bench.media.pictures.set(ana.id, new Map([['photo/one.webp', Buffer.from('bytes of a picture')]]));
  expect(await read(ana)).toBeNull();
  const requested = await requestExport(ana);
  expect([requested.status, requested.body.export]).toMatchObject([
    201,
    { state: 'waiting', url: null, expiresAt: null },
  ]);
  await reaches(ana, 'ready');
  const expiresAt = new Date(clock.now().getTime() + 48 * hourMs).toISOString();
  const url = `/api/proxy-media/archive?key=${encodeURIComponent(`archive/${ana.id}.zip`)}`;
  const files = filesOf(ana);
  const parts = Object.keys(files).filter((name) => name !== 'README.txt').length;
  expect(await read(ana)).toMatchObject({ id: requested.body.export.id, done: parts, total: parts, expiresAt, url });

  expect(JSON.parse(files['account.json'] ?? '')).toMatchObject([{ id: ana.id, email: ana.email }]);
  expect(JSON.parse(files['messages.json'] ?? '')).toEqual([{ userId: ana.id, area: 'messages' }]);
  expect(JSON.parse(files['vibe-reactions.json'] ?? '')).toEqual([{ userId: ana.id, area: 'vibe_reactions' }]);
  expect(JSON.parse(files['tasks.json'] ?? '')).toEqual([]);
  expect(files['pictures/photo/one.webp']).toBe('bytes of a picture');
  for (const name of Object.keys(files).filter((each) => each.endsWith('.json')))
    expect(files['README.txt']).toContain(`- ${name} — `);

  const emitted = (await bench.events(DataExportReady)).filter(({ userId }) => userId === ana.id);
  expect(emitted).toEqual([{ userId: ana.id, exportId: requested.body.export.id, expiresAt }]);
  await until(() => mailsTo(mailServer, ana.email, '/tools/account').length > 0, 'the mail has arrived');
  const [mail] = mailsTo(mailServer, ana.email, '/tools/account');
  expect(mail && textOf(mail)).toContain('Desde tu cuenta se ha pedido una copia de tus datos.');
});

test('a picture deleted during an export is omitted, and the export succeeds at the first attempt', async () => {
  const ana = await bench.register();
  const pictures = ['photo/kept.webp', 'photo/deleted.webp'].map((key) => [key, Buffer.from(key)] as const);
  bench.media.pictures.set(ana.id, new Map(pictures));
  bench.media.deletedSinceListed.add('photo/deleted.webp');
  await requestExport(ana);
  await bench.jobsDone();
  expect(await read(ana)).toMatchObject({ state: 'ready' });
  const names = Object.keys(filesOf(ana)).filter((name) => name.startsWith('pictures/'));
  expect(names).toEqual(['pictures/photo/kept.webp']);
});

test('a failed attempt leaves no archive, and the next one builds a complete one', async () => {
  const ana = await bench.register();
  bench.personalData.refusal = fail('unavailable');
  await requestExport(ana);
  await bench.jobsDone();
  expect(await read(ana)).toMatchObject({ state: 'working', url: null });
  expect(bench.media.archives.has(ana.id)).toBe(false);
  bench.personalData.refusal = undefined;
  await bench.jumpToLastAttempt();
  await reaches(ana, 'ready');
  expect(filesOf(ana)['messages.json']).toContain(ana.id);
});

test('an export that keeps failing ends as failed and can be requested again', async () => {
  const ana = await bench.register();
  bench.personalData.refusal = fail('unavailable');
  await requestExport(ana);
  await bench.jobsDone();
  // A running attempt is not changed, so the next one reaches the last.
  await until(async () => {
    await bench.jumpToLastAttempt();
    return (await read(ana)).state === 'failed';
  }, 'the copy is failed');
  bench.personalData.refusal = undefined;
  expect((await requestExport(ana)).status).toBe(201);
  await reaches(ana, 'ready');
});

test('at most three exports in 24 hours, and one at a time', async () => {
  const ana = await bench.register();
  for (const _ of [1, 2, 3]) {
    clock.advance(1_000);
    const responses = await Promise.all([requestExport(ana), requestExport(ana)]);
    expect(responses.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
      [201, undefined],
      [409, 'data_export_running'],
    ]);
    await reaches(ana, 'ready');
  }
  const refused = await requestExport(ana);
  expect([refused.status, refused.body.code]).toEqual([429, 'data_export_limit']);
  clock.advance(dayMs);
  expect((await requestExport(ana)).status).toBe(201);
});

test('an export expires after 48 hours, and its row is swept later', async () => {
  const ana = await bench.register();
  await requestExport(ana);
  await reaches(ana, 'ready');
  clock.advance(48 * hourMs);
  expect(await read(ana)).toBeNull();
  clock.advance(49 * hourMs);
  await bench.runJob('sweepSessions');
  const { db } = await bench.openDatabase();
  const rows = () => db.selectFrom('dataExports').select('id').where('userId', '=', ana.id).execute();
  await until(async () => (await rows()).length === 0, 'the row is deleted');
});

test('an account deleted during its export leaves neither a row nor an archive', async () => {
  const ana = await bench.register();
  bench.personalData.refusal = fail('unavailable');
  await requestExport(ana);
  await bench.jobsDone();
  const deletion = await bench.service.as(ana.actor).delete('/auth/me/account', { confirmPassword: password });
  expect(deletion.status).toBe(200);
  // As if an attempt of a crashed process had stored it just before.
  bench.media.archives.set(ana.id, new Uint8Array());
  bench.personalData.refusal = undefined;
  await bench.jumpToLastAttempt();
  await until(() => !bench.media.archives.has(ana.id), 'the archive is deleted');
  // The deletion of the account also deletes the archive, so the attempt may still be pending.
  await bench.allJobsDone();
  expect((await bench.events(DataExportReady)).filter(({ userId }) => userId === ana.id)).toEqual([]);
});

test('an export contains the contact messages sent while signed in, whatever address they name', async () => {
  const [ana, beto] = [await bench.register(), await bench.register()];
  const other = 'tercera.export@tribus.test';
  const send = ({ actor }: SignedInUser, email: string, message: string) =>
    bench.service.as(actor).post('/contact', { name: 'Ana', email, subject: 'other', message });
  const sent = [
    await send(ana, ana.email, 'Con mi dirección'),
    await send(ana, other, 'Con otra dirección'),
    await send(beto, other, 'De otra persona'),
  ];
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
  await requestExport(ana);
  await bench.jobsDone();
  const messages: { message: string }[] = JSON.parse(filesOf(ana)['contact-messages.json'] ?? '');
  expect(messages.map(({ message }) => message)).toEqual(['Con mi dirección', 'Con otra dirección']);
});

test("an export contains a visitor's contact messages only from a verified address", async () => {
  const { db } = await bench.openDatabase();
  const email = 'visita.export@tribus.test';
  const form = { name: 'Visita', email, subject: 'other', message: 'Una consulta privada' };
  expect((await bench.service.as().post('/contact', form)).status).toBe(201);
  const other = await bench.register(email);
  const exported = async () => {
    expect((await requestExport(other)).status).toBe(201);
    await bench.jobsDone();
    return JSON.parse(filesOf(other)['contact-messages.json'] ?? '');
  };
  expect(await exported()).toEqual([]);
  expect(Object.values(filesOf(other)).join()).not.toContain(form.message);
  await db.updateTable('users').set({ emailVerifiedAt: clock.now() }).where('id', '=', other.id).execute();
  expect(await exported()).toMatchObject([{ name: form.name, email, message: form.message }]);
});

test('an export contains the stored changes of address of its owner only', async () => {
  const { db } = await bench.openDatabase();
  const [ana, beto] = [await bench.register(), await bench.register()];
  const changedAt = clock.now();
  const changeOf = ({ id: userId }: SignedInUser, emailBefore: string) => ({
    id: crypto.randomUUID(),
    userId,
    emailBefore,
    wasVerified: true,
    changedAt,
    undoneAt: null,
  });
  const changes = [changeOf(ana, 'antes.ana@tribus.test'), changeOf(beto, 'antes.beto@tribus.test')];
  await db.insertInto('emailChanges').values(changes).execute();
  expect((await requestExport(ana)).status).toBe(201);
  await reaches(ana, 'ready');
  const [{ emailChanges }] = JSON.parse(filesOf(ana)['account.json'] ?? '');
  expect(emailChanges).toEqual([
    { emailBefore: 'antes.ana@tribus.test', wasVerified: true, changedAt: changedAt.toISOString(), undoneAt: null },
  ]);
});
