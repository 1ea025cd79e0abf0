import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { homininiId } from '@tribus/community/limits.ts';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, serviceActor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { TestResponse } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { AuditRecorded } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { mediaCaptionMax } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.media.refusal = undefined;
  bench.media.meanwhile = undefined;
});

type Part = [field: string, value: string | Blob];
const picture = (): Part => ['file', new Blob([new Uint8Array(10)])];

const send = (actor: Actor, tribeId: number, parts: Part[], headers = {}): Promise<TestResponse> => {
  const body = new FormData();
  for (const [field, value] of parts) body.append(field, value);
  return bench.service.as(actor).post(`/tribes/${tribeId}/media`, body, headers);
};

/** Uploads a picture a minute after the last one, and returns the response. */
async function uploadPicture(actor: Actor, tribeId: number, caption = unique('pie')): Promise<TestResponse['body']> {
  bench.clock.advance(60_000);
  const { status, body } = await send(actor, tribeId, [['caption', caption], picture()]);
  if (status !== 201) throw new Error(`not uploaded: ${JSON.stringify(body)}`);
  return body;
}

const read = (actor: Actor | undefined, tribeId: number, query = '') =>
  bench.service.as(actor).get(`/tribes/${tribeId}/media${query}`);
const idsOf = ({ body }: TestResponse): string[] => body.items.map(({ id }: { id: string }) => id);
const remove = (actor: Actor, tribeId: number, id: string) =>
  bench.service.as(actor).delete(`/tribes/${tribeId}/media/${id}`);
const lastKey = () => bench.media.uploads.at(-1)?.key ?? '';

test('a member’s picture is returned and listed with its caption, uploader and sizes, and is kept', async () => {
  const id = bench.tribes.createTribe();
  const member = bench.tribes.addMember(id);
  const response = await uploadPicture(member, id, ' La hoguera de anoche ');
  const key = lastKey();
  expect(response).toMatchObject({
    caption: 'La hoguera de anoche',
    url: `/api/proxy-media?key=${key}`,
    variants: { square: `/api/proxy-media?key=${key}.square` },
    lqip: 'data:image/webp;base64,AA',
    user: { id: member.id },
    canDelete: true,
  });
  expect(bench.media.uploads.at(-1)).toMatchObject({ visibility: 'public', collection: `tribe:${id}` });
  const { body } = await read(bench.tribes.addMember(id), id);
  const { user: _user, ...shown } = response;
  expect(body).toMatchObject({ items: [{ ...shown, canDelete: false }], nextCursor: null, canUpload: true });
  // Each emitted event triggers the loop.
  await until(async () => {
    await bench.publishPost(member, id);
    return bench.media.retained.includes(key);
  }, 'the picture is kept');
});

test('pages follow one another from the newest to the oldest, even when pictures are added between requests', async () => {
  const id = bench.tribes.createTribe();
  const member = bench.tribes.addMember(id);
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) ids.unshift((await uploadPicture(member, id)).id);
  const first = await read(member, id, '?limit=2');
  await uploadPicture(member, id);
  const second = await read(member, id, `?limit=2&cursor=${first.body.nextCursor}`);
  const third = await read(member, id, `?limit=2&cursor=${second.body.nextCursor}`);
  expect([first, second, third].flatMap(idsOf)).toEqual(ids);
  expect(third.body.nextCursor).toBeNull();
});

test('a picture of a private tribe has addresses that expire', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner, { isPrivate: true });
  const { url, variants } = await uploadPicture(owner, id);
  for (const address of [url, ...Object.values(variants)]) expect(address).toMatch(/&exp=\d+&v=1&sig=.+/);
});

test('members see the pictures of their tribe, everybody those of hominini, and restricted members cannot upload', async () => {
  const id = bench.tribes.createTribe();
  const waiting = bench.tribes.addMember(id, { status: 'pending' });
  const restricted = bench.tribes.addMember(id, { restrictedUntil: '2099-01-01T00:00:00.000Z' });
  for (const outsider of [person(), waiting]) {
    expect((await read(outsider, id)).body.code).toBe('membership_required');
    expect((await send(outsider, id, [picture()])).body.code).toBe('membership_required');
  }
  expect((await read(undefined, id)).status).toBe(401);
  expect((await read(undefined, homininiId)).body).toMatchObject({ items: [], canUpload: false });
  expect((await send(restricted, id, [picture()])).body.code).toBe('membership_restricted');
  expect((await read(restricted, id)).body.canUpload).toBe(false);
  for (const actor of [waiting, restricted]) expect(bench.media.left(actor)).toEqual([]);
  expect((await send(admin, id, [picture()])).status).toBe(201);
  const hidden = bench.tribes.createTribe(person(), { isInvisible: true });
  for (const { status } of [await read(person(), hidden), await send(person(), hidden, [picture()])])
    expect(status).toBe(404);
});

test('a form with no or two pictures, an overlong caption or a file that media refuses stores nothing', async () => {
  const id = bench.tribes.createTribe();
  const member = bench.tribes.addMember(id);
  const missing = await send(member, id, [['caption', 'sola']]);
  expect([missing.status, missing.body.code]).toEqual([400, 'media_file_required']);
  const long = await send(member, id, [picture(), ['caption', 'x'.repeat(mediaCaptionMax + 1)]]);
  expect([long.status, long.body.code]).toEqual([400, 'media_caption_length']);
  expect((await send(member, id, [picture(), picture()])).body.code).toBe('invalid_input');
  expect((await send(member, id, [['document', new Blob(['x'])]])).body.code).toBe('invalid_input');
  bench.media.refusal = fail('unsupported_media_type');
  expect((await send(member, id, [picture()])).status).toBe(415);
  bench.media.refusal = undefined;
  expect(bench.media.left(member)).toEqual([]);
  expect(idsOf(await read(member, id))).toEqual([]);
});

