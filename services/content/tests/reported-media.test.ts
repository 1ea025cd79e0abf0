import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CaseClosed, CaseDecided, TribeMediaHidden } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, openBench, unknownId } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

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

/** Uploads a picture a minute after the last one; returns its id and key. */
async function uploadPicture(actor: Actor, tribeId: number, caption = ''): Promise<{ id: string; key: string }> {
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

test('a reported picture becomes a case with its caption, picture and neighbours, for the tribe’s moderators', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  await uploadPicture(member, tribeId, 'El camino');
  const { id, key } = await uploadPicture(author, tribeId, 'Sin permiso');
  await uploadPicture(owner, tribeId, 'La mesa');
  expect(await report(member, id)).toMatchObject({ status: 201, body: { message: 'Reporte enviado correctamente' } });
  expect(outcomeOf(await report(member, id))).toEqual({ status: 409, code: 'already_reported' });
  expect(outcomeOf(await report(author, id))).toEqual({ status: 400, code: 'report_own' });
  const found = await caseIn(tribeId, owner);
  expect(found).toMatchObject({ kind: 'tribe_media', objectId: id, text: 'Sin permiso', postId: null, imagesCount: 1 });
  expect((await as(admin).get(`/admin/reports?kind=tribe_media&tribeId=${tribeId}`)).body.items).toHaveLength(1);
  const detail = (await as(owner).get(`/reports/${found.id}`)).body;
  expect(detail.actions).toEqual(['keep', 'warn', 'remove', 'ban']);
  expect(detail.images[0].url).toMatch(/&sig=/);
  expect(detail.images[0].url).toContain(key);
  expect(detail.before).toMatchObject([{ kind: 'tribe_media', text: 'El camino', author: { id: member.id } }]);
  expect(detail.after).toMatchObject([{ kind: 'tribe_media', text: 'La mesa', author: { id: owner.id } }]);
  // A picture cannot be edited, so it cannot be hidden until an edit.
  expect(outcomeOf(await resolve(owner, found.id, 'hide'))).toEqual({ status: 400, code: 'action_impossible' });
  expect(outcomeOf(await as(member).get(`/reports/${found.id}`))).toMatchObject({ status: 404 });
});

test('only a visible picture can be reported', async () => {
  const { tribeId, owner, author } = tribeWithPeople();
  const { id } = await uploadPicture(author, tribeId);
  const waiting = bench.tribes.addMember(tribeId, { status: 'pending' });
  for (const outsider of [person(), waiting]) expect((await report(outsider, id)).status).toBe(404);
  for (const missing of [unknownId, 'nada']) expect((await report(owner, missing)).status).toBe(404);
});

test('a removed picture is visible to nobody and its addresses expire, and a successful appeal restores it', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const { id, key } = await uploadPicture(author, tribeId, 'El fuego');
  await report(member, id);
  const found = await caseIn(tribeId, owner);
  expect(outcomeOf(await resolve(owner, found.id, 'remove', { message: 'Aquí no.' }))).toMatchObject({ status: 200 });
  for (const viewer of [author, member, owner, admin]) expect(await listed(viewer, tribeId)).toEqual([]);
  for (const viewer of [author, owner])
    expect((await as(viewer).delete(`/tribes/${tribeId}/media/${id}`)).status).toBe(404);
  expect((await report(owner, id)).status).toBe(404);
  await until(() => known(key)?.visibility === 'signed', 'media has closed it');
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
  expect(outcomeOf(await resolve(admin, found.id, 'overturn'))).toMatchObject({ status: 200 });
  expect(idsOf(await listed(member, tribeId))).toEqual([id]);
  await until(() => known(key)?.visibility === 'public', 'media has opened it');
  await until(async () => !/sig=/.test((await listed(member, tribeId))[0].url), 'its addresses are public again');
});

test('old addresses expire with a decision, and none is public before media has confirmed it', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner, { isPrivate: true });
  const [author, member] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const { id } = await uploadPicture(author, tribeId);
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

test('enough reports hide a picture from all but its uploader and moderators until a review', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const { id, key } = await uploadPicture(author, tribeId);
  const reporters = [1, 2, 3].map(() => bench.tribes.addMember(tribeId, { levelOrder: 4 }));
  for (const reporter of reporters) expect((await report(reporter, id)).status).toBe(201);
  expect(await listed(member, tribeId)).toEqual([]);
  expect((await report(member, id)).status).toBe(404);
  for (const viewer of [author, owner]) {
    const [seen] = await listed(viewer, tribeId);
    expect(seen).toMatchObject({ id, hidden: 'reports' });
    expect(seen.url).toMatch(/sig=/);
  }
  await until(() => known(key)?.visibility === 'signed', 'media has closed it');
  const found = await caseIn(tribeId, owner);
  expect(found.hidden).toBe('reports');
  expect((await bench.events(TribeMediaHidden)).filter(({ mediaId }) => mediaId === id)).toEqual([
    { tribeId, mediaId: id, uploaderId: author.id, caseId: found.id, cause: 'reports' },
  ]);
  // The uploader sees why it is hidden before a decision.
  expect((await as(author).get(`/reports/decisions/${found.id}`)).body).toMatchObject({ hidden: 'reports' });
  await resolve(owner, found.id, 'keep');
  expect((await listed(member, tribeId))[0]).toMatchObject({ id, hidden: null });
  for (const reporter of reporters) expect((await report(reporter, id)).status).toBe(201);
  expect(idsOf(await listed(member, tribeId))).toEqual([id]);
});

test('deleting a reported picture does not end its case, which keeps the closed picture as evidence', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const { id, key } = await uploadPicture(author, tribeId, 'Lo borro');
  await report(member, id);
  expect((await as(author).delete(`/tribes/${tribeId}/media/${id}`)).status).toBe(200);
  await until(() => known(key)?.visibility === 'signed', 'media has closed it');
  const found = await caseIn(tribeId, owner);
  const detail = (await as(owner).get(`/reports/${found.id}`)).body;
  expect(detail).toMatchObject({ objectDeleted: true, text: 'Lo borro', actions: ['keep', 'warn', 'ban'] });
  expect(detail.images).toHaveLength(1);
  await bench.jobsDone();
  expect(bench.media.deleted).not.toContain(key);
  await bench.publish(UserDeleted, { userId: author.id });
  await until(() => bench.media.deleted.includes(key), 'it is deleted with the account of its uploader');
});

test('a moderator’s deletion decides the case of a reported picture, and its reporter sees the outcome', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const { id } = await uploadPicture(author, tribeId);
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

test('a removed picture is deleted after a failed appeal, and evidence is deleted with its tribe', async () => {
  const { tribeId, owner, author, member } = tribeWithPeople();
  const { id, key } = await uploadPicture(author, tribeId);
  await report(member, id);
  const found = await caseIn(tribeId, owner);
  await resolve(owner, found.id, 'remove');
  await as(author).post(`/reports/decisions/${found.id}/appeal`, { text: 'Otra mirada' });
  bench.clock.advance(80 * hourMs);
  await resolve(owner, found.id, 'uphold');
  expect(await bench.eventsOf(CaseClosed, tribeId)).toMatchObject([
    { kind: 'tribe_media', objectId: id, removed: true },
  ]);
  await until(() => bench.media.deleted.includes(key), 'its objects are deleted');

  const evidence = await uploadPicture(author, tribeId);
  await report(member, evidence.id);
  await as(author).delete(`/tribes/${tribeId}/media/${evidence.id}`);
  await bench.publish(TribeDeleted, { tribeId });
  await until(() => bench.media.deleted.includes(evidence.key), 'the evidence is deleted with the tribe');
});
