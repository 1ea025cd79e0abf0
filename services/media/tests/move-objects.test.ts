import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { examplesOf } from '@tribus/kit/core/settings.ts';
import { StubBucket } from '@tribus/kit/testing/bucket.ts';
import { testSecret, testTimeFactor } from '@tribus/kit/testing/service.ts';
import type { StoredObject } from '@tribus/proto/media/v1/service.ts';
import { moveObjects } from '../src/move-objects.ts';
import { sweepOrphans } from '../src/objects.ts';
import { media } from '../src/service.ts';
import { type Bench, openBench } from './bench.ts';
import { withModifiedTime } from './modified-time.ts';
import { halves } from './pictures.ts';

const admin = userActor('00000000-0000-7000-8000-00000000000a', { role: 'admin' });
const ana = '00000000-0000-7000-8000-00000000000b';
const unending = new AbortController().signal;

let bench: Bench;
let bucket: StubBucket;
let jpeg: Buffer;
beforeAll(async () => {
  bucket = await StubBucket.open();
  const { port } = new URL(bucket.options.endpoint);
  bench = await openBench({ OUTBOUND_ALLOWED_HOSTS: `127.0.0.1,localhost:${port}` });
  jpeg = await halves(40, 20).jpeg().toBuffer();
});
afterAll(async () => {
  await bench.close();
  await bucket.close();
});
/** Deletes all objects and returns to the store of the environment. */
beforeEach(async () => {
  Object.assign(bucket, { failing: false, beforePut: async () => undefined });
  await put({ endpoint: '' });
  const { rows } = await bench.keys();
  await bench.rpc.deleteObjects({ keys: rows });
});

