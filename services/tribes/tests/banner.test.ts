import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { admin, person, unique } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { defineErrors, fail } from '@tribus/kit/core/errors.ts';
import { metric, until } from '@tribus/kit/testing/until.ts';
import { TribeUpdated } from '@tribus/proto/tribes/v1/events.ts';
import { bannerMaxMb } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ latePostgres: true });
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.media.refusal = undefined;
  bench.media.meanwhile = undefined;
});

function form(field = 'image', bytes = 1_000): FormData {
  const body = new FormData();
  body.append(field, new Blob([new Uint8Array(bytes)]), 'foto.png');
  return body;
}

const send = (actor: Actor, id: number, body: unknown = form(), headers = {}) =>
  bench.service.as(actor).post(`/tribes/${id}/banner`, body, headers);

const lastKey = () => bench.media.uploads.at(-1)?.key ?? '';

test('a banner is uploaded, displayed and kept by media', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const { status, body } = await send(owner, id, form('image', 600_000));
  expect([status, body.imageLqip]).toEqual([200, 'data:image/webp;base64,AA']);
  const key = lastKey();
  expect(bench.media.uploads.at(-1)).toMatchObject({
    purpose: 'banner',
    visibility: 'public',
    ownerId: owner.id,
    bytes: 600_000,
  });
  expect(body.imageUrl).toBe(`/api/proxy-media?key=${key}`);
  expect((await bench.service.as(person()).get(`/tribes/${id}`)).body.imageUrl).toBe(body.imageUrl);
  const [membership] = (await bench.service.as(owner).get('/tribes/@me/memberships')).body.items;
  expect(membership.tribe.imageUrl).toBe(`/api/proxy-media?key=${key}.medium`);
  const [tribe] = (await bench.rpc.getTribes({ ids: [id] })).tribes;
  expect(tribe).toMatchObject({ imageUrl: body.imageUrl, imageLqip: body.imageLqip });
  await until(() => bench.media.retained.includes(key), 'media keeps it');
});

test('media deletes a replaced banner, and the banner of a deleted tribe', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  await send(owner, id);
  const first = lastKey();
  await send(owner, id);
  const second = lastKey();
  await until(() => bench.media.deleted.includes(first), 'the old one was dropped');
  await bench.jobsDone();
  expect(bench.media.deleted).not.toContain(second);
  await bench.service.as(owner).delete(`/tribes/${id}`);
  await until(() => bench.media.deleted.includes(second), 'the last one was dropped');
});

test('a moderator removes a banner, which media deletes, and removing it again succeeds', async () => {
  const [owner, member] = [person(), person()];
  const id = await bench.createTribe(owner);
  await bench.join(id, member);
  await send(owner, id);
  const key = lastKey();
  const remove = (actor: Actor) => bench.service.as(actor).delete(`/tribes/${id}/banner`);
  expect((await remove(member)).body.code).toBe('forbidden');
  await bench.jobsDone();
  expect(bench.media.deleted).not.toContain(key);
  expect([(await remove(owner)).status, (await remove(owner)).status]).toEqual([200, 200]);
  expect((await bench.service.as(member).get(`/tribes/${id}`)).body).toMatchObject({ imageUrl: null, imageLqip: null });
  await until(() => bench.media.deleted.includes(key), 'the picture was dropped');
});

test('keeping a banner is retried until media confirms it', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  // More often than the attempts of an event.
  bench.media.keepingRefused = 12;
  await send(owner, id);
  const key = lastKey();
  await until(() => bench.media.retained.includes(key), 'media keeps it');
  expect(bench.media.keepingRefused).toBe(0);
});

test('a tribe whose banner media has lost has none, here and in other services', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  bench.media.keepingRefused = Number.POSITIVE_INFINITY;
  await send(owner, id);
  const lost = lastKey();
  bench.media.swept.set(lost, 0);
  const updates = async () => (await bench.events(TribeUpdated)).filter(({ tribeId }) => tribeId === id).length;
  const before = await updates();
  bench.media.keepingRefused = 0;
  const read = async () => (await bench.service.as(owner).get(`/tribes/${id}`)).body;
  await until(async () => (await read()).imageUrl === null, 'the tribe has no banner');
  expect(await updates()).toBe(before + 1);
  await until(() => bench.service.logged.some((line) => line.includes('lost') && line.includes(lost)), 'it is logged');
  // The next banner works as usual.
  await send(owner, id);
  const next = lastKey();
  await until(() => bench.media.retained.includes(next), 'media keeps it');
  expect([(await read()).imageUrl, bench.media.swept.get(lost)]).toEqual([`/api/proxy-media?key=${next}`, 1]);
  const page = await (await fetch(`${bench.service.opsUrl}/metrics`)).text();
  expect(metric(page, 'uploads_lost_total{kind="banner",service="tribes"}')).toBe(1);
});

