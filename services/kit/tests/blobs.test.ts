import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isBlobKey } from '../storage/blob-key.ts';
import type { Blobs } from '../storage/blob-store.ts';
import { openBlobs } from '../storage/blobs.ts';
import { openTestBucket, StubBucket, type TestBucket } from '../testing/bucket.ts';
import { type ProcessContext, processOf } from '../testing/things.ts';

let dir: string;
let bucket: TestBucket;
let ctx: ProcessContext;

beforeAll(async () => {
  ctx = processOf('media');
  dir = await mkdtemp(join(tmpdir(), 'tribus-blobs-'));
  bucket = await openTestBucket();
});

afterAll(async () => {
  await ctx.close();
  await bucket.close();
  await rm(dir, { recursive: true, force: true });
});

const opened: Record<string, () => Promise<Blobs>> = {
  'a directory': () => openBlobs(ctx, { dir }),
  'a bucket': () => openBlobs(ctx, { s3: bucket.options }),
};

describe.each(Object.keys(opened))('%s', (kind) => {
  let blobs: Blobs;
  const bytes = randomBytes(100_000);

  beforeAll(async () => {
    blobs = await (opened[kind] ?? (() => Promise.reject(new Error(kind))))();
  });

  const read = async (key: string, range?: { start?: number; end?: number }) => {
    const found = await blobs.get(key, range);
    return found && { bytes: await buffer(found.stream), size: found.size, contentType: found.contentType };
  };

  test('gives back what was put, from a buffer and from a stream', async () => {
    await blobs.put('posts/1/a.webp', bytes, { contentType: 'image/webp' });
    await blobs.put('posts/1/b.webp', Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]), {
      contentType: 'image/webp',
    });
    const whole = { bytes, size: bytes.length, contentType: 'image/webp' };
    expect(await read('posts/1/a.webp')).toEqual(whole);
    expect(await read('posts/1/b.webp')).toEqual(whole);
  });

  test('gives a range, and the size of the whole', async () => {
    await blobs.put('range.bin', bytes, { contentType: 'video/mp4' });
    const part = await read('range.bin', { start: 100, end: 199 });
    expect(part).toEqual({ bytes: bytes.subarray(100, 200), size: bytes.length, contentType: 'video/mp4' });
    expect((await read('range.bin', { start: 99_990 }))?.bytes).toEqual(bytes.subarray(99_990));
  });

  test('tells two objects apart by their ETag', async () => {
    await blobs.put('etag/a', bytes, { contentType: 'image/png' });
    await blobs.put('etag/b', bytes, { contentType: 'image/png' });
    await blobs.put('etag/c', Buffer.from('other'), { contentType: 'image/png' });
    const heads = await Promise.all(['etag/a', 'etag/b', 'etag/c'].map((key) => blobs.head(key)));
    const [a, b, c] = heads;
    expect(a?.etag).toMatch(/^".+"$/);
    expect(a?.etag).toBe(b?.etag);
    expect(a?.etag).not.toBe(c?.etag);
    // By the clock of the store, in the order in which they were put.
    const times = heads.map((head) => head?.lastModified.getTime() ?? Number.NaN);
    expect(times.every((time) => time > 0)).toBe(true);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  test('what is not there is nothing, and deleting it is no error', async () => {
    expect(await blobs.get('nothing/here')).toBeNull();
    expect(await blobs.head('nothing/here')).toBeNull();
    await blobs.put('gone', bytes, { contentType: 'image/png' });
    await blobs.delete(['gone', 'nothing/here']);
    expect(await blobs.head('gone')).toBeNull();
  });

  test('lists what lies under a prefix', async () => {
    for (const key of ['list/a/1', 'list/a/2', 'list/b/1']) await blobs.put(key, bytes, { contentType: 'image/png' });
    const keys = async (prefix: string) => {
      const found: string[] = [];
      for await (const { key } of blobs.list(prefix)) found.push(key);
      return found.toSorted();
    };
    expect(await keys('list/')).toEqual(['list/a/1', 'list/a/2', 'list/b/1']);
    expect(await keys('list/a/')).toEqual(['list/a/1', 'list/a/2']);
    expect(await keys('nowhere/')).toEqual([]);
  });

  test('an upload that breaks off leaves nothing', async () => {
    const broken = Readable.from(
      (async function* () {
        yield bytes;
        throw new Error('the client went away');
      })(),
    );
    await expect(blobs.put('broken', broken, { contentType: 'image/png' })).rejects.toThrow('the client went away');
    expect(await blobs.head('broken')).toBeNull();
  });

  test('a stream that is not as long as was said is not stored', async () => {
    const parts = [bytes.subarray(0, 60_000), bytes.subarray(60_000)];
    const about = { contentType: 'image/png', size: bytes.length };
    await blobs.put('said', Readable.from(parts), about);
    expect((await read('said'))?.bytes.equals(bytes)).toBe(true);
    for (const size of [bytes.length - 1, bytes.length + 1])
      await expect(blobs.put('unsaid', Readable.from(parts), { ...about, size })).rejects.toThrow(/long|short/);
    const broken = async function* () {
      yield bytes.subarray(0, 10);
      throw new Error('the other store went away');
    };
    await expect(blobs.put('unsaid', Readable.from(broken()), about)).rejects.toThrow('the other store went away');
    expect(await blobs.head('unsaid')).toBeNull();
  });

  test('what is deleted while it is read is read to its end', async () => {
    await blobs.put('going', bytes, { contentType: 'image/png' });
    const found = await blobs.get('going');
    await blobs.delete(['going']);
    expect(found && (await buffer(found.stream)).equals(bytes)).toBe(true);
    expect(await blobs.get('going')).toBeNull();
  });

  test.each(['../etc/passwd', '/etc/passwd', 'a/../b', 'a//b', '.hidden', 'a/', '', 'a\0b', 'a\\..\\b'])(
    'refuses the key %j',
    async (key) => {
      await expect(blobs.get(key)).rejects.toThrow('not the key');
      await expect(blobs.put(key, bytes, { contentType: 'image/png' })).rejects.toThrow('not the key');
    },
  );
});