const put = async (change: object) => {
  const { status, body } = await bench.service.as(admin).put('/admin/storage-settings', change);
  if (status !== 200) throw new Error(body.code);
  return body;
};
const choose = () => put({ driver: 's3', ...bucket.options });
const move = () => moveObjects(bench, unending);
const uploads = async (count: number): Promise<StoredObject[]> => {
  const objects: StoredObject[] = [];
  for (let each = 0; each < count; each += 1) objects.push(await bench.upload(jpeg, { ownerId: `${ana}-${each % 9}` }));
  return objects;
};
const keysOf = (objects: readonly StoredObject[]) => objects.flatMap(({ variants }) => variants.map(({ key }) => key));
const fetched = (key: string) => bench.fetch(`/api/proxy-media?key=${key}`);
const bytesOf = async (key: string) => {
  const response = await fetched(key);
  if (response.status !== 200) throw new Error(`${key}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
};
const allBytes = (keys: readonly string[]) => Promise.all(keys.map(bytesOf));
const filesAtServer = async () => (await bench.keys()).files.filter((key) => !key.startsWith('stores/'));

test('all objects move to the chosen store and are read at the same addresses, and the previous store is empty', async () => {
  const keys = keysOf(await uploads(4));
  const before = await allBytes(keys);
  const validators = await Promise.all(keys.map(async (key) => (await fetched(key)).headers.get('etag')));
  const { elsewhere } = await choose();
  expect(elsewhere.objects).toBe(12);
  expect(await move()).toEqual({ objects: 12, bytes: elsewhere.bytes, missing: 0, failed: 0 });
  expect([await filesAtServer(), bucket.keys().length]).toEqual([[], 12]);
  expect(await allBytes(keys)).toEqual(before);
  expect(await Promise.all(keys.map(async (key) => (await fetched(key)).headers.get('etag')))).toEqual(validators);
  expect((await choose()).elsewhere).toEqual({ objects: 0, bytes: 0 });
  expect((await move()).objects).toBe(0);
});

test('an object is readable in every replica while it moves, ranges included', async () => {
  const keys = keysOf(await uploads(8));
  const replica = await bench.startReplica();
  // Both replicas have cached the old locations.
  for (const key of keys)
    expect([(await fetched(key)).status, (await replica.fetch(`/api/proxy-media?key=${key}`)).status]).toEqual([
      200, 200,
    ]);
  await choose();
  let isOver = false;
  const seen = new Map<number, number>();
  const poll = async () => {
    while (!isOver)
      for (const key of keys) {
        const path = `/api/proxy-media?key=${key}`;
        for (const response of [
          await replica.fetch(path),
          await bench.fetch(path, { headers: { range: 'bytes=0-9' } }),
        ]) {
          seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
          await response.arrayBuffer();
        }
      }
  };
  const polling = poll();
  expect((await move()).objects).toBe(24);
  isOver = true;
  await polling;
  await allBytes(keys);
  expect([...seen.keys()].toSorted()).toEqual([200, 206]);
  await replica.stop();
});

test('two concurrent runs leave each object in one store', async () => {
  const keys = keysOf(await uploads(6));
  await choose();
  const both = await Promise.all([move(), move()]);
  expect(both[0].objects + both[1].objects).toBe(18);
  expect([await filesAtServer(), bucket.keys().length]).toEqual([[], 18]);
  await allBytes(keys);
});

test('an object deleted while it is copied is deleted in both stores', async () => {
  const keys = (await uploads(1)).map(({ key }) => key);
  await choose();
  bucket.beforePut = async () => {
    bucket.beforePut = async () => undefined;
    await bench.rpc.deleteObjects({ keys });
  };
  await move();
  expect([await bench.keys(), bucket.keys()]).toEqual([{ rows: [], files: [] }, []]);
  for (const key of keys) expect((await fetched(key)).status).toBe(404);
});

test('objects uploaded during a move end up in the chosen store', async () => {
  await uploads(3);
  await choose();
  bucket.beforePut = async () => {
    bucket.beforePut = async () => undefined;
    await uploads(1);
  };
  await move();
  expect(bucket.keys()).toHaveLength(12);
});

test('a personal data export also moves, and is deleted with its account', async () => {
  const owner = userActor(ana);
  const { key } = await bench.storeArchive(ana);
  await choose();
  expect((await move()).objects).toBe(1);
  expect(bucket.keys()).toEqual([expect.stringMatching(/^stores\/[\w-]+\/archive\/\w{40}\.zip$/)]);
  expect((await bench.service.as(owner).get(`/proxy-media/archive?key=${key}`)).status).toBe(200);
  await bench.deleteArchives(ana);
  expect(bucket.keys()).toEqual([]);
});

test('moved objects can be moved back, and the bucket is then empty', async () => {
  const keys = keysOf(await uploads(2));
  await choose();
  await move();
  await put({ endpoint: '' });
  expect((await move()).objects).toBe(6);
  expect(bucket.keys()).toEqual([]);
  await allBytes(keys);
});

test('moving within one bucket under two addresses loses no object', async () => {
  await choose();
  const keys = keysOf(await uploads(2));
  const endpoint = bucket.options.endpoint.replace('127.0.0.1', 'localhost');
  await put({ ...bucket.options, endpoint });
  expect((await move()).objects).toBe(6);
  expect(bucket.keys()).toHaveLength(6);
  await allBytes(keys);
});

test('an object whose bytes are lost is reported and skipped, and the others move', async () => {
  const [lost, present] = await uploads(2);
  await bench.blobs.delete([lost?.key ?? '']);
  await choose();
  expect(await move()).toMatchObject({ objects: 5, missing: 1, failed: 0 });
  await bytesOf(present?.key ?? '');
});

test('no object is lost while the chosen store is unavailable, and a later run continues', async () => {
  const keys = keysOf(await uploads(8));
  await choose();
  bucket.failing = true;
  await expect(move()).rejects.toMatchObject({ code: 'unavailable' });
  bucket.failing = false;
  expect(await filesAtServer()).toHaveLength(24);
  expect((await move()).objects).toBe(24);
  expect(bucket.keys()).toHaveLength(24);
  await allBytes(keys);
});

/** Runs `main.ts move-objects` as an operator does. */
function startCommand() {
  const main = join(import.meta.dirname, '..', 'src', 'main.ts');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    ...examplesOf(media.variables),
    INTERNAL_TOKEN_SECRET: testSecret,
    TIME_LIMITS_FACTOR: String(testTimeFactor),
    ...bench.stores.env,
    ...bench.env,
    // Moving objects does not call identity.
    IDENTITY_GRPC: '127.0.0.1:1',
  };
  const child = spawn(process.execPath, ['--no-warnings', main, 'move-objects'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = text(child.stdout);
  const ended = once(child, 'exit').then(async ([code]) => ({ code, output: await output }));
  return { child, ended };
}

/** Resolves to a release function when the bucket receives the object of this number, which waits for the release. */
function pauseAt(number: number): Promise<() => void> {
  let count = 0;
  return new Promise((resolve) => {
    bucket.beforePut = async () => {
      count += 1;
      if (count < number) return;
      await new Promise<void>((release) => resolve(release));
    };
  });
}

test('a run that is killed in the middle loses no object, and the next run completes it', async () => {
  const keys = keysOf(await uploads(5));
  await choose();
  const paused = pauseAt(9);
  const { child, ended } = startCommand();
  const release = await paused;
  child.kill('SIGKILL');
  await ended;
  release();
  await allBytes(keys);
  bucket.beforePut = async () => undefined;
  const again = await startCommand().ended;
  expect([again.code, again.output]).toEqual([
    0,
    expect.stringMatching(/\d+ objects moved \(\d+\.\d MB\), 0 lie elsewhere\./),
  ]);
  expect(again.output).toContain('"msg":"objects moved"');
  // A run killed after it updated a row and before it deleted the old bytes leaves orphans: the sweep deletes them.
  const left = await filesAtServer();
  const blobs = withModifiedTime(bench.blobs, new Date(Date.now() - 2 * hourMs), left);
  expect(await sweepOrphans({ store: bench.store, blobs, signal: unending })).toBe(left.length);
  expect(await filesAtServer()).toEqual([]);
  await allBytes(keys);
});

test('a stopped run completes the objects in progress and logs how to continue', async () => {
  const keys = keysOf(await uploads(5));
  await choose();
  const paused = pauseAt(6);
  const { child, ended } = startCommand();
  const release = await paused;
  child.kill('SIGTERM');
  bucket.beforePut = async () => undefined;
  release();
  const { code, output } = await ended;
  expect([code, output]).toEqual([0, expect.stringMatching(/lie elsewhere\. Stopped; run it again to continue\./)]);
  await allBytes(keys);
  expect((await bench.keys()).rows).toHaveLength(15);
  await move();
  expect((await choose()).elsewhere).toEqual({ objects: 0, bytes: 0 });
  await allBytes(keys);
});
