import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { framesOf } from '@tribus/community/testing/video.ts';
import { jobsDone, runScheduled } from '@tribus/kit/testing/jobs.ts';
import { sweepOrphans } from '../src/objects.ts';
import { type Bench, openBench } from './bench.ts';
import { withModifiedTime } from './modified-time.ts';
import { h264, makeVideo, picture } from './video-files.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const camera = ['-metadata', 'comment=Casa'];
const filmed = () => makeVideo([...picture(), ...camera, ...h264]);

/** Stores a file of the landing page as an earlier version did: as it was uploaded. Resolves to its key. */
async function storeEarlier(bytes: Buffer): Promise<string> {
  const { key } = await bench.upload(await filmed(), { purpose: 'landing' });
  await bench.rpc.keepObjects({ keys: [key] });
  await bench.blobs.delete([key]);
  await bench.blobs.put(key, bytes, { contentType: 'video/mp4', size: bytes.length });
  const earlier = { metadata: null, sizeBytes: bytes.length };
  await bench.postgres.db.updateTable('objects').set(earlier).where('key', '=', key).execute();
  return key;
}

async function stripAll(): Promise<void> {
  await runScheduled(bench.postgres.db, 'stripEarlierVideos');
  await jobsDone(bench.postgres.db, 'stripEarlierVideo');
}

const rowOf = (key: string) =>
  bench.postgres.db.selectFrom('objects').selectAll().where('key', '=', key).executeTakeFirstOrThrow();

const fetched = (key: string, headers: Record<string, string> = {}) =>
  bench.fetch(bench.urls.publicUrl(key), { headers });

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('a video of an earlier version loses its metadata once, and stays at its address', async () => {
  const original = await filmed();
  const key = await storeEarlier(original);
  const before = await fetched(key);
  const validator = before.headers.get('etag') ?? '';
  expect((await bytesOf(before)).equals(original)).toBe(true);
  await stripAll();

  const after = await fetched(key, { 'if-none-match': validator });
  expect([after.status, after.headers.get('etag') === validator]).toEqual([200, false]);
  const stored = await bytesOf(after);
  expect(framesOf(stored).equals(framesOf(original))).toBe(true);
  expect([original, stored].map((file) => file.includes('Casa'))).toEqual([true, false]);
  const row = await rowOf(key);
  expect(row).toMatchObject({ metadata: 'removed', sizeBytes: stored.length });
  await stripAll();
  expect(await rowOf(key)).toEqual(row);

  // The file with its metadata is deleted, later than a replica serves it by a cached row.
  const { files } = await bench.keys();
  expect(files).toEqual(expect.arrayContaining([key, row.blobKey]));
  const old = new Date(Date.now() - 3_700_000);
  const blobs = withModifiedTime(bench.blobs, old, [key, row.blobKey ?? '']);
  await sweepOrphans({ signal: new AbortController().signal, store: bench.store, blobs });
  const left = (await bench.keys()).files;
  expect([left.includes(key), left.includes(row.blobKey ?? '')]).toEqual([false, true]);
  expect((await bytesOf(await fetched(key))).equals(stored)).toBe(true);
});

test('a player that continues the earlier file gets the whole new one, and a range of the new one', async () => {
  const key = await storeEarlier(await filmed());
  const validator = (await fetched(key)).headers.get('etag') ?? '';
  const next = { range: 'bytes=100-199' };
  expect((await fetched(key, { ...next, 'if-range': validator })).status).toBe(206);
  await stripAll();
  const whole = await fetched(key, { ...next, 'if-range': validator });
  const bytes = await bytesOf(whole);
  expect([whole.status, bytes.length]).toEqual([200, (await rowOf(key)).sizeBytes]);
  const part = await fetched(key, { ...next, 'if-range': whole.headers.get('etag') ?? '' });
  expect([part.status, (await bytesOf(part)).equals(bytes.subarray(100, 200))]).toEqual([206, true]);
});

test('a replica that has cached the earlier row never sends the new bytes with the earlier length', async () => {
  const key = await storeEarlier(await filmed());
  const replica = await bench.startReplica();
  const address = bench.urls.publicUrl(key);
  const ofBoth = async () => {
    const responses = [await bench.fetch(address), await replica.fetch(address)];
    const sizes = await Promise.all(responses.map(async (each) => (await bytesOf(each)).length));
    return responses.map(({ status }, index) => (status === 200 ? sizes[index] : status));
  };
  const { sizeBytes: earlier } = await rowOf(key);
  expect(await ofBoth()).toEqual([earlier, earlier]);
  await stripAll();
  await bench.blobs.delete([key]);
  const { sizeBytes: size } = await rowOf(key);
  // The replica that ran the job has the new row, and the other one responds 503 once.
  for (const sent of await ofBoth()) expect([503, size]).toContain(sent);
  expect(await ofBoth()).toEqual([size, size]);
  await replica.stop();
});

test.each<[string, (video: Buffer) => Buffer]>([
  ['that cannot be read', (video) => Buffer.concat([video.subarray(0, 40), Buffer.alloc(4_000, 'x')])],
  ['of which nothing would be left', (video) => video.subarray(0, video.indexOf('mdat') + 4)],
])('a file %s stays as it is, and is not tried again', async (_which, damage) => {
  const broken = damage(await makeVideo([...picture(), ...camera, ...h264, '-movflags', '+faststart']));
  const key = await storeEarlier(broken);
  await stripAll();
  const row = await rowOf(key);
  expect([row.metadata, row.blobKey]).toEqual(['unremovable', null]);
  expect((await bytesOf(await fetched(key))).equals(broken)).toBe(true);
  await stripAll();
  expect(await rowOf(key)).toEqual(row);
});

test('a video that is deleted meanwhile stays deleted', async () => {
  const key = await storeEarlier(await filmed());
  await bench.rpc.deleteObjects({ keys: [key] });
  await stripAll();
  const { rows, files } = await bench.keys();
  expect([...rows, ...files].filter((name) => name === key)).toEqual([]);
});
