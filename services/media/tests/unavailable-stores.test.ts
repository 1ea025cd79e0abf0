import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { StubBucket } from '@tribus/kit/testing/bucket.ts';
import { sweepArchives, sweepLeases } from '../src/objects.ts';
import { sweepStores } from '../src/store-sweep.ts';
import { type Bench, openBench } from './bench.ts';
import { machineTimeAhead } from './modified-time.ts';
import { halves } from './pictures.ts';

const admin = userActor('00000000-0000-7000-8000-00000000000a', { role: 'admin' });
const unending = new AbortController().signal;
/** More than two batches of a sweep. */
const many = 450;

let bench: Bench;
let bucket: StubBucket;
let jpeg: Buffer;
beforeAll(async () => {
  bench = await openBench();
  bucket = await StubBucket.open();
  jpeg = await halves(40, 20).jpeg().toBuffer();
});
afterAll(async () => {
  await bench.close();
  await bucket.close();
});
/** Deletes all objects and returns to the store of the environment. */
beforeEach(async () => {
  bucket.failing = false;
  await choose({ endpoint: '' });
  const { rows } = await bench.keys();
  await bench.rpc.deleteObjects({ keys: rows });
});

const choose = async (change: object) => {
  const { status, body } = await bench.service.as(admin).put('/admin/storage-settings', change);
  if (status !== 200) throw new Error(body.code);
};
/** Runs `work` while an admin's bucket is the store of new objects, which is then left for the store of the environment. */
const inBucket = async <T>(work: () => Promise<T>): Promise<T> => {
  await choose({ driver: 's3', ...bucket.options });
  const result = await work();
  await choose({ endpoint: '' });
  return result;
};
const upload = () => bench.upload(jpeg);
const stillThere = async (keys: readonly string[]) => {
  const { objects } = await bench.rpc.getObjects({ keys: [...keys] });
  return objects.map(({ key }) => key);
};
const storeIdOf = async (key: string) => (await bench.store.locations.find(key))?.storeId ?? '';

/** Adds rows of objects whose bytes do not exist, which is no error of a store. */
async function addObjects(storeId: string | null, more: { keptAt: Date | null; expiresAt: Date | null }) {
  const createdAt = bench.clock.now();
  const none = { mainKey: null, variant: null, collection: null, width: 0, height: 0, lqip: '', rotated: false };
  const about = { purpose: 'archive', visibility: 'signed', contentType: 'application/zip', sizeBytes: 1 } as const;
  const rows = Array.from({ length: many }, () => {
    const key = `archive/${crypto.randomUUID()}.zip`;
    return { ...none, ...about, ...more, key, ownerId: 'of-rows', storeId, blobKey: null, createdAt };
  });
  await bench.postgres.db.insertInto('objects').values(rows).execute();
}
test('pictures in a failing store stay, and those in the other stores are deleted at the same time', async () => {
  const lost = await inBucket(upload);
  const own = [await upload(), await upload(), await upload()].map(({ key }) => key);
  for (const key of own) expect((await bench.fetch(`/api/proxy-media?key=${key}`)).status).toBe(200);
  bucket.failing = true;
  const keys = [lost.key, ...own];
  await expect(bench.rpc.deleteObjects({ keys })).rejects.toMatchObject({ code: 'unavailable' });
  expect(await stillThere(keys)).toEqual([lost.key]);
  for (const key of own) expect((await bench.fetch(`/api/proxy-media?key=${key}`)).status).toBe(404);
  bucket.failing = false;
  await bench.rpc.deleteObjects({ keys });
  expect(await stillThere(keys)).toEqual([]);
  expect(bucket.keys()).toEqual([]);
});

/** A picture in the store of the environment, one size of which is in a bucket that admins have left. */
async function pictureInTwoStores() {
  const picture = await upload();
  const [variant] = picture.variants.filter(({ key }) => key !== picture.key);
  const storeId = await inBucket(async () => storeIdOf((await upload()).key));
  await bench.postgres.db
    .updateTable('objects')
    .set({ storeId, blobKey: `stores/${storeId}/moved.webp` })
    .where('key', '=', variant?.key ?? '')
    .execute();
  await bench.blobs.delete([variant?.key ?? '']);
  return picture;
}

