import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { defineErrors, fail } from '@tribus/kit/core/errors.ts';
import { metric, until } from '@tribus/kit/testing/until.ts';
import { avatarMaxMb, photosMax } from '../limits.ts';
import { type Bench, openBench, type SignedInUser } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.media.refusal = undefined;
  bench.media.meanwhile = undefined;
});

function form(field: string, files = 1, bytes = 1_000): FormData {
  const body = new FormData();
  for (let index = 0; index < files; index++)
    body.append(field, new Blob([new Uint8Array(bytes + index)]), `foto-${index}.png`);
  return body;
}

const as = ({ actor }: SignedInUser) => bench.service.as(actor);
const sendAvatar = (person: SignedInUser, body: unknown = form('avatar'), headers = {}) =>
  as(person).post('/auth/me/avatar', body, headers);
const sendPhotos = (person: SignedInUser, files = 1, headers = {}) =>
  as(person).post('/auth/me/photos', form('photos', files), headers);
const photoIds = async (person: SignedInUser): Promise<string[]> =>
  (await as(person).get('/auth/me')).body.photos.map(({ id }: { id: string }) => id);
const lastKey = () => bench.media.uploads.at(-1)?.key ?? '';

const media = defineErrors({
  file_type_refused: { status: 415, es: 'Tipo de archivo no válido. Use JPG, PNG, GIF o WebP.', en: 'No', zh: '否' },
});

test('an uploaded picture becomes a public avatar, and media keeps it', async () => {
  const ana = await bench.register();
  const { status, body } = await sendAvatar(ana);
  const key = lastKey();
  expect([status, body]).toEqual([200, { avatarUrl: `/api/proxy-media?key=${key}.square` }]);
  expect(bench.media.uploads.at(-1)).toMatchObject({ purpose: 'avatar', visibility: 'public', ownerId: ana.id });
  const { users } = await bench.rpc.getUsers({ ids: [ana.id] });
  expect(users[0]?.avatarUrl).toBe(body.avatarUrl);
  await until(() => bench.media.retained.includes(key), 'media keeps it');
});

test('the picture of an avatar that was replaced or removed is deleted', async () => {
  const ana = await bench.register();
  await sendAvatar(ana);
  const first = lastKey();
  await sendAvatar(ana);
  const second = lastKey();
  await until(() => bench.media.deleted.includes(first), 'the first is deleted');
  expect(bench.media.deleted).not.toContain(second);
  await as(ana).put('/auth/me', { avatarUrl: 'emoji:🦊' });
  await until(() => bench.media.deleted.includes(second), 'the second is deleted');
});

test('an avatar of the wrong type or too large is rejected with the texts of the specification', async () => {
  const ana = await bench.register();
  bench.media.refusal = media.fail('file_type_refused');
  const wrong = await sendAvatar(ana);
  expect([wrong.status, wrong.body.error]).toEqual([415, 'Tipo de archivo no válido. Use JPG, PNG, GIF o WebP.']);
  bench.media.refusal = undefined;
  const large = await sendAvatar(ana, form('avatar', 1, avatarMaxMb * 1024 * 1024 + 1));
  expect([large.status, large.body.error]).toEqual([413, 'El archivo es demasiado grande. Máximo 5MB.']);
  expect((await sendAvatar(ana, form('avatar', 0))).body.code).toBe('avatar_required');
  expect((await sendAvatar(ana, form('image'))).body.code).toBe('invalid_input');
  expect((await as(ana).get('/auth/me')).body.avatarUrl).toBeNull();
});

test('an upload that media rejects leaves the avatar unchanged', async () => {
  const ana = await bench.register();
  const { avatarUrl } = (await sendAvatar(ana)).body;
  bench.media.refusal = fail('unavailable');
  expect((await sendAvatar(ana)).status).toBe(503);
  expect((await as(ana).get('/auth/me')).body.avatarUrl).toBe(avatarUrl);
});

test('photos are listed in upload order, and media keeps them', async () => {
  const ana = await bench.register();
  const first = await sendPhotos(ana);
  expect([first.status, first.body.photos]).toEqual([
    201,
    [
      {
        id: expect.any(String),
        position: 1,
        url: expect.stringContaining('/api/proxy-media?key=photo'),
        variants: { square: expect.stringContaining('.square'), medium: expect.any(String), large: expect.any(String) },
        lqip: expect.any(String),
      },
    ],
  ]);
  const key = lastKey();
  const { photos } = (await sendPhotos(ana, 2)).body;
  expect(photos.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3]);
  expect(photos[0].id).toBe(first.body.photos[0].id);
  expect(bench.media.uploads.at(-1)).toMatchObject({ purpose: 'photo', visibility: 'signed' });
  await until(() => bench.media.retained.includes(key), 'media keeps it');
});

test('an avatar lost before media kept it is removed, and lost photos are not shown', async () => {
  const ana = await bench.register();
  const before = bench.media.uploads.length;
  bench.media.keepingRefused = Number.POSITIVE_INFINITY;
  await sendAvatar(ana);
  const { photos } = (await sendPhotos(ana, 2)).body;
  const [avatar = '', first = '', second = ''] = bench.media.uploads.slice(before).map(({ key }) => key);
  for (const key of [avatar, first]) bench.media.swept.set(key, 0);
  bench.media.keepingRefused = 0;
  const me = async () => (await as(ana).get('/auth/me')).body;
  await until(async () => (await me()).avatarUrl === null, 'there is no avatar');
  const shown = async () => (await photoIds(ana)).join();
  await until(async () => (await shown()) === photos[1].id, 'the other photo stays');
  const { users } = await bench.rpc.getUsers({ ids: [ana.id] });
  expect(users[0]?.avatarUrl).toBe('');
  await until(() => bench.media.retained.includes(second), 'the other photo is kept');
  const warned = () => bench.service.logged.map((line) => JSON.parse(line)).filter(({ id }) => id === ana.id);
  await until(() => warned().length === 2, 'operators are warned');
  expect(warned().flatMap(({ kind, keys }) => [kind, ...keys])).toEqual(
    expect.arrayContaining(['profile', avatar, first]),
  );
  const page = await (await fetch(`${bench.service.opsUrl}/metrics`)).text();
  expect(metric(page, 'uploads_lost_total{kind="profile",service="identity"}')).toBe(2);
});

