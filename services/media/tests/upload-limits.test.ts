import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newAccountLimits, videoMaxMb } from '@tribus/community/limits.ts';
import { person } from '@tribus/community/testing/factories.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { runScheduled } from '@tribus/kit/testing/jobs.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { bytesPerMb, resumableUploadHours, resumableUploadsAtOnce } from '../limits.ts';
import { addUploads, type Bench, openBench } from './bench.ts';
import { UploadClient } from './upload-client.ts';
import { mp4 } from './videos.ts';

let bench: Bench;
let client: UploadClient;
beforeAll(async () => {
  // Every body counts as late.
  bench = await openBench({}, undefined, { promptBodyMs: 0 });
});
beforeEach(() => {
  client = new UploadClient(bench.service, person());
});
afterAll(() => bench.close());

test('a new upload needs a length within the limit of a video, and the version of the protocol', async () => {
  const max = videoMaxMb * bytesPerMb;
  expect(await client.begin(String(max + 1))).toMatchObject({ status: 413, code: 'file_too_large' });
  for (const length of ['', '0', '-1', '1.5', '1e3', 'ten'])
    expect(await client.begin(length)).toMatchObject({ status: 400, code: 'invalid_input' });
  const other = await client.begin('10', { 'tus-resumable': '0.2.2' });
  expect(other).toMatchObject({ status: 412, code: 'upload_version' });
  expect(other.headers.get('tus-version')).toBe('1.0.0');
  expect((await client.begin(String(max))).status).toBe(201);
});

test('a user has a bounded number of unpublished uploads, and a cancelled one leaves nothing behind', async () => {
  const paths: string[] = [];
  for (let count = 0; count < resumableUploadsAtOnce; count += 1) paths.push(await client.create(50_000));
  expect(await client.begin('10')).toMatchObject({ status: 429, code: 'open_uploads' });
  const before = await bench.keys();
  await client.patch(paths[0] ?? '', 0, mp4(9_000));
  expect(await bench.keys()).not.toEqual(before);
  expect((await client.cancel(paths[0] ?? '')).status).toBe(204);
  expect(await bench.keys()).toEqual(before);
  expect((await client.head(paths[0] ?? '')).status).toBe(404);
  expect((await client.begin('10')).status).toBe(201);
});

test('resumable uploads count towards those of an hour, also of a new account', async () => {
  const [now, fresh] = [bench.clock.now(), { ...person(), limitedUntil: bench.clock.now().getTime() + hourMs }];
  await addUploads(bench.postgres, fresh.id, { count: newAccountLimits.uploads - 1, at: now });
  const other = new UploadClient(bench.service, fresh);
  const path = await other.create(10);
  expect(await other.begin('10')).toMatchObject({ status: 429, code: 'new_account_uploads' });
  await other.cancel(path);
  expect(await other.begin('10')).toMatchObject({ status: 429, code: 'new_account_uploads' });
});

test('an upload of another user, an unknown and an expired one are 404', async () => {
  const path = await client.create(50_000);
  const other = new UploadClient(bench.service, person());
  const outcomes = async (who: UploadClient, at: string) => [
    (await who.head(at)).status,
    (await who.patch(at, 0, mp4())).status,
    (await who.cancel(at)).status,
  ];
  expect(await outcomes(other, path)).toEqual([404, 404, 404]);
  expect(await outcomes(client, '/api/uploads/00000000-0000-4000-8000-000000000000')).toEqual([404, 404, 404]);
  expect(await outcomes(client, '/api/uploads/ninguna')).toEqual([404, 404, 404]);
  expect((await client.head(path)).status).toBe(200);
  await age();
  expect(await outcomes(client, path)).toEqual([404, 404, 404]);
});

/** Ages all uploads beyond their time. */
const age = async () => {
  const expiresAt = new Date(bench.clock.now().getTime() - 1);
  await bench.postgres.db.updateTable('resumableUploads').set({ expiresAt }).execute();
};

test(`uploads that no post names are deleted after ${resumableUploadHours} hours with their bytes`, async () => {
  const before = await bench.keys();
  const [partial, whole] = [await client.create(50_000), await client.create(9_024)];
  await client.patch(partial, 0, mp4(9_000));
  await client.patch(whole, 0, mp4(9_000));
  const { expiresAt } = await client.read(partial);
  expect(Date.parse(expiresAt) - bench.clock.now().getTime()).toBe(resumableUploadHours * hourMs);
  await runScheduled(bench.postgres.db, 'sweepMedia');
  expect((await bench.keys()).rows).toHaveLength(before.rows.length + 3);
  await age();
  await runScheduled(bench.postgres.db, 'sweepMedia');
  expect(await bench.keys()).toEqual(before);
  const rows = await bench.postgres.db.selectFrom('resumableUploads').selectAll().execute();
  expect(rows).toEqual([]);
});

test('bytes at another offset, beyond the end, or without their content type change nothing', async () => {
  const video = mp4(20_000);
  const path = await client.create(video.length);
  await client.patch(path, 0, video.subarray(0, 10_000));
  for (const offset of [0, 9_999, 10_001])
    expect(await client.patch(path, offset, video.subarray(10_000))).toMatchObject({
      status: 409,
      code: 'upload_moved_on',
    });
  const long = Buffer.concat([video.subarray(10_000), Buffer.from('x')]);
  for (const body of [long, new Blob([new Uint8Array(long)]).stream()])
    expect(await client.patch(path, 10_000, body)).toMatchObject({ status: 413, code: 'payload_too_large' });
  expect(await client.head(path)).toMatchObject({ status: 200, offset: 10_000 });
  expect((await client.patch(path, 10_000, video.subarray(10_000))).status).toBe(204);
});

test('a file that is no video ends its upload as soon as its type is known', async () => {
  const before = await bench.keys();
  for (const bytes of [Buffer.alloc(9_000, '<html>'), Buffer.from('%PDF-1.7'), Buffer.alloc(9_000)]) {
    const path = await client.create(bytes.length + (bytes.length > 1_000 ? 50_000 : 0));
    expect(await client.patch(path, 0, bytes)).toMatchObject({ status: 415, code: 'video_type_refused' });
    expect((await client.head(path)).status).toBe(404);
  }
  expect(await bench.keys()).toEqual(before);
});

test('a sender whose session has ended, or who is silenced, stores nothing more', async () => {
  const refusals: [ends: (userId: string) => void, status: number][] = [
    [(userId) => bench.identityStub.endedSessions.add(`session-of-${userId}`), 401],
    [(userId) => bench.identityStub.openSession(userId, { sessionId: `session-of-${userId}`, isSilenced: true }), 403],
  ];
  for (const [end, status] of refusals) {
    const sender = person();
    const own = new UploadClient(bench.service, sender);
    const path = await own.create(20_000);
    const video = mp4(9_000);
    expect((await own.patch(path, 0, video)).status).toBe(204);
    end(sender.id);
    expect((await own.patch(path, video.length, Buffer.alloc(500))).status).toBe(status);
    await until(async () => (await own.head(path)).offset === video.length, 'nothing more is stored');
  }
});