test('non-members and members without a role cannot upload a banner, and nothing is sent to media', async () => {
  const member = person();
  const id = await bench.createTribe(person());
  await bench.join(id, member);
  const before = bench.media.uploads.length;
  for (const actor of [member, person()]) expect((await send(actor, id)).body.code).toBe('forbidden');
  expect((await send(member, 38)).body.code).toBe('forbidden');
  expect((await send(admin, 99)).status).toBe(404);
  expect(bench.media.uploads).toHaveLength(before);
  expect((await send(admin, id)).status).toBe(200);
});

const media = defineErrors({
  file_type_refused: { status: 415, es: 'Tipo no válido', en: 'Wrong type', zh: '类型无效' },
});

test('an upload rejected by media returns its error, and the tribe is unchanged', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  await send(owner, id);
  const { imageUrl } = (await bench.service.as(owner).get(`/tribes/${id}`)).body;
  bench.media.refusal = media.fail('file_type_refused');
  expect((await send(owner, id)).body).toMatchObject({ code: 'file_type_refused', error: 'Tipo no válido' });
  bench.media.refusal = fail('unavailable');
  expect((await send(owner, id)).status).toBe(503);
  expect((await bench.service.as(owner).get(`/tribes/${id}`)).body.imageUrl).toBe(imageUrl);
});

test('a form without the picture, with another field, too large, or no form at all is rejected', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const empty = new FormData();
  empty.append('caption', 'hola');
  expect((await send(owner, id, empty)).body.code).toBe('image_required');
  expect((await send(owner, id, form('avatar'))).body.code).toBe('invalid_input');
  expect((await send(owner, id, {})).status).toBe(415);
  expect((await send(owner, id, form('image', bannerMaxMb * 1024 * 1024 + 1))).status).toBe(413);
  expect((await bench.service.as(owner).get(`/tribes/${id}`)).body.imageUrl).toBeNull();
});

test('a form with two pictures stores none', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const two = form();
  two.append('image', new Blob(['x']), 'b.png');
  expect((await send(owner, id, two)).body.code).toBe('payload_too_large');
  const taken = bench.media.uploads.filter(({ ownerId }) => ownerId === owner.id);
  expect(bench.media.deleted).toEqual(expect.arrayContaining(taken.map(({ key }) => key)));
  expect((await bench.service.as(owner).get(`/tribes/${id}`)).body.imageUrl).toBeNull();
});

test('a repeated request returns the first picture and deletes its own', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  const key = { 'idempotency-key': unique('banner-once') };
  const first = (await send(owner, id, form(), key)).body;
  const retained = lastKey();
  const second = (await send(owner, id, form(), key)).body;
  expect(second).toEqual(first);
  expect(lastKey()).not.toBe(retained);
  await until(() => bench.media.deleted.includes(lastKey()), 'the second upload was dropped');
  await bench.jobsDone();
  expect(bench.media.deleted).not.toContain(retained);
});

test('media keeps a banner when the response to its commit is lost, because the tribe displays it', async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  // Only the statement that sets a banner contains its preview.
  bench.latePostgres().loseCommitOf('data:image/webp;base64,AA');
  expect((await send(owner, id)).status).toBe(503);
  const key = lastKey();
  expect((await bench.service.as(owner).get(`/tribes/${id}`)).body.imageUrl).toBe(`/api/proxy-media?key=${key}`);
  expect(bench.media.deleted).not.toContain(key);
});

test("a banner upload is rejected when the sender's session ends or their admin role is revoked during the upload", async () => {
  const owner = person();
  const id = await bench.createTribe(owner);
  bench.media.meanwhile = async () => void bench.identity.endedSessions.add(owner.sessionId);
  const late = await send(owner, id);
  expect([late.status, late.body.code]).toEqual([401, 'unauthenticated']);
  const boss = userActor(unique('jefa'), { role: 'admin', sessionId: unique('sesion') });
  bench.identity.openSession(boss.id, { sessionId: boss.sessionId, role: 'admin' });
  bench.media.meanwhile = async () =>
    void bench.identity.openSession(boss.id, { sessionId: boss.sessionId, role: 'user' });
  const demoted = await send(boss, id);
  expect([demoted.status, demoted.body.code]).toEqual([403, 'forbidden']);
  expect([...bench.media.left(owner), ...bench.media.left(boss)]).toEqual([]);
  expect((await bench.service.as(boss).get(`/tribes/${id}`)).body.imageUrl).toBeNull();
});
