import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const knownOf = (id: number) => bench.media.visibilities.get(`tribe:${id}`)?.visibility;
const change = (owner: Actor, id: number, isPrivate: boolean) =>
  bench.service.as(owner).put(`/tribes/${id}`, { isPrivate });
const seenBy = async (viewer: Actor, id: number) => (await bench.service.as(viewer).get(`/tribes/${id}`)).body;
const picturesPublicOf = async (id: number) => (await bench.rpc.getTribes({ ids: [id] })).tribes[0]?.picturesPublic;

async function withBanner(more = {}): Promise<{ owner: Actor; id: number; key: string }> {
  const owner = person();
  const id = await bench.createTribe(owner, more);
  const form = new FormData();
  form.append('image', new Blob(['x']), 'a.png');
  await bench.service.as(owner).post(`/tribes/${id}/banner`, form);
  return { owner, id, key: bench.media.uploads.at(-1)?.key ?? '' };
}

const publicUrl = (key: string) => `/api/proxy-media?key=${key}`;
const signedUrl = (key: string) => expect.stringMatching(new RegExp(`^/api/proxy-media\\?key=${key}&exp=\\d+&sig=.+`));

test('media receives the picture visibility of every new tribe and of hominini', async () => {
  const [open, secret] = [await bench.createTribe(person()), await bench.createTribe(person(), { isPrivate: true })];
  await until(() => knownOf(38) === 'public', 'media has hominini');
  expect([knownOf(open), knownOf(secret)]).toEqual(['public', 'signed']);
  await until(async () => (await picturesPublicOf(open)) === true, 'peers get public pictures');
  expect(await picturesPublicOf(secret)).toBe(false);
});

test('the banner of a tribe made private gets expiring URLs at once, and media is notified', async () => {
  const { owner, id, key } = await withBanner();
  const outsider = person();
  await until(async () => (await seenBy(outsider, id)).imageUrl === publicUrl(key), 'it is public');
  expect((await change(owner, id, true)).body.imageUrl).toEqual(signedUrl(`${key}.medium`));
  expect((await seenBy(outsider, id)).imageUrl).toEqual(signedUrl(key));
  expect(await picturesPublicOf(id)).toBe(false);
  await until(() => knownOf(id) === 'signed', 'media has received private');

  await change(owner, id, false);
  await until(() => knownOf(id) === 'public', 'media has received public');
  await until(async () => (await seenBy(outsider, id)).imageUrl === publicUrl(key), 'it is public again');
});

test("a public tribe's pictures have signed URLs until media has confirmed its visibility", async () => {
  const { owner, id, key } = await withBanner({ isPrivate: true });
  bench.media.visibilityRefusal = fail('unavailable');
  await change(owner, id, false);
  expect((await seenBy(owner, id)).imageUrl).toEqual(signedUrl(key));
  expect([knownOf(id), await picturesPublicOf(id)]).toEqual(['signed', false]);
  // Without further changes, the failed call is retried.
  bench.media.visibilityRefusal = undefined;
  await until(() => knownOf(id) === 'public', 'the call is retried once media is available');
});

test('the last of many changes is kept, and unrelated changes are not sent', async () => {
  const { owner, id } = await withBanner();
  for (const isPrivate of [true, false, true, false, true]) await change(owner, id, isPrivate);
  await until(() => bench.media.visibilities.get(`tribe:${id}`)?.version === 6, 'media has the last change');
  expect(knownOf(id)).toBe('signed');
  await bench.service.as(owner).put(`/tribes/${id}`, { description: 'otra', isPrivate: true });
  const another = await bench.createTribe(person());
  expect([knownOf(another), bench.media.visibilities.get(`tribe:${id}`)?.version]).toEqual(['public', 6]);
});

test('the pictures of a deleted tribe become private before they are deleted', async () => {
  const { owner, id } = await withBanner();
  expect(knownOf(id)).toBe('public');
  await bench.service.as(owner).delete(`/tribes/${id}`);
  await until(() => knownOf(id) === 'signed', 'its pictures are private');
});

test('a tribe rejected by media does not delay later tribes, and is retried', async () => {
  const [first, second] = [await withBanner(), await withBanner()];
  bench.media.refusedVisibilities.add(`tribe:${first.id}`);
  for (const { owner, id } of [first, second]) await change(owner, id, true);
  await until(() => knownOf(second.id) === 'signed', 'media has the second tribe');
  expect(knownOf(first.id)).toBe('public');
  bench.media.refusedVisibilities.clear();
  await until(() => knownOf(first.id) === 'signed', 'media has the first tribe');
});
