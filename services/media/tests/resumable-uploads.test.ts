import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { framesOf } from '@tribus/community/testing/video.ts';
import { metric, until } from '@tribus/kit/testing/until.ts';
import { bytesPerMb, partMb } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { startMediaProcess } from './media-process.ts';
import { UploadClient } from './upload-client.ts';
import { mp4 } from './videos.ts';

const partBytes = partMb * bytesPerMb;
const [done, conflict] = [204, 409];

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const newClient = (replica: { httpUrl: string } = bench.service) => new UploadClient(replica, person());

/** The bytes of a complete upload, as they are served. */
async function served(path: string, range?: string): Promise<Buffer> {
  const id = path.split('/').at(-1) ?? '';
  const { objectKey } = await bench.postgres.db
    .selectFrom('resumableUploads')
    .select('objectKey')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const address = bench.urls.signedUrl(objectKey ?? '', bench.clock.now());
  const response = await bench.fetch(address, range ? { headers: { range } } : {});
  expect([response.status, response.headers.get('content-type')]).toEqual([range ? 206 : 200, 'video/mp4']);
  return Buffer.from(await response.arrayBuffer());
}

/** The names of stored parts, in rows and in the store. */
async function storedParts(): Promise<string[]> {
  const { rows, files } = await bench.keys();
  return [...rows, ...files].filter((key) => key.startsWith('part/'));
}

/** Resolves when media has read this many bytes of unfinished requests. */
const hasRead = (opsUrl: string, bytes: number) =>
  until(async () => {
    const page = await (await fetch(`${opsUrl}/metrics`)).text();
    return metric(page, 'media_spool_bytes') >= bytes;
  }, `media has read ${bytes} bytes`);

test('a video sent in pieces to several replicas is stored whole, and its parts are deleted', async () => {
  const actor = person();
  const one = new UploadClient(bench.service, actor);
  const two = new UploadClient(await bench.startReplica(), actor);
  const video = mp4(2 * partBytes + 1_000);
  const path = await one.create(video.length);
  expect(await one.head(path)).toMatchObject({ status: 200, offset: 0 });
  const [first, second] = [partBytes + 5, 2 * partBytes + 77];
  expect(await one.patch(path, 0, video.subarray(0, first))).toMatchObject({ status: done, offset: first });
  expect(await two.read(path)).toMatchObject({ receivedBytes: first, isComplete: false, contentType: 'video/mp4' });
  expect(await two.patch(path, first, video.subarray(first, second))).toMatchObject({ status: done, offset: second });
  expect((await one.head(path)).headers.get('upload-length')).toBe(String(video.length));
  expect(await one.patch(path, second, video.subarray(second))).toMatchObject({ status: done, offset: video.length });

  expect(await two.read(path)).toMatchObject({ receivedBytes: video.length, isComplete: true });
  expect(framesOf(await served(path)).equals(framesOf(video))).toBe(true);
  const whole = await served(path);
  expect((await served(path, 'bytes=4194300-4194400')).equals(whole.subarray(4_194_300, 4_194_401))).toBe(true);
  expect(await storedParts()).toEqual([]);
});

test('an upload whose sender disconnects continues behind the bytes that arrived', async () => {
  const client = newClient();
  const video = mp4(500_000);
  const path = await client.create(video.length);
  const disconnect = await client.sendPart(path, 0, video.subarray(0, 200_000), video.length);
  await hasRead(bench.service.opsUrl, 200_000);
  disconnect();
  await until(async () => (await client.head(path)).offset === 200_000, 'what arrived is stored');
  expect(await client.patch(path, 200_000, video.subarray(200_000))).toMatchObject({ status: done });
  expect(framesOf(await served(path)).equals(framesOf(video))).toBe(true);
});

test('an upload to a process that is killed continues behind the last stored part, at another one', async () => {
  const actor = person();
  const killed = await startMediaProcess(bench.ctx, {
    ...bench.stores.env,
    ...bench.env,
    UPLOAD_DIR: join(bench.stores.env.DATA_DIR ?? '', 'killed'),
  });
  const video = mp4(2 * partBytes);
  const path = await new UploadClient(killed, actor).create(video.length);
  await new UploadClient(killed, actor).sendPart(path, 0, video.subarray(0, partBytes + 100_000), video.length);
  const client = new UploadClient(bench.service, actor);
  await until(async () => (await client.head(path)).offset === partBytes, 'the first part is stored');
  await killed.kill('SIGKILL');
  expect(await client.head(path)).toMatchObject({ status: 200, offset: partBytes });
  expect(await client.patch(path, partBytes, video.subarray(partBytes))).toMatchObject({ status: done });
  expect(framesOf(await served(path)).equals(framesOf(video))).toBe(true);
});

test('one of two requests that continue an upload concurrently succeeds, and the other is 409', async () => {
  const client = newClient();
  const video = mp4(300_000);
  const path = await client.create(video.length);
  const halves = () => client.patch(path, 0, video.subarray(0, 150_000));
  const both = await Promise.all([halves(), halves()]);
  expect(both.map(({ status }) => status).sort()).toEqual([done, conflict]);
  expect(await client.head(path)).toMatchObject({ offset: 150_000 });
  expect(await client.patch(path, 150_000, video.subarray(150_000))).toMatchObject({ status: done });
  expect(framesOf(await served(path)).equals(framesOf(video))).toBe(true);
});

/** The keys of the stored parts of an upload, in order. */
async function partsOf(path: string): Promise<string[]> {
  const row = bench.postgres.db.selectFrom('resumableUploads').select('partKeys');
  return (await row.where('id', '=', path.split('/').at(-1) ?? '').executeTakeFirstOrThrow()).partKeys;
}

test('many small requests copy no large part again, leave few parts, and store the file whole', async () => {
  const client = newClient();
  const video = mp4(partBytes + 10_000);
  const path = await client.create(video.length);
  const [start, small] = [3_000_000, 40];
  expect((await client.patch(path, 0, video.subarray(0, start))).status).toBe(done);
  const [large] = await partsOf(path);
  for (let offset = start; offset < start + small; offset += 1) {
    expect((await client.patch(path, offset, video.subarray(offset, offset + 1))).status).toBe(done);
    const parts = await partsOf(path);
    expect([parts[0], parts.length <= 2 + Math.log2(small)]).toEqual([large, true]);
  }
  const next = partBytes + 500;
  expect((await client.patch(path, start + small, video.subarray(start + small, next))).status).toBe(done);
  // The full part is one object.
  expect(new Set(await storedParts()).size).toBe(2);
  expect((await client.patch(path, next, video.subarray(next))).status).toBe(done);
  expect(framesOf(await served(path)).equals(framesOf(video))).toBe(true);
  expect(await storedParts()).toEqual([]);
});

test('a file whose type takes several small requests to detect is stored whole', async () => {
  const client = newClient();
  const video = mp4(10_000);
  const path = await client.create(video.length);
  for (let offset = 0; offset < video.length; offset += 900)
    expect((await client.patch(path, offset, video.subarray(offset, offset + 900))).status).toBe(done);
  expect(framesOf(await served(path)).equals(framesOf(video))).toBe(true);
  expect(await storedParts()).toEqual([]);
});

test('a part is not served, whatever the signature', async () => {
  const client = newClient();
  const path = await client.create(20_000);
  await client.patch(path, 0, mp4(9_000));
  const [key = ''] = await storedParts();
  expect((await bench.fetch(bench.urls.signedUrl(key, bench.clock.now()))).status).toBe(404);
});
