import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import {
  AuditRecorded,
  CaseClosed,
  CaseDecided,
  CaseQueueChanged,
  CommentDeleted,
  PostDeleted,
} from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, resolve, caseIn } = moderationOn(() => bench);
const secondAdmin = userActor('admin-2', { role: 'admin' });
const words = { reason: 'hate', message: 'Sin insultos, por favor.' };

/** An object that a moderator can remove, with its path. */
async function scene(kind: 'post' | 'comment' | 'tribe_media' = 'post', images = 0) {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const officer = bench.tribes.addMember(tribeId, { role: 'officer', levelOrder: 2 });
  const [author, member] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const people = { tribeId, owner, officer, author, member };
  if (kind === 'tribe_media') {
    const picture = new FormData();
    picture.append('caption', 'fuera');
    picture.append('file', new Blob([new Uint8Array(10)]));
    const { id } = (await as(author).post(`/tribes/${tribeId}/media`, picture)).body;
    return { ...people, id, list: `/tribes/${tribeId}/media`, path: `/tribes/${tribeId}/media/${id}` };
  }
  const post = await bench.publishPost(kind === 'post' ? author : member, tribeId, { content: 'fuera' }, images);
  const posts = `/tribes/${tribeId}/posts`;
  if (kind === 'post') return { ...people, id: post.id, list: posts, path: `${posts}/${post.id}` };
  const list = `${posts}/${post.id}/comments`;
  const { id } = (await as(author).post(list, { content: 'fuera' })).body;
  return { ...people, id, list, path: `${list}/${id}` };
}

const idsIn = async (viewer: Actor, list: string): Promise<string[]> =>
  (await as(viewer).get(list)).body.items.map(({ id }: { id: string }) => id);

/** The only decision about an object, from its event. */
async function decisionAbout(id: string, tribeId: number): Promise<{ caseId: string; authorId: string }> {
  const decided = (await bench.eventsOf(CaseDecided, tribeId)).filter(({ objectId }) => objectId === id);
  expect(decided).toHaveLength(1);
  expect(decided[0]).toMatchObject({ action: 'remove', wasHidden: false, objectRemoved: true });
  return decided[0] ?? { caseId: '', authorId: '' };
}

test.each(['post', 'comment', 'tribe_media'] as const)(
  'the author of a removed %s sees the reason and the moderator’s role, and a successful appeal restores it',
  async (kind) => {
    const { tribeId, owner, officer, author, member, id, list, path } = await scene(kind);
    expect((await as(officer).delete(path, words)).body).toEqual({ ok: true });
    for (const viewer of [member, author, officer, owner, admin]) expect(await idsIn(viewer, list)).not.toContain(id);
    for (const again of [officer, author, admin]) expect((await as(again).delete(path)).status).toBe(404);
    const { caseId, authorId } = await decisionAbout(id, tribeId);
    expect(authorId).toBe(author.id);
    const own = (await as(author).get(`/reports/decisions/${caseId}`)).body;
    expect(own).toMatchObject({
      kind,
      text: 'fuera',
      hidden: 'removed',
      decisions: [{ action: 'remove', ...words, bySite: false }],
      mayAppealUntil: expect.any(String),
    });
    expect(JSON.stringify(own)).not.toContain(officer.id);
    expect((await as(member).get(`/reports/decisions/${caseId}`)).status).toBe(404);
    expect((await as(member).get(`/tribes/${tribeId}/reports/log`)).body.items).toMatchObject([
      { kind, action: 'remove', reason: 'hate', bySite: false, moderator: null },
    ]);
    // The case is decided, so none is waiting.
    expect((await as(owner).get(`/tribes/${tribeId}/reports`)).body.items).toEqual([]);
    expect((await bench.eventsOf(CaseQueueChanged, tribeId)).at(-1)).toMatchObject({ added: false });
    const { counts } = await bench.rpc.countWaitingCases({ tribeId, userIds: [owner.id] });
    expect(counts).toEqual([{ userId: owner.id, waiting: 0 }]);

    await as(author).post(`/reports/decisions/${caseId}/appeal`, { text: 'Era una cita' });
    expect(outcomeOf(await resolve(officer, caseId, 'overturn'))).toEqual({ status: 403, code: 'appeal_for_others' });
    expect(outcomeOf(await resolve(owner, caseId, 'overturn'))).toMatchObject({ status: 200 });
    for (const viewer of [member, author]) expect(await idsIn(viewer, list)).toContain(id);
  },
);