test('a directory keeps no rests of uploads', async () => {
  expect(await readdir(join(dir, 'incoming'))).toEqual([]);
});

test('a bucket that fails is an outage', async () => {
  const stub = await StubBucket.open();
  const blobs = await openBlobs(ctx, { s3: stub.options });
  stub.failing = true;
  await expect(blobs.head('posts/1/a.webp')).rejects.toMatchObject({ code: 'unavailable' });
  await stub.close();
});

test('a bucket that fails while a stream of known length is sent ends it', async () => {
  const stub = await StubBucket.open();
  const blobs = await openBlobs(ctx, { s3: stub.options });
  stub.failing = true;
  const body = Readable.from([randomBytes(200_000), randomBytes(200_000)]);
  const put = blobs.put('posts/1/a.webp', body, { contentType: 'image/webp', size: 400_000 });
  await expect(put).rejects.toMatchObject({ code: 'unavailable' });
  expect(body.destroyed).toBe(true);
  await stub.close();
});

test('keys are what we make', () => {
  expect(isBlobKey(`posts/${createHash('sha256').digest('hex')}.webp`)).toBe(true);
});

test('what a killed process had half written to a directory goes at the next start, what another one writes stays', async () => {
  const incoming = join(dir, 'incoming');
  const [left, underWay] = [join(incoming, 'left'), join(incoming, 'under-way')];
  for (const path of [left, underWay]) await writeFile(path, 'half');
  const before = new Date(Date.now() - 61 * 60 * 1000);
  await utimes(left, before, before);
  await openBlobs(ctx, { dir });
  expect(await readdir(incoming)).toEqual(['under-way']);
  await rm(underWay);
});
