import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import type { Person } from './people.ts';
import { png } from './pictures.ts';
import { openTarget } from './targets.ts';
import type { SharedSystem } from './test-system.ts';

/** Maximum time for which a formerly public address may still serve a picture. */
const removalSeconds = 60;
const concurrentRequests = 20;

let system: SharedSystem;
let picture: Buffer;
beforeAll(async () => {
  [system, picture] = await Promise.all([openTarget('one'), png(8, 8)]);
});
afterAll(() => system.close());

interface Shown {
  url: string;
  variants: Record<string, string>;
}
interface Post {
  id: string;
  images: Shown[];
}

const addressesOf = (posts: readonly Post[]): string[] =>
  posts.flatMap(({ images }) => images.flatMap(({ url, variants }) => [url, ...Object.values(variants)]));
const isSigned = (address: string): boolean => address.includes('&sig=');
const unsigned = (address: string): string => address.replace(/&exp=.*/, '');

/** Returns all statuses of these addresses without a session. */
async function statuses(addresses: readonly string[]): Promise<number[]> {
  const seen = new Set<number>();
  for (let at = 0; at < addresses.length; at += concurrentRequests) {
    const answers = addresses.slice(at, at + concurrentRequests).map(async (address) => {
      const response = await system.visitor.fetch(address);
      await response.arrayBuffer();
      seen.add(response.status);
    });
    await Promise.all(answers);
  }
  return [...seen];
}

/** Resolves when none of them serves a picture any more; fails when a cache may keep one for longer than promised. */
async function expectRemoval(addresses: readonly string[], change: () => Promise<unknown>): Promise<void> {
  const [first = ''] = addresses;
  const cached = (await system.visitor.fetch(first)).headers.get('cache-control') ?? '';
  const [, cachedSeconds = 'ever'] = /^public, max-age=(\d+), must-revalidate$/.exec(cached) ?? [];
  expect(Number(cachedSeconds)).toBeLessThan(removalSeconds);
  await change();
  const isRemoved = async () => (await statuses(addresses)).every((status) => status === 403 || status === 404);
  await until(isRemoved, 'the addresses are refused');
}

async function openTribe(): Promise<{ ana: Person; beto: Person; id: number }> {
  const [ana, beto] = await Promise.all([system.newcomer('ana'), system.newcomer('beto')]);
  const { id } = await ana.createTribe(`Abierta ${ana.id}`);
  await beto.join(id);
  return { ana, beto, id };
}

/** Returns the addresses of all pictures in a tribe, once all of them are of that kind. */
async function addressesIn(viewer: Person, id: number, kind: 'public' | 'signed'): Promise<string[]> {
  let addresses: string[] = [];
  const areAllServed = async () => {
    addresses = addressesOf((await viewer.read(`/tribes/${id}/posts?limit=100`)).items);
    return addresses.every((address) => isSigned(address) === (kind === 'signed'));
  };
  await until(areAllServed, `all addresses are ${kind}`);
  return addresses;
}

test('two hundred pictures, the cover and the media of a tribe become private and public with it', async () => {
  const { ana, beto, id } = await openTribe();
  const cover = new FormData();
  cover.append('image', new Blob([Buffer.from(picture)]), 'portada.png');
  await ana.post(`/tribes/${id}/banner`, cover);
  const six = Array.from({ length: 6 }, () => picture);
  const publish = async () => {
    for (let post = 0; post < 17; post++) await ana.publish(id, { content: 'seis', pictures: six });
  };
  await Promise.all([publish(), publish()]);

  const pictures = await addressesIn(beto, id, 'public');
  expect(pictures).toHaveLength(204 * 4);
  const { imageUrl } = await beto.read(`/tribes/${id}`);
  const { url } = await beto.putUp(id, picture);
  const old = [...pictures, imageUrl, url];
  expect(await statuses(old)).toEqual([200]);

  let late: Post | undefined;
  await expectRemoval(old, async () => {
    // One more is published while the tribe turns private.
    const arriving = ana.publish(id, { content: 'entretanto', pictures: [picture] });
    await ana.put(`/tribes/${id}`, { isPrivate: true });
    late = await arriving;
  });
  const lateOnes = addressesOf(late ? [late] : []).map(unsigned);
  await until(async () => (await statuses(lateOnes)).join() === '403', 'the late picture cannot be opened either');

  const coverOf = async (): Promise<string> => (await beto.read(`/tribes/${id}`)).imageUrl;
  const putUpOf = async (): Promise<Shown> => (await beto.read(`/tribes/${id}/media`)).items[0];
  const areSigned = async () => isSigned(await coverOf()) && isSigned((await putUpOf()).url);
  await until(areSigned, 'the cover and the picture of the tribe are signed');
  const [signedCover, putUp] = [await coverOf(), await putUpOf()];
  expect(unsigned(putUp.url)).toBe(url);
  const now = [...(await addressesIn(beto, id, 'signed')), signedCover, putUp.url];
  expect([now.every(isSigned), await statuses(now)]).toEqual([true, [200]]);
  expect(await statuses([unsigned(signedCover)])).toEqual([403]);

  await ana.put(`/tribes/${id}`, { isPrivate: false });
  const again = await addressesIn(beto, id, 'public');
  expect(again).toHaveLength(205 * 4);
  expect(await statuses(again)).toEqual([200]);
});