test('an officer cannot delete a post by its menu while its case has a decision of a site admin', async () => {
  const { tribeId, officer, author, member, owner, id, path } = await scene();
  await report(member, id);
  const found = await caseIn(tribeId, officer);
  expect((await resolve(admin, found.id, 'hide', { reason: 'hate' })).status).toBe(200);
  expect((await as(author).put(path, { content: 'mejor así' })).status).toBe(200);
  for (const decider of [officer, owner])
    expect(outcomeOf(await as(decider).delete(path, words))).toEqual({ status: 403, code: 'decided_above' });
  expect((await as(officer).get(`/reports/${found.id}`)).body).toMatchObject({ status: 'open', lastAction: 'hide' });
  expect((await as(member).get(path)).status).toBe(200);
  expect((await as(admin).delete(path, words)).status).toBe(200);
  expect((await as(member).get(path)).status).toBe(404);
});

test('the pictures of a removed post are closed, kept during the appeal period, and deleted afterwards', async () => {
  const { tribeId, owner, author, id, path } = await scene('post', 2);
  expect((await as(owner).delete(path)).status).toBe(200);
  await bench.jobsDone();
  const keys = bench.media.left(author);
  expect(keys).toHaveLength(2);
  const areClosed = () => keys.every((key) => bench.media.visibilities.get(key)?.visibility === 'signed');
  await until(areClosed, 'media has closed them');
  const { caseId } = await decisionAbout(id, tribeId);
  const shown = (await as(admin).get(`/reports/${caseId}`)).body;
  expect(shown.images).toHaveLength(2);
  for (const { url } of shown.images) expect(url).toMatch(/&sig=/);
  expect((await as(author).get(`/reports/decisions/${caseId}`)).body.shadows).toHaveLength(2);
  expect(await bench.eventsOf(PostDeleted, tribeId)).toEqual([]);

  await as(author).post(`/reports/decisions/${caseId}/appeal`, { text: 'No' });
  await bench.jobsDone();
  expect(bench.media.left(author)).toHaveLength(2);
  await resolve(admin, caseId, 'uphold');
  await until(() => bench.media.left(author).length === 0, 'the pictures are deleted');
  expect(await bench.eventsOf(PostDeleted, tribeId)).toMatchObject([{ postId: id, authorId: author.id }]);
  expect(await bench.eventsOf(CaseClosed, tribeId)).toMatchObject([{ caseId, removed: true }]);
});

test('a removal without a message names the moderator’s role to the author, in the author’s language', async () => {
  for (const [by, sentence] of [
    ['owner', 'The tribe’s moderators removed it without adding an explanation.'],
    ['admin', 'The Tribus team removed it without adding an explanation.'],
  ] as const) {
    const { tribeId, owner, author, id, path } = await scene();
    await as({ owner, admin }[by]).delete(path);
    const { caseId } = await decisionAbout(id, tribeId);
    const viewer = userActor(author.id, { language: 'en' });
    expect((await as(viewer).get(`/reports/decisions/${caseId}`)).body.decisions).toMatchObject([
      { reason: 'other', message: sentence, bySite: by === 'admin' },
    ]);
  }
  const { owner, path } = await scene();
  for (const wrong of [{ reason: 'porque sí' }, { message: 'x'.repeat(1_001) }, { message: { $ne: '' } }])
    expect((await as(owner).delete(path, wrong)).status).toBe(400);
  expect((await as(owner).get(path)).status).toBe(200);
});

test('removing a reported post decides its case, by default with the most frequent reason of its reports', async () => {
  const { tribeId, owner, author, member, id, path } = await scene();
  await report(member, id, { reason: 'harassment' });
  const found = await caseIn(tribeId, owner);
  expect((await as(owner).delete(path)).status).toBe(200);
  expect((await as(owner).get(`/reports/${found.id}`)).body).toMatchObject({
    status: 'decided',
    hidden: 'removed',
    objectDeleted: false,
    decisions: [{ action: 'remove', reason: 'harassment' }],
  });
  expect((await as(member).get('/reports/mine')).body.items).toMatchObject([{ outcome: 'upheld' }]);
  expect((await as(author).get(`/reports/decisions/${found.id}`)).body.mayAppealUntil).not.toBeNull();
});