test('a picture with one size in a failing store stays as a whole', async () => {
  const { key } = await pictureInTwoStores();
  bucket.failing = true;
  await expect(bench.rpc.deleteObjects({ keys: [key] })).rejects.toMatchObject({ code: 'unavailable' });
  expect(await stillThere([key])).toEqual([key]);
  bucket.failing = false;
  await bench.rpc.deleteObjects({ keys: [key] });
  expect(await stillThere([key])).toEqual([]);
});

test.each([
  ['leases', sweepLeases, () => ({ keptAt: null, expiresAt: null })],
  ['archives', sweepArchives, () => ({ keptAt: bench.clock.now(), expiresAt: bench.clock.now() })],
] as const)('a failing store does not stop the sweep of expired %s in the other stores', async (_of, sweep, expiry) => {
  const [lost, own] = [await inBucket(upload), await upload()];
  const storeId = await storeIdOf(lost.key);
  await addObjects(storeId, expiry());
  await addObjects(null, expiry());
  await bench.postgres.db.updateTable('objects').set(expiry()).where('mainKey', 'is', null).execute();
  bucket.failing = true;
  bench.clock.advance(25 * hourMs);
  let swept = 0;
  const count = (objects: number) => {
    swept += objects;
  };
  await expect(sweep(bench, unending, count)).rejects.toMatchObject({ code: 'unavailable' });
  const { rows, files } = await bench.keys();
  expect([swept, rows]).toEqual([2 * many + lost.variants.length + own.variants.length, []]);
  for (const { key } of own.variants) expect(files).not.toContain(key);
  expect(bucket.keys()).toHaveLength(lost.variants.length);

  bucket.failing = false;
  const restore = machineTimeAhead(Date.now() + 2 * hourMs);
  expect(await sweepStores(bench, unending).finally(restore)).toBe(lost.variants.length);
  expect(bucket.keys()).toEqual([]);
});

test('a picture that is kept while its expired lease is swept is reported missing, not kept and then deleted', async () => {
  const { key } = await inBucket(upload);
  bench.clock.advance(25 * hourMs);
  const [deletionBegan, deletionMayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  bucket.beforeAll = () => {
    deletionBegan.resolve();
    return deletionMayEnd.promise;
  };
  const sweep = sweepLeases(bench, unending);
  await deletionBegan.promise;
  expect(await bench.rpc.keepObjects({ keys: [key] })).toEqual({ missingKeys: [key] });
  deletionMayEnd.resolve();
  await sweep;
  expect([await stillThere([key]), bucket.keys()]).toEqual([[], []]);
});

test('a picture that is being kept when its lease is swept stays, and two replicas sweep the others once', async () => {
  const [kept, ...others] = [await upload(), await upload(), await upload()];
  bench.clock.advance(25 * hourMs);
  let swept = 0;
  const count = (objects: number) => {
    swept += objects;
  };
  await bench.postgres.db.transaction().execute(async (transaction) => {
    const keptAt = bench.clock.now();
    await transaction.updateTable('objects').set({ keptAt }).where('key', '=', kept.key).execute();
    await Promise.all([sweepLeases(bench, unending, count), sweepLeases(bench, unending, count)]);
  });
  expect(swept).toBe(others.flatMap(({ variants }) => variants).length);
  expect((await bench.keys()).files.toSorted()).toEqual(kept.variants.map((each) => each.key).toSorted());
  expect((await bench.fetch(`/api/proxy-media?key=${kept.key}`)).status).toBe(200);
});

test('a sweep ends between two batches when its replica stops', async () => {
  await addObjects(null, { keptAt: null, expiresAt: null });
  bench.clock.advance(25 * hourMs);
  const stop = new AbortController();
  const sweep = sweepLeases(bench, stop.signal, () => stop.abort(new Error('stopped')));
  await expect(sweep).rejects.toThrow('stopped');
  expect((await bench.keys()).rows).toHaveLength(many - 200);
});

test('an export is stored while an earlier one lies in a failing store', async () => {
  const ana = crypto.randomUUID();
  await inBucket(() => bench.storeArchive(ana, 'one'));
  bucket.failing = true;
  const { key } = await bench.storeArchive(ana, 'two');
  expect((await bench.service.as(userActor(ana)).get(`/proxy-media/archive?key=${key}`)).status).toBe(200);
  bench.clock.advance(2 * hourMs);
  bucket.failing = false;
  await sweepArchives(bench, unending);
  expect([(await bench.keys()).rows, bucket.keys()]).toEqual([[], []]);
});
