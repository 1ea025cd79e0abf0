import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { personalPageSize } from '@tribus/community/personal-data.ts';
import { serviceActor, userActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { runScheduled } from '@tribus/kit/testing/jobs.ts';
import { mountSmallDisk } from '@tribus/kit/testing/small-disk.ts';
import { metric, until } from '@tribus/kit/testing/until.ts';
import { archiveOf, type Bench, identity, openBench } from './bench.ts';
import { halves } from './pictures.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const store = (ownerId: string, ...texts: string[]) => bench.storeArchive(ownerId, ...texts);
const fetchAs = async (id: string, key: string) => {
  const { status, body } = await bench.service.as(userActor(id)).get(`/proxy-media/archive?key=${key}`);
  return [status, status === 200 ? String(body) : body.code];
};

test('an archive is served only to its owner until it expires, and is then swept', async () => {
  const [ana, beto] = [crypto.randomUUID(), crypto.randomUUID()];
  const { key, sizeBytes } = await store(ana, 'PK', 'zip');
  expect(sizeBytes).toBe(5);
  expect((await fetchAs(ana, key))[0]).toBe(200);
  expect(await fetchAs(beto, key)).toEqual([404, 'not_found']);
  expect((await bench.fetch(bench.urls.signedUrl(key, bench.clock.now()))).status).toBe(404);
  bench.clock.advance(hourMs);
  expect(await fetchAs(ana, key)).toEqual([404, 'not_found']);
  await runScheduled(bench.postgres.db, 'sweepExpired');
  expect(await bench.blobs.head(key)).toBeNull();
});

test('a new archive replaces the previous one, and a user’s archives are deleted together', async () => {
  const ana = crypto.randomUUID();
  const [first, second] = [await store(ana, 'one'), await store(ana, 'two')];
  expect(await bench.blobs.head(first.key)).toBeNull();
  expect((await fetchAs(ana, second.key))[0]).toBe(200);
  await bench.rpc.deleteArchives({ ownerId: ana }, identity);
  await bench.rpc.deleteArchives({ ownerId: ana }, identity);
  expect(await bench.blobs.head(second.key)).toBeNull();
});

test('an archive that arrives is in the upload folder, from which a killed process leaves nothing behind', async () => {
  const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>();
  const spooled = async () => metric(await bench.service.metrics.registry.metrics(), 'media_spool_bytes');
  // The last message that a sender has is sent with the next one.
  async function* withPause() {
    yield* archiveOf(bench.clock, crypto.randomUUID(), 'first', 'second');
    await rest;
  }
  const storing = bench.rpc.storeArchive(withPause(), identity);
  await until(async () => (await spooled()) === 'first'.length, 'the first part is in the folder');
  sendRest();
  expect((await storing).sizeBytes).toBe('firstsecond'.length);
  expect(await spooled()).toBe(0);
});

/** The number of finished StoreArchive calls, stored or rejected. */
async function storesEnded(): Promise<number> {
  const seconds = await bench.service.metrics.registry.getSingleMetric('grpc_server_handling_seconds')?.get();
  const counts = (seconds?.values ?? []).filter(
    (value) => 'metricName' in value && String(value.metricName).endsWith('_count'),
  );
  const ofStores = counts.filter(({ labels }) => String(labels.method).endsWith('/StoreArchive'));
  return ofStores.reduce((sum, { value }) => sum + value, 0);
}

test('a stream that breaks off stores neither a row nor a blob', async () => {
  const ana = crypto.randomUUID();
  const before = await storesEnded();
  async function* broken() {
    yield* archiveOf(bench.clock, ana, 'half');
    throw new Error('the sender died');
  }
  await expect(bench.rpc.storeArchive(broken(), identity)).rejects.toThrow('the sender died');
  // The client does not wait for the server to handle the broken stream.
  await until(async () => (await storesEnded()) > before, 'media has ended the call');
  const storedKeys = () => bench.postgres.db.selectFrom('objects').select('key').where('ownerId', '=', ana).execute();
  expect(await storedKeys()).toEqual([]);
});

test('only identity can list and read a user’s pictures, and only those that are kept', async () => {
  const jpeg = await halves(900, 700).jpeg().toBuffer();
  const ownerId = crypto.randomUUID();
  const [retained] = [await bench.upload(jpeg, { ownerId }), await bench.upload(jpeg, { ownerId })];
  await bench.rpc.keepObjects({ keys: [retained.key] });
  await store(ownerId, 'zip');
  const { objects } = await bench.rpc.listOwnedObjects({ ownerId, cursor: '' }, identity);
  expect(objects.map(({ key }) => key)).toEqual([retained.key]);
  const { chunk, sizeBytes } = await bench.rpc.readObject({ key: retained.key, offset: 2 }, identity);
  expect([chunk.length, sizeBytes]).toEqual([retained.sizeBytes - 2, retained.sizeBytes]);
  for (const actor of [serviceActor('content'), userActor(ownerId)]) {
    await expect(bench.rpc.listOwnedObjects({ ownerId, cursor: '' }, { actor })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(bench.rpc.readObject({ key: retained.key, offset: 0 }, { actor })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(bench.rpc.deleteArchives({ ownerId }, { actor })).rejects.toMatchObject({ code: 'forbidden' });
  }
});

/** Adds copies of the row of a kept picture, for the same owner. */
async function addOwnPictures(ownerId: string, count: number): Promise<void> {
  const { key } = await bench.upload(await halves(900, 700).jpeg().toBuffer(), { ownerId });
  await bench.rpc.keepObjects({ keys: [key] });
  const [kept] = (await bench.store.objects.withVariants([key])).filter(({ mainKey }) => mainKey === null);
  if (!kept) throw new Error('the picture has no row');
  await bench.store.objects.add(
    Array.from({ length: count - 1 }, (_, index) => ({ ...kept, key: `${key}.${index}`, blobKey: `${key}.${index}` })),
  );
}

test.each([
  [personalPageSize, [personalPageSize]],
  [personalPageSize + 1, [personalPageSize, 1]],
])('a user’s %i pictures are listed once each, in pages of %j', async (count, sizes) => {
  const ownerId = crypto.randomUUID();
  await addOwnPictures(ownerId, count);
  const pages: string[][] = [];
  let cursor = '';
  do {
    const { objects, nextCursor } = await bench.rpc.listOwnedObjects({ ownerId, cursor }, identity);
    pages.push(objects.map(({ key }) => key));
    cursor = nextCursor;
  } while (cursor !== '');
  expect(pages.map(({ length }) => length)).toEqual(sizes);
  expect(new Set(pages.flat()).size).toBe(count);
});

const part = 'x'.repeat(60_000);

/** An archive whose sender pauses before its last part. */
function beginArchive(at: Bench, ownerId: string, ...texts: string[]) {
  const { promise: paused, resolve: resume } = Promise.withResolvers<void>();
  async function* withPause() {
    yield* archiveOf(at.clock, ownerId, ...texts, '');
    await paused;
  }
  const stored = at.rpc.storeArchive(withPause(), identity);
  return {
    finish() {
      resume();
      return stored;
    },
  };
}

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

test('an export beyond the limit of unfinished files is refused until there is room, and another one is not', async () => {
  const small = await openBench({}, { spoolMaxBytes: 100_000 });
  const [ana, beto] = [crypto.randomUUID(), crypto.randomUUID()];
  const spooled = async () => metric(await small.service.metrics.registry.metrics(), 'media_spool_bytes');
  try {
    const running = beginArchive(small, ana, part);
    await until(async () => (await spooled()) === part.length, 'the first export has arrived');
    await expect(small.storeArchive(beto, part)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
    expect([await spooled(), await small.keys()]).toEqual([part.length, { rows: [], files: [] }]);
    const { key, sizeBytes } = await running.finish();
    expect([sizeBytes, await spooled()]).toEqual([part.length, 0]);
    const repeated = await small.storeArchive(beto, part);
    expect((await small.keys()).files).toEqual([key, repeated.key].toSorted());
  } finally {
    await small.close();
  }
});

test('the sweep deletes the remains of an object that a killed process left in the folder, without a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tribus-media-'));
  const own = await openBench({ S3_ENDPOINT: '', BLOBS_DIR: folder });
  try {
    const half = join(folder, 'incoming', crypto.randomUUID());
    await writeFile(half, part);
    const longAgo = new Date('2020-01-01');
    await utimes(half, longAgo, longAgo);
    await runScheduled(own.postgres.db, 'sweepMedia');
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  } finally {
    await own.close();
    await rm(folder, { recursive: true });
  }
});

/** Without the right to mount a disk, none can be full. */
const disk = mountSmallDisk(4);
afterAll(() => disk?.remove());

(disk ? test : test.skip)(
  'an export to a full disk is refused and leaves nothing behind, and works once there is space',
  async () => {
    if (!disk) throw new Error('no disk');
    const folder = join(disk.folder, 'media');
    const full = await openBench({ BLOBS_DIR: folder, UPLOAD_DIR: join(disk.folder, 'uploads') });
    const ana = crypto.randomUUID();
    const files = async () => [...(await filesBelow(folder)), ...(await filesBelow(join(disk.folder, 'uploads')))];
    try {
      disk.fill();
      await expect(full.storeArchive(ana, part)).rejects.toMatchObject({ code: 'unavailable' });
      expect([await files(), (await full.keys()).rows]).toEqual([[], []]);
      disk.clear();
      const { key } = await full.storeArchive(ana, part);
      expect((await full.keys()).rows).toEqual([key]);
    } finally {
      await full.close();
    }
  },
);