test('only one of several concurrent removals succeeds, and the author is notified once', async () => {
  const { tribeId, owner, officer, id, path } = await scene();
  const removers = [owner, officer, admin, secondAdmin];
  const responses = await Promise.all(removers.map((remover) => as(remover).delete(path, words)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  await decisionAbout(id, tribeId);
});

test('only one of a concurrent deletion by the author and removal by a moderator succeeds', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { tribeId, owner, author, id, path } = await scene();
    const [byAuthor, byOwner] = await Promise.all([as(author).delete(path), as(owner).delete(path, words)]);
    expect([byAuthor.status, byOwner.status].sort()).toEqual([200, 404]);
    const decided = (await bench.eventsOf(CaseDecided, tribeId)).filter(({ objectId }) => objectId === id);
    expect(decided).toHaveLength(byOwner.status === 200 ? 1 : 0);
    expect(await bench.eventsOf(PostDeleted, tribeId)).toHaveLength(byAuthor.status === 200 ? 1 : 0);
  }
});

test('moderators delete their own posts, and a post’s author the comments on it, without a case', async () => {
  const { tribeId, owner, author, member, path: posted } = await scene('comment');
  const own = await bench.publishPost(owner, tribeId);
  expect((await as(owner).delete(`/tribes/${tribeId}/posts/${own.id}`, words)).status).toBe(200);
  expect(await bench.eventsOf(PostDeleted, tribeId)).toMatchObject([{ postId: own.id }]);
  // The post's author, who is not a moderator.
  expect((await as(member).delete(posted)).status).toBe(200);
  expect(await bench.eventsOf(CommentDeleted, tribeId)).toMatchObject([{ authorId: author.id }]);
  expect(await bench.eventsOf(CaseDecided, tribeId)).toEqual([]);
  expect((await as(owner).get(`/tribes/${tribeId}/reports/log`)).body.items).toEqual([]);
});

test('removing a comment hides its replies and subtracts them from the count, and an appeal restores them', async () => {
  const { tribeId, owner, author, member, id, list, path } = await scene('comment');
  await as(member).post(list, { content: 'respuesta', parentId: id });
  const post = list.replace('/comments', '');
  await as(owner).delete(path, words);
  for (const viewer of [author, member]) expect(await idsIn(viewer, list)).toEqual([]);
  expect((await as(member).get(post)).body.counts.comments).toBe(0);
  const { caseId } = await decisionAbout(id, tribeId);
  await as(author).post(`/reports/decisions/${caseId}/appeal`, { text: 'No' });
  await resolve(admin, caseId, 'overturn');
  expect(await idsIn(member, list)).toHaveLength(2);
  expect((await as(member).get(post)).body.counts.comments).toBe(2);
});

test('removing a pinned post frees its slot', async () => {
  const { tribeId, owner, author, path } = await scene();
  const pin = (address: string) => as(owner).put(`${address}/pin`, { pinned: true });
  await pin(path);
  await as(owner).delete(path);
  const others = await Promise.all([1, 2, 3].map(() => bench.publishPost(author, tribeId)));
  const responses = await Promise.all(others.map(({ id }) => pin(`/tribes/${tribeId}/posts/${id}`)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a moderator’s removal is in the audit log without the text of the post', async () => {
  const { owner, author, tribeId, id, path } = await scene();
  await as(owner).delete(path, words);
  const audited = (await bench.events(AuditRecorded)).filter(({ targetId }) => targetId === id);
  expect(audited).toMatchObject([{ entry: { action: 'post_deleted' } }]);
  expect(JSON.parse(audited[0]?.entry?.before ?? '')).toEqual({ authorId: author.id, tribeId });
});

test('a removed post is deleted with the account of its author', async () => {
  const { tribeId, owner, author, id, path } = await scene('post', 1);
  await as(owner).delete(path, words);
  const { caseId } = await decisionAbout(id, tribeId);
  await bench.publish(UserDeleted, { userId: author.id });
  await until(() => bench.media.left(author).length === 0, 'its pictures are deleted');
  await until(async () => (await as(owner).get(`/reports/${caseId}`)).body.author === null, 'the case has no author');
  expect((await as(owner).get(`/reports/${caseId}`)).body).toMatchObject({ text: '', status: 'closed' });
});

test('only moderators can remove a post, and only its author can appeal, for fourteen days', async () => {
  const { tribeId, author, member, owner, id, path } = await scene();
  expect(outcomeOf(await as(member).delete(path, words))).toEqual({ status: 403, code: 'forbidden' });
  expect((await as(person()).delete(path, words)).status).toBe(403);
  expect((await bench.service.as().delete(path, words)).status).toBe(401);
  await as(owner).delete(path, words);
  const { caseId } = await decisionAbout(id, tribeId);
  const appeal = (actor: Actor) => as(actor).post(`/reports/decisions/${caseId}/appeal`, { text: 'Sigo aquí' });
  bench.clock.advance(14 * dayMs - 1);
  expect((await appeal(member)).status).toBe(404);
  expect((await appeal(author)).status).toBe(200);
});