test('a caption of the maximum length is accepted, one of several lines is not', async () => {
  const id = bench.tribes.createTribe();
  const member = bench.tribes.addMember(id);
  const caption = '🔥'.repeat(mediaCaptionMax / 2);
  expect((await uploadPicture(member, id, caption)).caption).toBe(caption);
  const { status, body } = await send(member, id, [['caption', 'una\r\notra'], picture()]);
  expect([status, body.code, bench.media.left(member).length]).toEqual([400, 'text_invalid', 1]);
});

test('a thumbnail sent by the browser is ignored', async () => {
  const id = bench.tribes.createTribe();
  const member = bench.tribes.addMember(id);
  const { status } = await send(member, id, [['thumb', new Blob([new Uint8Array(300_000)])], picture()]);
  expect([status, bench.media.left(member).length]).toEqual([201, 1]);
});

test('a repeated request returns the same picture, and its own upload is dropped', async () => {
  const id = bench.tribes.createTribe();
  const member = bench.tribes.addMember(id);
  const key = { 'idempotency-key': unique('una-vez') };
  const responses = await Promise.all(Array.from({ length: 4 }, () => send(member, id, [picture()], key)));
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  expect(bench.media.left(member)).toHaveLength(1);
  expect(idsOf(await read(member, id))).toHaveLength(1);
});

test('an uploader deletes a picture with its objects, a moderator’s removal is audited, and others can delete nothing', async () => {
  const owner = person();
  const id = bench.tribes.createTribe(owner);
  const [member, other] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  const own = await uploadPicture(member, id);
  const ownKey = lastKey();
  const removed = await uploadPicture(member, id);
  const removedKey = lastKey();
  expect((await remove(other, id, own.id)).status).toBe(403);
  const otherTribe = bench.tribes.createTribe(other);
  expect((await remove(other, otherTribe, own.id)).status).toBe(404);
  expect((await remove(member, id, 'nada')).status).toBe(404);

  expect((await remove(member, id, own.id)).status).toBe(200);
  const responses = await Promise.all([remove(owner, id, removed.id), remove(admin, id, removed.id)]);
  expect(responses.map(({ status }) => status)).toContain(200);
  expect(idsOf(await read(member, id))).toEqual([]);
  await until(() => bench.media.deleted.includes(ownKey), 'the objects are deleted');
  await until(
    () => bench.media.visibilities.get(removedKey)?.visibility === 'signed',
    'media has closed the removed picture',
  );
  await bench.jobsDone();
  expect(bench.media.deleted).not.toContain(removedKey);
  const audited = (await bench.events(AuditRecorded)).filter(({ entry }) => entry?.action === 'tribe_media_deleted');
  expect(audited).toHaveLength(1);
  expect(JSON.parse(audited[0]?.entry?.before ?? '')).toEqual({ mediaId: removed.id, uploaderId: member.id });
});

test('the uploader’s name is hidden from viewers below, and pictures of blocked users are left out', async () => {
  const id = bench.tribes.createTribe();
  const [above, below, eva] = [bench.tribes.addMember(id, { levelOrder: 3 }), bench.tribes.addMember(id), person()];
  bench.tribes.setMembership(id, eva);
  const high = await uploadPicture(above, id);
  const low = await uploadPicture(below, id);
  const [seen] = (await read(below, id)).body.items.slice(1);
  expect(seen).toMatchObject({ id: high.id, user: { restrictedHigher: true } });
  expect(JSON.stringify(seen)).not.toContain(above.id);

  bench.identity.block(eva.id, below.id);
  expect(idsOf(await read(eva, id))).toEqual([high.id]);
  expect(idsOf(await read(eva, id, '?limit=1'))).toEqual([high.id]);
  expect((await remove(eva, id, low.id)).status).toBe(404);
});

test('pictures are deleted with their tribe and with the account of their uploader', async () => {
  const [id, other] = [bench.tribes.createTribe(), bench.tribes.createTribe()];
  const [leaver, friend] = [person(), person()];
  for (const tribeId of [id, other])
    for (const each of [leaver, friend]) bench.tribes.setMembership(tribeId, each, { levelOrder: 1 });
  for (const each of [leaver, friend]) await uploadPicture(each, id);
  await uploadPicture(leaver, other);
  const remaining = await uploadPicture(friend, other);
  await bench.publish(TribeDeleted, { tribeId: id });
  await until(async () => idsOf(await read(friend, id)).length === 0, 'the pictures of the tribe are deleted');
  await until(() => bench.media.left(friend).length === 1, 'media deletes the pictures of the tribe');

  bench.media.meanwhile = async () => {
    bench.media.meanwhile = undefined;
    await bench.publish(UserDeleted, { userId: leaver.id });
  };
  // One more upload arrives during the deletion.
  expect((await send(leaver, other, [picture()])).status).toBe(401);
  await until(
    async () => idsOf(await read(friend, other)).join() === remaining.id,
    'the pictures of the user are deleted',
  );
  await until(() => bench.media.left(leaver).length === 0, 'media deletes them');
});

test('a personal data export contains the user’s own pictures only', async () => {
  const id = bench.tribes.createTribe();
  const [member, other] = [bench.tribes.addMember(id), bench.tribes.addMember(id)];
  await uploadPicture(other, id);
  const { id: mediaId, caption } = await uploadPicture(member, id);
  const request = { userId: member.id, area: 'tribe_media', cursor: '' };
  const { records } = await bench.rpc.exportPersonalData(request, { actor: serviceActor('identity') });
  expect(records.map((record) => JSON.parse(record))).toMatchObject([
    { id: mediaId, tribeId: id, caption, picture: lastKey() },
  ]);
});
