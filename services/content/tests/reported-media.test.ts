import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CaseClosed, CaseDecided, TribeMediaHidden } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, hour, nobody, openBench } from './bench.ts';
import { moderationOn, told } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, resolve, caseIn } = moderationOn(() => bench);

function tribeWithPeople() {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  return { tribeId, owner, author: bench.tribes.addMember(tribeId), member: bench.tribes.addMember(tribeId) };
}

/** Puts up a picture a minute after the last one; what it is answered, and its key. */
async function putUp(actor: Actor, tribeId: number, caption = ''): Promise<{ id: string; key: string }> {
  bench.clock.advance(60_000);
  const form = new FormData();
  form.append('caption', caption);
  form.append('file', new Blob([new Uint8Array(10)]));
  const { status, body } = await as(actor).post(`/tribes/${tribeId}/media`, form);
  expect(status).toBe(201);
  return { id: body.id, key: bench.media.uploads.at(-1)?.key ?? '' };
}

const report = (actor: Actor, mediaId: string, reason = 'obsceno') =>
  as(actor).post('/reports/media', { mediaId, reason });
const listed = async (actor: Actor, tribeId: number) => (await as(actor).get(`/tribes/${tribeId}/media`)).body.items;
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);
const known = (key: string) => bench.media.visibilities.get(key);

test('a reported picture is a case with its caption, its picture and its neighbours, decided by the tribe’s moderators', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  await putUp(member, tribeId, 'El camino');
  const { id, key } = await putUp(author, tribeId, 'Sin permiso');
  await putUp(owner, tribeId, 'La mesa');
  expect(await report(member, id)).toMatchObject({ status: 201, body: { message: 'Reporte enviado correctamente' } });
  expect(told(await report(member, id))).toEqual({ status: 409, code: 'already_reported' });
  expect(told(await report(author, id))).toEqual({ status: 400, code: 'report_own' });
  const found = await caseIn(tribeId, owner);
  expect(found).toMatchObject({ kind: 'tribe_media', objectId: id, text: 'Sin permiso', postId: null, imagesCount: 1 });
  expect((await as(admin).get(`/admin/reports?kind=tribe_media&tribeId=${tribeId}`)).body.items).toHaveLength(1);
  const detail = (await as(owner).get(`/reports/${found.id}`)).body;
  expect(detail.actions).toEqual(['keep', 'warn', 'remove', 'ban']);
  expect(detail.images[0].url).toMatch(/&sig=/);
  expect(detail.images[0].url).toContain(key);
  expect(detail.before).toMatchObject([{ kind: 'tribe_media', text: 'El camino', author: { id: member.id } }]);
  expect(detail.after).toMatchObject([{ kind: 'tribe_media', text: 'La mesa', author: { id: owner.id } }]);
  // Nobody edits a picture, so none waits for that.
  expect(told(await resolve(owner, found.id, 'hide'))).toEqual({ status: 400, code: 'action_impossible' });
  expect(told(await as(member).get(`/reports/${found.id}`))).toMatchObject({ status: 404 });
});

test('only what one may see can be reported', async () => {
  const { tribeId, owner, author } = tribeWithPeople();
  const { id } = await putUp(author, tribeId);
  const waiting = bench.tribes.addMember(tribeId, { status: 'pending' });
  for (const outsider of [person(), waiting]) expect((await report(outsider, id)).status).toBe(404);
  for (const missing of [nobody, 'nada']) expect((await report(owner, missing)).status).toBe(404);
});

test('a removed picture is nobody’s to see and its addresses end; its author hears why, and an appeal brings it back', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const { id, key } = await putUp(author, tribeId, 'El fuego');
  await report(member, id);
  const found = await caseIn(tribeId, owner);
  expect(told(await resolve(owner, found.id, 'remove', { message: 'Aquí no.' }))).toMatchObject({ status: 200 });
  for (const viewer of [author, member, owner, admin]) expect(await listed(viewer, tribeId)).toEqual([]);
  for (const viewer of [author, owner])
    expect((await as(viewer).delete(`/tribes/${tribeId}/media/${id}`)).status).toBe(404);
  expect((await report(owner, id)).status).toBe(404);
  await until(() => known(key)?.visibility === 'signed', 'media closes it');
  expect(known(key)?.version).toBe(2);
  expect(await bench.eventsOf(CaseDecided, tribeId)).toMatchObject([
    { kind: 'tribe_media', objectId: id, authorId: author.id, action: 'remove', wasHidden: false },
  ]);
  const own = (await as(author).get(`/reports/decisions/${found.id}`)).body;
  expect(own).toMatchObject({ kind: 'tribe_media', text: 'El fuego', decisions: [{ message: 'Aquí no.' }] });
  expect(own.shadows).toEqual(['data:image/webp;base64,AA']);
  expect((await as(member).get(`/tribes/${tribeId}/reports/log`)).body.items).toMatchObject([
    { kind: 'tribe_media', action: 'remove', reason: 'obsceno', moderator: null },
  ]);

  await as(author).post(`/reports/decisions/${found.id}/appeal`, { text: 'Es mi hoguera' });
  expect(told(await resolve(admin, found.id, 'overturn'))).toMatchObject({ status: 200 });
  expect(idsOf(await listed(member, tribeId))).toEqual([id]);
  await until(() => known(key)?.visibility === 'public', 'media opens it');
  await until(async () => !/sig=/.test((await listed(member, tribeId))[0].url), 'its addresses are public again');
});