test('a seventh photo is rejected and not stored', async () => {
  const ana = await bench.register();
  await sendPhotos(ana, 5);
  const two = await sendPhotos(ana, 2);
  expect([two.status, two.body.code]).toEqual([409, 'photo_limit']);
  await sendPhotos(ana);
  const uploads = bench.media.uploads.length;
  expect((await sendPhotos(ana)).body.code).toBe('photo_limit');
  expect(bench.media.uploads).toHaveLength(uploads);
  expect(await photoIds(ana)).toHaveLength(photosMax);
  expect(bench.media.left(ana.actor)).toHaveLength(photosMax);
});

test('a repeated request for the sixth photo gets the same response', async () => {
  const ana = await bench.register();
  await sendPhotos(ana, photosMax - 1);
  const key = { 'idempotency-key': unique('sixth') };
  const responses = [await sendPhotos(ana, 1, key), await sendPhotos(ana, 1, key)];
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  expect(responses[1]?.body.photos.map(({ id }: { id: string }) => id)).toEqual(await photoIds(ana));
  expect(bench.media.left(ana.actor)).toHaveLength(photosMax);
});

test('only six of ten concurrent photos are kept, and no files of the others', async () => {
  const ana = await bench.register();
  const responses = await Promise.all(Array.from({ length: 10 }, () => sendPhotos(ana)));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(photosMax);
  expect(responses.filter(({ body }) => body.code === 'photo_limit')).toHaveLength(4);
  expect(await photoIds(ana)).toHaveLength(photosMax);
  expect(bench.media.left(ana.actor)).toHaveLength(photosMax);
});

test('photos are reordered; unlisted photos follow', async () => {
  const ana = await bench.register();
  await sendPhotos(ana, 3);
  const [one = '', two = '', three = ''] = await photoIds(ana);
  const order = (ids: string[]) => as(ana).put('/auth/me/photos/order', { ids });
  expect((await order([three, one, two])).status).toBe(200);
  expect(await photoIds(ana)).toEqual([three, one, two]);
  await order([two, two]);
  expect(await photoIds(ana)).toEqual([two, three, one]);
});

test('photos of others cannot be ordered or deleted', async () => {
  const [ana, luis] = [await bench.register(), await bench.register()];
  await sendPhotos(ana);
  await sendPhotos(luis);
  const [anas = ''] = await photoIds(ana);
  const [his = ''] = await photoIds(luis);
  expect((await as(luis).put('/auth/me/photos/order', { ids: [anas, his] })).status).toBe(404);
  for (const id of [anas, 'nonsense', '%27']) expect((await as(luis).delete(`/auth/me/photos/${id}`)).status).toBe(404);
  expect([await photoIds(ana), await photoIds(luis)]).toEqual([[anas], [his]]);
});

test('a deleted photo is deleted with its picture', async () => {
  const ana = await bench.register();
  await sendPhotos(ana, 2);
  const key = lastKey();
  const [first = '', second = ''] = await photoIds(ana);
  expect((await as(ana).delete(`/auth/me/photos/${second}`)).status).toBe(200);
  expect((await as(ana).delete(`/auth/me/photos/${second}`)).status).toBe(404);
  expect(await photoIds(ana)).toEqual([first]);
  await until(() => bench.media.deleted.includes(key), 'its picture is deleted');
});

test('a repeated request adds the photo once', async () => {
  const ana = await bench.register();
  const key = { 'idempotency-key': unique('photo-once') };
  const first = (await sendPhotos(ana, 1, key)).body;
  const second = (await sendPhotos(ana, 1, key)).body;
  expect(second.photos.map(({ id }: { id: string }) => id)).toEqual(first.photos.map(({ id }: { id: string }) => id));
  expect(await photoIds(ana)).toHaveLength(1);
  await until(() => bench.media.left(ana.actor).length === 1, 'the second upload is deleted');
});

test('changing profile pictures requires a session', async () => {
  const visitor = bench.service.as();
  const responses = [
    await visitor.post('/auth/me/avatar', form('avatar')),
    await visitor.post('/auth/persist-emoji', { emoji: '🦊' }),
    await visitor.post('/auth/me/photos', form('photos')),
    await visitor.put('/auth/me/photos/order', { ids: [] }),
    await visitor.delete('/auth/me/photos/00000000-0000-7000-8000-000000000000'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
});

test('pictures still uploading when their session ends are rejected, and none is left', async () => {
  for (const sendLate of [sendAvatar, sendPhotos]) {
    const ana = await bench.register();
    bench.media.meanwhile = async () => {
      bench.media.meanwhile = undefined;
      expect((await as(ana).post('/auth/logout')).status).toBeLessThan(300);
    };
    const { status, body } = await sendLate(ana);
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
    expect(bench.media.left(ana.actor)).toEqual([]);
  }
});
