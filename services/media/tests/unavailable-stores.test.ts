import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { StubBucket } from '@tribus/kit/testing/bucket.ts';
import { sweepArchives, sweepLeases } from '../src/objects.ts';
import { type Bench, openBench } from './bench.ts';
import { halves } from './pictures.ts';

const admin = userActor('00000000-0000-7000-8000-00000000000a', { role: 'admin' });
const unending = new AbortController().signal;
const hour = 60 * 60 * 1000;
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
const countIn = async (storeId: string | null) => {
  const { rows } = await bench.keys();
  const locations = await Promise.all(rows.map((key) => bench.store.locations.find(key)));
  return locations.filter((location) => location?.storeId === storeId).length;
};

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

test('a picture with one size in a failing store stays as a whole', async () => {
  const picture = await upload();
  const [variant] = picture.variants.filter(({ key }) => key !== picture.key);
  const storeId = await inBucket(async () => storeIdOf((await upload()).key));
  await bench.postgres.db
    .updateTable('objects')
    .set({ storeId, blobKey: `stores/${storeId}/moved.webp` })
    .where('key', '=', variant?.key ?? '')
    .execute();
  bucket.failing = true;
  bench.clock.advance(25 * hour);
  await expect(sweepLeases(bench, unending)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await stillThere([picture.key])).toEqual([picture.key]);
  bucket.failing = false;
  await sweepLeases(bench, unending);
  expect((await bench.keys()).rows).toEqual([]);
});

test.each([
  ['leases', sweepLeases, () => ({ keptAt: null, expiresAt: null })],
  ['archives', sweepArchives, () => ({ keptAt: bench.clock.now(), expiresAt: bench.clock.now() })],
] as const)('a failing store does not stop the sweep of expired %s in the other stores', async (_of, sweep, expiry) => {
  const storeId = await inBucket(async () => storeIdOf((await upload()).key));
  await addObjects(storeId, expiry());
  await addObjects(null, expiry());
  bucket.failing = true;
  bench.clock.advance(25 * hour);
  let swept = 0;
  const count = (objects: number) => {
    swept += objects;
  };
  await expect(sweep(bench, unending, count)).rejects.toMatchObject({ code: 'unavailable' });
  expect([swept, await countIn(null)]).toEqual([many, 0]);
  expect(await countIn(storeId)).toBeGreaterThanOrEqual(many);
  bucket.failing = false;
  await sweep(bench, unending, count);
  expect(
    await bench.postgres.db.selectFrom('objects').select('key').where('ownerId', '=', 'of-rows').execute(),
  ).toEqual([]);
});

test('a sweep ends between two batches when its replica stops', async () => {
  await addObjects(null, { keptAt: null, expiresAt: null });
  bench.clock.advance(25 * hour);
  const stop = new AbortController();
  const sweep = sweepLeases(bench, stop.signal, () => stop.abort(new Error('stopped')));
  await expect(sweep).rejects.toThrow('stopped');
  expect(await countIn(null)).toBe(many - 200);
});

test('an export is stored while an earlier one lies in a failing store', async () => {
  const ana = crypto.randomUUID();
  await inBucket(() => bench.storeArchive(ana, 'one'));
  bucket.failing = true;
  const { key } = await bench.storeArchive(ana, 'two');
  expect((await bench.service.as(userActor(ana)).get(`/proxy-media/archive?key=${key}`)).status).toBe(200);
  bench.clock.advance(2 * hour);
  bucket.failing = false;
  await sweepArchives(bench, unending);
  expect([(await bench.keys()).rows, bucket.keys()]).toEqual([[], []]);
});
