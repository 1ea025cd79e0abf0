import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { StoredObject } from '@tribus/proto/media/v1/service.ts';
import type { Visibility } from '@tribus/proto/media/v1/types.ts';
import { type Bench, openBench } from './bench.ts';
import { halves } from './pictures.ts';

let bench: Bench;
let jpeg: Buffer;
beforeAll(async () => {
  bench = await openBench();
  jpeg = await halves(20, 10).jpeg().toBuffer();
});
afterAll(() => bench.close());

let serial = 100;
const anotherTribe = () => `tribe:${++serial}`;
const set = (collection: string, visibility: Visibility, version: number) =>
  bench.rpc.setCollectionVisibility({ collection, visibility, version });
const setOne = ({ key }: StoredObject, visibility: Visibility, version: number, collection = '') =>
  bench.rpc.setObjectVisibility({ keys: [key], visibility, version, collection });
const keysOf = ({ key, variants }: StoredObject) => [key, ...variants.map((variant) => variant.key)];
/** The statuses for a visitor at the addresses of a picture and its variants, without a signature and with one. */
async function statusesOf(object: StoredObject): Promise<{ open: number[]; signed: number[] }> {
  const ask = (path: string) =>
    bench.fetch(path).then(async (response) => [response.status, await response.text()] as const);
  const all = (address: (key: string) => string) =>
    Promise.all(keysOf(object).map(async (key) => (await ask(address(key)))[0]));
  return {
    open: [...new Set(await all((key) => bench.urls.publicUrl(key)))],
    signed: [...new Set(await all((key) => bench.urls.signedUrl(key, bench.clock.now())))],
  };
}
const publicAccess = { open: [200], signed: [200] };
const signedAccess = { open: [403], signed: [200] };

test('the pictures of a collection are public while the collection is, and can always be fetched with a signature', async () => {
  const collection = anotherTribe();
  const before = await bench.upload(jpeg, { collection });
  expect(await statusesOf(before)).toEqual(signedAccess);
  await set(collection, 'public', 1);
  expect(await statusesOf(before)).toEqual(publicAccess);
  await set(collection, 'signed', 2);
  const concurrentUpload = await bench.upload(jpeg, { collection });
  for (const object of [before, concurrentUpload]) expect(await statusesOf(object)).toEqual(signedAccess);
  await set(collection, 'public', 3);
  for (const object of [before, concurrentUpload]) expect(await statusesOf(object)).toEqual(publicAccess);
  const other = await bench.upload(jpeg, { collection: anotherTribe() });
  expect(await statusesOf(other)).toEqual(signedAccess);
});

test('a cached picture is not revalidated after it was closed', async () => {
  const collection = anotherTribe();
  await set(collection, 'public', 1);
  const { key } = await bench.upload(jpeg, { collection });
  const path = bench.urls.publicUrl(key);
  const etag = (await bench.fetch(path)).headers.get('etag') ?? '';
  const again = await bench.fetch(path, { headers: { 'if-none-match': etag } });
  const seconds = Number(
    /^public, max-age=(\d+), must-revalidate$/.exec(again.headers.get('cache-control') ?? '')?.[1],
  );
  // With the ten seconds for which another replica may cache the row, this stays below a minute.
  expect([again.status, seconds <= 45]).toEqual([304, true]);
  await set(collection, 'signed', 2);
  const asked: Record<string, string>[] = [{ 'if-none-match': etag }, { range: 'bytes=0-3' }, {}];
  for (const headers of asked) expect([headers, (await bench.fetch(path, { headers })).status]).toEqual([headers, 403]);
});

