import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { fail } from '@tribus/kit/core/errors.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { DataExportReady } from '@tribus/proto/identity/v1/events.ts';
import { strFromU8, unzipSync } from 'fflate';
import { type Bench, openBench, password, type SignedInUser } from './bench.ts';
import { MailServer } from './mail-server.ts';
import { mailsTo, textOf } from './mailbox.ts';

const hourMs = 60 * 60 * 1000;
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
const ask = ({ actor }: SignedInUser) => bench.service.as(actor).post(path);
const read = async ({ actor }: SignedInUser) => (await bench.service.as(actor).get(path)).body.export;
const becomes = (who: SignedInUser, state: string) =>
  until(async () => (await read(who)).state === state, `the copy is ${state}`);

function filesOf({ id }: SignedInUser): Record<string, string> {
  const files = unzipSync(bench.media.archives.get(id) ?? new Uint8Array());
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

test('a copy is made of what every service keeps, with the pictures, and its owner is told by event and mail', async () => {
  const ana = await bench.register();
  bench.media.pictures.set(ana.id, new Map([['photo/one.webp', Buffer.from('bytes of a picture')]]));
  expect(await read(ana)).toBeNull();
  const asked = await ask(ana);
  expect([asked.status, asked.body.export]).toMatchObject([201, { state: 'waiting', url: null, expiresAt: null }]);
  await becomes(ana, 'ready');
  const expiresAt = new Date(clock.now().getTime() + 48 * hourMs).toISOString();
  const url = `/api/proxy-media/archive?key=${encodeURIComponent(`archive/${ana.id}.zip`)}`;
  const files = filesOf(ana);
  const parts = Object.keys(files).filter((name) => name !== 'README.txt').length;
  expect(await read(ana)).toMatchObject({ id: asked.body.export.id, done: parts, total: parts, expiresAt, url });

  expect(JSON.parse(files['account.json'] ?? '')).toMatchObject([{ id: ana.id, email: ana.email }]);
  expect(JSON.parse(files['messages.json'] ?? '')).toEqual([{ userId: ana.id, area: 'messages' }]);
  expect(JSON.parse(files['vibe-reactions.json'] ?? '')).toEqual([{ userId: ana.id, area: 'vibe_reactions' }]);
  expect(JSON.parse(files['tasks.json'] ?? '')).toEqual([]);
  expect(files['pictures/photo/one.webp']).toBe('bytes of a picture');
  for (const name of Object.keys(files).filter((each) => each.endsWith('.json')))
    expect(files['README.txt']).toContain(`- ${name} — `);

  const told = (await bench.events(DataExportReady)).filter(({ userId }) => userId === ana.id);
  expect(told).toEqual([{ userId: ana.id, exportId: asked.body.export.id, expiresAt }]);
  await until(() => mailsTo(mailServer, ana.email, '/tools/account').length > 0, 'the mail is there');
  const [mail] = mailsTo(mailServer, ana.email, '/tools/account');
  expect(mail && textOf(mail)).toContain('Desde tu cuenta se ha pedido una copia de tus datos.');
});

test('a picture that is deleted while the copy is made is left out, and the copy is made at the first attempt', async () => {
  const ana = await bench.register();
  const pictures = ['photo/kept.webp', 'photo/deleted.webp'].map((key) => [key, Buffer.from(key)] as const);
  bench.media.pictures.set(ana.id, new Map(pictures));
  bench.media.deletedSinceListed.add('photo/deleted.webp');
  await ask(ana);
  await bench.jobsDone();
  expect(await read(ana)).toMatchObject({ state: 'ready' });
  const names = Object.keys(filesOf(ana)).filter((name) => name.startsWith('pictures/'));
  expect(names).toEqual(['pictures/photo/kept.webp']);
});

test('an attempt that fails on the way leaves no archive, and the next one makes a whole one', async () => {
  const ana = await bench.register();
  bench.personalData.refusal = fail('unavailable');
  await ask(ana);
  await bench.jobsDone();
  expect(await read(ana)).toMatchObject({ state: 'working', url: null });
  expect(bench.media.archives.has(ana.id)).toBe(false);
  bench.personalData.refusal = undefined;
  await bench.jumpToLastAttempt();
  await becomes(ana, 'ready');
  expect(filesOf(ana)['messages.json']).toContain(ana.id);
});

test('a copy that cannot be made has failed in the end, and can be asked for again', async () => {
  const ana = await bench.register();
  bench.personalData.refusal = fail('unavailable');
  await ask(ana);
  await bench.jobsDone();
  // An attempt that has just begun is not changed: its last one is the next.
  await until(async () => {
    await bench.jumpToLastAttempt();
    return (await read(ana)).state === 'failed';
  }, 'the copy is failed');
  bench.personalData.refusal = undefined;
  expect((await ask(ana)).status).toBe(201);
  await becomes(ana, 'ready');
});

test('three copies in 24 hours are the most, and one at a time', async () => {
  const ana = await bench.register();
  for (const _ of [1, 2, 3]) {
    clock.advance(1_000);
    const answers = await Promise.all([ask(ana), ask(ana)]);
    expect(answers.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
      [201, undefined],
      [409, 'data_export_running'],
    ]);
    await becomes(ana, 'ready');
  }
  const refused = await ask(ana);
  expect([refused.status, refused.body.code]).toEqual([429, 'data_export_limit']);
  clock.advance(24 * hourMs);
  expect((await ask(ana)).status).toBe(201);
});

test('after 48 hours there is no copy any more, and its row is swept in time', async () => {
  const ana = await bench.register();
  await ask(ana);
  await becomes(ana, 'ready');
  clock.advance(48 * hourMs);
  expect(await read(ana)).toBeNull();
  clock.advance(49 * hourMs);
  await bench.runJob('sweepSessions');
  const { db } = await bench.openDatabase();
  const rows = () => db.selectFrom('dataExports').select('id').where('userId', '=', ana.id).execute();
  await until(async () => (await rows()).length === 0, 'the row is gone');
});

test('an account that goes while its copy is made leaves neither a row nor an archive', async () => {
  const ana = await bench.register();
  bench.personalData.refusal = fail('unavailable');
  await ask(ana);
  await bench.jobsDone();
  const gone = await bench.service.as(ana.actor).delete('/auth/me/account', { confirmPassword: password });
  expect(gone.status).toBe(200);
  // As if an attempt had stored it just before, in a process that died.
  bench.media.archives.set(ana.id, new Uint8Array());
  bench.personalData.refusal = undefined;
  await bench.jumpToLastAttempt();
  await until(() => !bench.media.archives.has(ana.id), 'the archive is gone');
  // The deletion of the account takes the archive away, too: the attempt may be still to come.
  await bench.allJobsOfDeleted();
  expect((await bench.events(DataExportReady)).filter(({ userId }) => userId === ana.id)).toEqual([]);
});
