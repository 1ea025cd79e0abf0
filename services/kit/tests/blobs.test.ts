import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
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
import { until } from '../testing/until.ts';

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

  test('stored objects can be read, whether put from a buffer or a stream', async () => {
    await blobs.put('posts/1/a.webp', bytes, { contentType: 'image/webp', size: bytes.length });
    await blobs.put('posts/1/b.webp', Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]), {
      contentType: 'image/webp',
      size: bytes.length,
    });
    const whole = { bytes, size: bytes.length, contentType: 'image/webp' };
    expect(await read('posts/1/a.webp')).toEqual(whole);
    expect(await read('posts/1/b.webp')).toEqual(whole);
  });

  test('a range can be read, with the size of the whole object', async () => {
    await blobs.put('range.bin', bytes, { contentType: 'video/mp4', size: bytes.length });
    const part = await read('range.bin', { start: 100, end: 199 });
    expect(part).toEqual({ bytes: bytes.subarray(100, 200), size: bytes.length, contentType: 'video/mp4' });
    expect((await read('range.bin', { start: 99_990 }))?.bytes).toEqual(bytes.subarray(99_990));
  });

  test('objects with different content have different ETags', async () => {
    await blobs.put('etag/a', bytes, { contentType: 'image/png', size: bytes.length });
    await blobs.put('etag/b', bytes, { contentType: 'image/png', size: bytes.length });
    await blobs.put('etag/c', Buffer.from('other'), { contentType: 'image/png', size: 5 });
    const heads = await Promise.all(['etag/a', 'etag/b', 'etag/c'].map((key) => blobs.head(key)));
    const [a, b, c] = heads;
    expect(a?.etag).toMatch(/^".+"$/);
    expect(a?.etag).toBe(b?.etag);
    expect(a?.etag).not.toBe(c?.etag);
    // Times of the store's clock, in the order of the puts.
    const times = heads.map((head) => head?.lastModified.getTime() ?? Number.NaN);
    expect(times.every((time) => time > 0)).toBe(true);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  test('a missing object is null, and deleting it is not an error', async () => {
    expect(await blobs.get('nothing/here')).toBeNull();
    expect(await blobs.head('nothing/here')).toBeNull();
    await blobs.put('deleted', bytes, { contentType: 'image/png', size: bytes.length });
    await blobs.delete(['deleted', 'nothing/here']);
    expect(await blobs.head('deleted')).toBeNull();
  });

  test('lists the keys under a prefix', async () => {
    for (const key of ['list/a/1', 'list/a/2', 'list/b/1'])
      await blobs.put(key, bytes, { contentType: 'image/png', size: bytes.length });
    const keys = async (prefix: string) => {
      const found: string[] = [];
      for await (const { key } of blobs.list(prefix)) found.push(key);
      return found.toSorted();
    };
    expect(await keys('list/')).toEqual(['list/a/1', 'list/a/2', 'list/b/1']);
    expect(await keys('list/a/')).toEqual(['list/a/1', 'list/a/2']);
    expect(await keys('nowhere/')).toEqual([]);
  });

  test('an interrupted upload stores nothing', async () => {
    const broken = Readable.from(
      (async function* () {
        yield bytes;
        throw new Error('the client disconnected');
      })(),
    );
    await expect(blobs.put('broken', broken, { contentType: 'image/png', size: 2 * bytes.length })).rejects.toThrow(
      'the client disconnected',
    );
    expect(await blobs.head('broken')).toBeNull();
  });

  test('a stream that does not have the declared length is not stored', async () => {
    const parts = [bytes.subarray(0, 60_000), bytes.subarray(60_000)];
    const about = { contentType: 'image/png', size: bytes.length };
    await blobs.put('exact', Readable.from(parts), about);
    expect((await read('exact'))?.bytes.equals(bytes)).toBe(true);
    for (const size of [bytes.length - 1, bytes.length + 1])
      await expect(blobs.put('wrong-size', Readable.from(parts), { ...about, size })).rejects.toThrow(/long|short/);
    const broken = async function* () {
      yield bytes.subarray(0, 10);
      throw new Error('the other store disconnected');
    };
    await expect(blobs.put('wrong-size', Readable.from(broken()), about)).rejects.toThrow(
      'the other store disconnected',
    );
    expect(await blobs.head('wrong-size')).toBeNull();
  });

  test('an object deleted during a read can be read to its end', async () => {
    await blobs.put('deleted', bytes, { contentType: 'image/png', size: bytes.length });
    const found = await blobs.get('deleted');
    await blobs.delete(['deleted']);
    expect(found && (await buffer(found.stream)).equals(bytes)).toBe(true);
    expect(await blobs.get('deleted')).toBeNull();
  });

  test.each(['../etc/passwd', '/etc/passwd', 'a/../b', 'a//b', '.hidden', 'a/', '', 'a\0b', 'a\\..\\b'])(
    'refuses the key %j',
    async (key) => {
      await expect(blobs.get(key)).rejects.toThrow('not the key');
      await expect(blobs.put(key, bytes, { contentType: 'image/png', size: bytes.length })).rejects.toThrow(
        'not the key',
      );
    },
  );
});