test('a picture is closed, opened and added to a collection by its key, with its variants', async () => {
  const [object, beside] = [await bench.upload(jpeg), await bench.upload(jpeg)];
  await setOne(object, 'signed', 1);
  expect(await statusesOf(object)).toEqual(signedAccess);
  expect(await statusesOf(beside)).toEqual(publicAccess);
  await setOne(object, 'public', 2);
  expect(await statusesOf(object)).toEqual(publicAccess);
  const collection = anotherTribe();
  await setOne(object, 'public', 3, collection);
  expect(await statusesOf(object)).toEqual(signedAccess);
  await set(collection, 'public', 1);
  expect(await statusesOf(object)).toEqual(publicAccess);
  await setOne(object, 'signed', 4, collection);
  expect(await statusesOf(object)).toEqual(signedAccess);
});

test('an address bound to a version expires with the first newer version, and the version cannot be removed from it', async () => {
  const object = await bench.upload(jpeg, { visibility: 'signed' });
  const addressOf = (version?: number) => bench.urls.signedUrl(object.key, bench.clock.now(), version);
  const statusOf = async (path: string) => (await bench.fetch(path)).status;
  const [first, second] = [addressOf(1), addressOf(2)];
  const inside = `/api/proxy-media?url=${encodeURIComponent(first)}`;
  for (const path of [first, second, inside]) expect([path, await statusOf(path)]).toEqual([path, 200]);
  const etag = (await bench.fetch(first)).headers.get('etag') ?? '';
  await setOne(object, 'signed', 2);
  for (const path of [first, inside, first.replace('v=1', 'v=2'), first.replace('&v=1', '')])
    expect([path, await statusOf(path)]).toEqual([path, 403]);
  expect((await bench.fetch(first, { headers: { 'if-none-match': etag } })).status).toBe(403);
  for (const path of [second, addressOf(3), addressOf()]) expect([path, await statusOf(path)]).toEqual([path, 200]);
  const [variant] = object.variants;
  const ofVariant = (version: number) => bench.urls.signedUrl(variant?.key ?? '', bench.clock.now(), version);
  expect([await statusOf(ofVariant(1)), await statusOf(ofVariant(2))]).toEqual([403, 200]);
});

test('late and repeated changes of visibility have no effect, in any order', async () => {
  const collection = anotherTribe();
  const object = await bench.upload(jpeg, { collection });
  for (const [visibility, version] of [
    ['public', 1],
    ['signed', 4],
    ['public', 3],
    ['signed', 2],
    ['public', 4],
  ] as const)
    await set(collection, visibility, version);
  expect(await statusesOf(object)).toEqual(signedAccess);
  await set(collection, 'public', 5);
  await setOne(object, 'signed', 2, collection);
  await setOne(object, 'public', 1, collection);
  expect(await statusesOf(object)).toEqual(signedAccess);
});

test('a missing visibility and a malformed collection name are refused', async () => {
  const object = await bench.upload(jpeg);
  const collection = anotherTribe();
  const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'invalid_input' });
  await refused(set(collection, 'none', 1));
  await refused(set('', 'public', 1));
  await refused(set('tribe:../1', 'public', 1));
  await refused(setOne(object, 'none', 1));
  await refused(setOne(object, 'public', 1, 'Tribe 7'));
  await refused(bench.upload(jpeg, { collection: 'tribe:' }));
  expect(await statusesOf(object)).toEqual(publicAccess);
});

test('another replica closes a picture within the cache time, even when it is requested during that time', async () => {
  const replica = await bench.startReplica();
  const now = performance.now.bind(performance);
  let aheadMs = 0;
  const time = jest.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  try {
    const collection = anotherTribe();
    await set(collection, 'public', 1);
    const path = bench.urls.publicUrl((await bench.upload(jpeg, { collection })).key);
    const ask = async () => (await replica.fetch(path)).status;
    expect(await ask()).toBe(200);
    // The call reaches only one replica.
    await set(collection, 'signed', 2);
    const answers: number[] = [];
    for (let asked = 0; asked < 10; asked++) {
      aheadMs += 2_000;
      answers.push(await ask());
    }
    expect(answers.slice(-4)).toEqual([403, 403, 403, 403]);
  } finally {
    time.mockRestore();
    await replica.stop();
  }
});