test('addresses that were given out before end with what is decided, and none is public before media knows', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner, { isPrivate: true });
  const [author, member] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const { id } = await putUp(author, tribeId);
  const versionOf = async () =>
    Number(new URL((await listed(member, tribeId))[0].url, 'http://x').searchParams.get('v'));
  expect(await versionOf()).toBe(1);
  await report(member, id);
  const found = await caseIn(tribeId, owner);
  await resolve(owner, found.id, 'remove');
  await as(author).post(`/reports/decisions/${found.id}/appeal`, { text: 'Otra mirada' });
  await resolve(admin, found.id, 'overturn');
  expect(await versionOf()).toBe(3);
});

test('reports that weigh enough hide a picture from all but its uploader and moderators until one has looked at it', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const { id, key } = await putUp(author, tribeId);
  const reporters = [1, 2, 3].map(() => bench.tribes.addMember(tribeId, { levelOrder: 4 }));
  for (const reporter of reporters) expect((await report(reporter, id)).status).toBe(201);
  expect(await listed(member, tribeId)).toEqual([]);
  expect((await report(member, id)).status).toBe(404);
  for (const viewer of [author, owner]) {
    const [seen] = await listed(viewer, tribeId);
    expect(seen).toMatchObject({ id, hidden: 'reports' });
    expect(seen.url).toMatch(/sig=/);
  }
  await until(() => known(key)?.visibility === 'signed', 'media closes it');
  const found = await caseIn(tribeId, owner);
  expect(found.hidden).toBe('reports');
  expect((await bench.events(TribeMediaHidden)).filter(({ mediaId }) => mediaId === id)).toEqual([
    { tribeId, mediaId: id, uploaderId: author.id, caseId: found.id, cause: 'reports' },
  ]);
  // Its uploader may look at why before anything is decided.
  expect((await as(author).get(`/reports/decisions/${found.id}`)).body).toMatchObject({ hidden: 'reports' });
  await resolve(owner, found.id, 'keep');
  expect((await listed(member, tribeId))[0]).toMatchObject({ id, hidden: null });
  for (const reporter of reporters) expect((await report(reporter, id)).status).toBe(201);
  expect(idsOf(await listed(member, tribeId))).toEqual([id]);
});

test('its uploader may delete what is reported without ending the case, which keeps the picture closed as evidence', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const { id, key } = await putUp(author, tribeId, 'Lo borro');
  await report(member, id);
  expect((await as(author).delete(`/tribes/${tribeId}/media/${id}`)).status).toBe(200);
  await until(() => known(key)?.visibility === 'signed', 'media closes it');
  const found = await caseIn(tribeId, owner);
  const detail = (await as(owner).get(`/reports/${found.id}`)).body;
  expect(detail).toMatchObject({ objectDeleted: true, text: 'Lo borro', actions: ['keep', 'warn', 'ban'] });
  expect(detail.images).toHaveLength(1);
  await bench.jobsDone();
  expect(bench.media.deleted).not.toContain(key);
  await bench.publish(UserDeleted, { userId: author.id });
  await until(() => bench.media.deleted.includes(key), 'it goes with the account of its uploader');
});

test('what a moderator deletes by its own menu is decided by that, and its reporter hears so', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const { id } = await putUp(author, tribeId);
  await report(member, id);
  const found = await caseIn(tribeId, owner);
  expect((await as(owner).delete(`/tribes/${tribeId}/media/${id}`)).status).toBe(200);
  expect((await as(owner).get(`/tribes/${tribeId}/reports`)).body.items).toEqual([]);
  expect((await as(author).get(`/reports/decisions/${found.id}`)).body.decisions).toMatchObject([{ action: 'remove' }]);
  expect((await as(member).get('/reports/mine')).body.items[0]).toMatchObject({
    kind: 'tribe_media',
    outcome: 'upheld',
  });
});

test('a removed picture is deleted when an appeal was for nothing, and its objects go with its evidence or its tribe', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const { id, key } = await putUp(author, tribeId);
  await report(member, id);
  const found = await caseIn(tribeId, owner);
  await resolve(owner, found.id, 'remove');
  await as(author).post(`/reports/decisions/${found.id}/appeal`, { text: 'Otra mirada' });
  bench.clock.advance(80 * hour);
  await resolve(owner, found.id, 'uphold');
  expect(await bench.eventsOf(CaseClosed, tribeId)).toMatchObject([
    { kind: 'tribe_media', objectId: id, removed: true },
  ]);
  await until(() => bench.media.deleted.includes(key), 'its objects are gone');

  const kept = await putUp(author, tribeId);
  await report(member, kept.id);
  await as(author).delete(`/tribes/${tribeId}/media/${kept.id}`);
  await bench.publish(TribeDeleted, { tribeId });
  await until(() => bench.media.deleted.includes(kept.key), 'the evidence goes with the tribe');
});