test('the pictures of a post follow its minimum level', async () => {
  const { ana, beto, id } = await openTribe();
  const published = await ana.publish(id, { content: 'para quien suba', pictures: [picture, picture] });
  const path = `/tribes/${id}/posts/${published.id}`;
  const old = await addressesIn(beto, id, 'public');
  expect(await statuses(old)).toEqual([200]);
  await expectRemoval(old, () => ana.put(path, { content: 'para quien suba', minLevelOrder: 2 }));
  expect((await beto.get(path)).status).toBe(404);
  const ownAddresses = addressesOf([await ana.read(path)]);
  expect([ownAddresses.every(isSigned), await statuses(ownAddresses)]).toEqual([true, [200]]);

  await ana.put(path, { content: 'para quien suba', minLevelOrder: 1 });
  expect(await statuses(await addressesIn(beto, id, 'public'))).toEqual([200]);
});

test('the addresses of a removed post or tribe picture, and of a deleted reported post, stop working', async () => {
  const { ana, beto, id } = await openTribe();
  await ana.put(`/tribes/${id}`, { isPrivate: true });
  const publish = () => beto.publish(id, { content: 'Fuera de lugar', pictures: [picture] });
  const [removed, deleted] = [await publish(), await publish()];
  const putUp = await beto.putUp(id, picture, 'Tampoco');
  const addresses = [...(await addressesIn(beto, id, 'signed')), ...addressesOf([{ id: '', images: [putUp] }])];
  expect([addresses.length, await statuses(addresses)]).toEqual([12, [200]]);
  for (const { id: postId } of [removed, deleted]) await ana.post('/reports/post', { postId, reason: 'spam' });
  await ana.post('/reports/media', { mediaId: putUp.id, reason: 'spam' });
  const admin = await system.admin();
  const { items } = await admin.read(`/tribes/${id}/reports`);
  const caseOf = ({ id }: { id: string }) => items.find(({ objectId }: { objectId: string }) => objectId === id);
  for (const each of [removed, putUp])
    expect((await admin.post(`/reports/${caseOf(each).id}/resolve`, { action: 'remove' })).status).toBe(200);
  expect((await beto.delete(`/tribes/${id}/posts/${deleted.id}`)).status).toBe(200);
  await until(async () => (await statuses(addresses)).join() === '403', 'the addresses are refused');
  // Moderators of the case still see the reported content.
  const evidence = addressesOf([await admin.read(`/reports/${caseOf(deleted).id}`)]);
  expect([evidence.length, await statuses(evidence)]).toEqual([4, [200]]);
});

test('the public addresses of a picture of the tribe stop working once its uploader deletes it, and no others', async () => {
  const { beto, id } = await openTribe();
  const [deleted, other] = [await beto.putUp(id, picture, 'Breve'), await beto.putUp(id, picture, 'Se queda')];
  const addressesIn = (shown: Shown) => addressesOf([{ id: '', images: [shown] }]);
  const old = addressesIn(deleted);
  expect([old.length, old.some(isSigned), await statuses(old)]).toEqual([4, false, [200]]);
  await expectRemoval(old, async () => {
    expect((await beto.delete(`/tribes/${id}/media/${deleted.id}`)).status).toBe(200);
  });
  expect(await statuses(addressesIn(other))).toEqual([200]);
});

test('the pictures of a deleted post or tribe are removed with it, and signed addresses stop working', async () => {
  const { ana, beto, id } = await openTribe();
  const post = await ana.publish(id, { content: 'breve', pictures: [picture] });
  const publicAddresses = await addressesIn(beto, id, 'public');
  await ana.publish(id, { content: 'hasta el final', pictures: [picture] });
  const others = (await addressesIn(beto, id, 'public')).filter((address) => !publicAddresses.includes(address));
  await expectRemoval(publicAddresses, () => ana.delete(`/tribes/${id}/posts/${post.id}`));
  expect([others.length, await statuses(others)]).toEqual([4, [200]]);
  await ana.put(`/tribes/${id}`, { isPrivate: true });
  const signed = await addressesIn(ana, id, 'signed');
  await ana.delete(`/tribes/${id}`);
  await until(async () => (await statuses(signed)).join() === '404', 'the pictures are deleted');
});