test('a directory contains no remains of failed uploads', async () => {
  expect(await readdir(join(dir, 'incoming'))).toEqual([]);
});

test.each(['objects', 'facts'])(
  'an object that cannot be moved to its folder in %s leaves nothing behind',
  async (part) => {
    const own = await mkdtemp(join(tmpdir(), 'tribus-blobs-'));
    const blobs = await openBlobs(ctx, { dir: own });
    await writeFile(join(own, part, 'archive'), 'a file, where the folder would be');
    const put = blobs.put('archive/a.zip', Buffer.from('zip'), { contentType: 'application/zip', size: 3 });
    await expect(put).rejects.toThrow();
    const entries = await readdir(own, { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['archive']);
    await rm(own, { recursive: true });
  },
);

test('a failing bucket is reported as an outage', async () => {
  const stub = await StubBucket.open();
  const blobs = await openBlobs(ctx, { s3: stub.options });
  stub.failing = true;
  await expect(blobs.head('posts/1/a.webp')).rejects.toMatchObject({ code: 'unavailable' });
  await stub.close();
});

test('a bucket that fails during an upload of known length destroys the stream', async () => {
  const stub = await StubBucket.open();
  const blobs = await openBlobs(ctx, { s3: stub.options });
  stub.failing = true;
  const body = Readable.from([randomBytes(200_000), randomBytes(200_000)]);
  const put = blobs.put('posts/1/a.webp', body, { contentType: 'image/webp', size: 400_000 });
  await expect(put).rejects.toMatchObject({ code: 'unavailable' });
  expect(body.destroyed).toBe(true);
  await stub.close();
});

test('a bucket that stops responding is reported as an outage, then without a request, until it responds again', async () => {
  const frozen = await StubBucket.open();
  const own = processOf('media', undefined, 1);
  const blobs = await openBlobs(own, { s3: frozen.options });
  const bytes = randomBytes(1_000);
  const about = { contentType: 'image/webp', size: bytes.length };
  await (await openBlobs(ctx, { s3: frozen.options })).put('a', bytes, about);
  const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>();
  const held: string[] = [];
  frozen.beforeAll = (url) => {
    held.push(url);
    return thawed;
  };
  const operations = [
    () => blobs.get('a'),
    () => blobs.head('a'),
    () => blobs.put('b', bytes, about),
    () => blobs.get('a'),
    () => blobs.head('a'),
  ];
  for (const failed of await Promise.allSettled(operations.map((operation) => operation())))
    expect(failed).toMatchObject({ reason: { code: 'unavailable' } });
  await expect(blobs.list('a')[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'unavailable' });
  expect(held.filter((url) => url.includes('list-type'))).toEqual([]);
  thaw();
  frozen.beforeAll = async () => undefined;
  await until(async () => (await blobs.head('a').catch(() => null)) !== null, 'it is used again');
  await own.close();
  await frozen.close();
});

test('a hash-based key is valid', () => {
  expect(isBlobKey(`posts/${createHash('sha256').digest('hex')}.webp`)).toBe(true);
});

test('incomplete uploads of a killed process are deleted at the next start and by the sweep, those of a running one stay', async () => {
  const incoming = join(dir, 'incoming');
  const [stale, running] = [join(incoming, 'stale'), join(incoming, 'running')];
  const before = new Date(Date.now() - 61 * 60 * 1000);
  const leave = async () => {
    for (const path of [stale, running]) await writeFile(path, 'half');
    await utimes(stale, before, before);
  };
  await leave();
  const blobs = await openBlobs(ctx, { dir });
  expect(await readdir(incoming)).toEqual(['running']);
  await leave();
  await blobs.removeIncomplete();
  expect(await readdir(incoming)).toEqual(['running']);
  await rm(running);
});

test('an object whose writing or deletion was interrupted is not served, and is listed until it is deleted', async () => {
  const own = await mkdtemp(join(tmpdir(), 'tribus-blobs-'));
  const blobs = await openBlobs(ctx, { dir: own });
  await blobs.put('archive/a.zip', Buffer.from('zip'), { contentType: 'application/zip', size: 3 });
  const [object, facts] = [join(own, 'objects/archive/a.zip'), join(own, 'facts/archive/a.zip.json')];
  const listed = async () => {
    const keys: string[] = [];
    for await (const { key } of blobs.list('')) keys.push(key);
    return keys;
  };
  // The second file cannot be deleted.
  await rm(object);
  await mkdir(join(object, 'full'), { recursive: true });
  await expect(blobs.delete(['archive/a.zip'])).rejects.toThrow();
  await rm(object, { recursive: true });
  await writeFile(object, 'zip');
  expect([await blobs.get('archive/a.zip'), await listed()]).toEqual([null, ['archive/a.zip']]);
  await blobs.delete(await listed());
  expect([existsSync(object), existsSync(facts), await listed()]).toEqual([false, false, []]);
  await rm(own, { recursive: true });
});
