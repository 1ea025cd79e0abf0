import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { AuditRecorded, CaseDecided, ReportResolved } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { type Bench, hour, openBench } from './bench.ts';
import { moderationOn, told } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, reportComment, resolve, caseIn, reportedPost } = moderationOn(() => bench);

test('a case is there for the moderators of its tribe and site admins, and for nobody else', async () => {
  const { tribeId, owner, officer, author, member, reporter, found } = await reportedPost();
  for (const viewer of [owner, officer, admin])
    expect((await as(viewer).get(`/reports/${found.id}`)).body).toMatchObject({ id: found.id, text: 'dudoso' });
  for (const viewer of [author, member, reporter, person()]) {
    expect(told(await as(viewer).get(`/reports/${found.id}`))).toMatchObject({ status: 404 });
    expect(told(await resolve(viewer, found.id, 'keep'))).toMatchObject({ status: 404 });
    expect(told(await as(viewer).get(`/tribes/${tribeId}/reports`))).toMatchObject({ status: 403 });
    expect(told(await as(viewer).get('/admin/reports'))).toMatchObject({ status: 403 });
  }
  expect((await as(admin).get(`/admin/reports?tribeId=${tribeId}`)).body.items).toHaveLength(1);
});

test('of two who decide at once one does, and the other is told', async () => {
  const { owner, officer, found } = await reportedPost();
  const answers = await Promise.all([
    resolve(owner, found.id, 'keep'),
    resolve(officer, found.id, 'remove'),
    resolve(admin, found.id, 'warn'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(told(await resolve(owner, found.id, 'remove'))).toEqual({ status: 409, code: 'case_decided' });
  expect((await as(owner).get(`/reports/${found.id}`)).body.decisions).toHaveLength(1);
});

test('a decision on what has changed since it was looked at is refused', async () => {
  const { owner, author, found, path } = await reportedPost();
  await as(author).delete(path);
  expect(told(await resolve(owner, found.id, 'keep', { version: found.version }))).toEqual({
    status: 409,
    code: 'case_changed',
  });
  const now = (await as(owner).get(`/reports/${found.id}`)).body;
  expect(now).toMatchObject({ objectDeleted: true, text: 'dudoso', actions: ['keep', 'warn', 'ban'] });
  expect(told(await resolve(owner, found.id, 'remove', { version: now.version }))).toEqual({
    status: 400,
    code: 'action_impossible',
  });
  expect(told(await resolve(owner, found.id, 'warn', { version: now.version }))).toMatchObject({ status: 200 });
});

test('an officer does not decide about what they reported', async () => {
  const { officer, found } = await reportedPost();
  await report(officer, found.objectId);
  expect(told(await resolve(officer, found.id, 'remove'))).toEqual({ status: 403, code: 'own_report' });
  expect((await as(officer).get(`/reports/${found.id}`)).body).toMatchObject({ refusal: 'own_report', actions: [] });
  await report(admin, found.objectId);
  expect(told(await resolve(admin, found.id, 'keep'))).toMatchObject({ status: 200 });
});

test('what is removed is there for nobody; those concerned are told why, and by a role', async () => {
  const { tribeId, owner, author, member, reporter, found, path, post } = await reportedPost({ content: 'fuera' }, 1);
  const resolution = { reason: 'hate', message: 'Sin insultos, por favor.', note: 'es la segunda vez' };
  expect(told(await resolve(owner, found.id, 'remove', resolution))).toMatchObject({ status: 200 });
  for (const viewer of [member, author, owner]) {
    expect((await as(viewer).get(path)).status).toBe(404);
    const { items } = (await as(viewer).get(`/tribes/${tribeId}/posts`)).body;
    expect(items.map(({ id }: { id: string }) => id)).not.toContain(post.id);
  }
  const decision = (await as(author).get(`/reports/decisions/${found.id}`)).body;
  expect(decision).toMatchObject({
    text: 'fuera',
    decisions: [{ action: 'remove', reason: 'hate', message: 'Sin insultos, por favor.', bySite: false }],
    mayAppealUntil: expect.any(String),
  });
  expect(JSON.stringify(decision)).not.toContain(owner.id);
  expect(JSON.stringify(decision)).not.toContain('segunda vez');
  for (const viewer of [member, reporter, owner])
    expect((await as(viewer).get(`/reports/decisions/${found.id}`)).status).toBe(404);
  const ofCase = { caseId: found.id, kind: 'post', tribeId };
  expect((await bench.events(CaseDecided)).filter(({ caseId }) => caseId === found.id)).toEqual([
    expect.objectContaining({ ...ofCase, authorId: author.id, action: 'remove', reason: 'hate' }),
  ]);
  expect((await bench.events(ReportResolved)).filter(({ caseId }) => caseId === found.id)).toEqual([
    expect.objectContaining({ ...ofCase, reporterId: reporter.id, upheld: true }),
  ]);
  const audited = (await bench.events(AuditRecorded)).filter(({ targetId }) => targetId === found.id);
  expect(audited.map(({ entry }) => entry?.action)).toEqual(['case_decided']);
});

test('a post hidden until it is edited is shown once its author has changed it, also after eight hours', async () => {
  const { owner, author, member, found, path } = await reportedPost();
  await resolve(owner, found.id, 'hide');
  expect((await as(member).get(path)).status).toBe(404);
  bench.clock.advance(9 * hour);
  expect((await as(author).get(path)).body).toMatchObject({ hidden: 'moderator', canEdit: true });
  expect((await as(author).put(path, { content: 'dudoso' })).status).toBe(200);
  expect((await as(member).get(path)).status).toBe(404);
  expect((await as(author).put(path, { content: 'mejor' })).status).toBe(200);
  expect((await as(member).get(path)).body).toMatchObject({ content: 'mejor', hidden: null });
});

test('what moderators looked at and left is not hidden again by more reports', async () => {
  const { tribeId, owner, member, found, path, post } = await reportedPost();
  await resolve(owner, found.id, 'keep');
  for (let count = 0; count < 5; count += 1) await report(bench.tribes.addMember(tribeId), post.id);
  expect((await as(member).get(path)).status).toBe(200);
  expect((await caseIn(tribeId, owner)).id).not.toBe(found.id);
});

test('a case is somebody’s to look at, others see it, and may take it over', async () => {
  const { owner, officer, tribeId, found } = await reportedPost();
  const take = (actor: Actor, takeOver = false) =>
    as(actor).post(`/reports/${found.id}/assignment`, { assigned: true, takeOver });
  expect((await take(owner)).body).toMatchObject({ isMine: true, assignee: { id: owner.id } });
  expect(told(await take(officer))).toEqual({ status: 409, code: 'case_assigned' });
  expect(await caseIn(tribeId, officer)).toMatchObject({ isMine: false, assignee: { id: owner.id } });
  expect((await take(officer, true)).body).toMatchObject({ isMine: true });
  const assigned = async (query: string) =>
    (await as(owner).get(`/tribes/${tribeId}/reports?assigned=${query}`)).body.items.length;
  expect([await assigned('me'), await assigned('none')]).toEqual([0, 0]);
  expect((await as(officer).post(`/reports/${found.id}/assignment`, { assigned: false })).body.assignee).toBeNull();
  expect(await assigned('none')).toBe(1);
  const noted = await as(officer).post(`/reports/${found.id}/notes`, { text: 'lo miro mañana' });
  expect(noted.body.notes).toEqual([
    expect.objectContaining({ text: 'lo miro mañana', author: expect.objectContaining({ id: officer.id }) }),
  ]);
});

test('cases are filtered, marked by how long they wait, and read page by page', async () => {
  const { tribeId, owner, author } = await reportedPost();
  bench.clock.advance(80 * hour);
  const fresh = await bench.publishPost(author, tribeId);
  const comment = (await as(author).post(`/tribes/${tribeId}/posts/${fresh.id}/comments`, { content: 'ay' })).body;
  await report(bench.tribes.addMember(tribeId), fresh.id, { reason: 'violence' });
  await reportComment(bench.tribes.addMember(tribeId), comment.id);
  const list = async (query: string) => (await as(owner).get(`/tribes/${tribeId}/reports?${query}`)).body;
  const all = await list('');
  expect(all.items.map(({ due }: { due: string }) => due)).toEqual(['late', 'fresh', 'fresh']);
  expect(all.waiting).toEqual({ open: 3, appealed: 0 });
  expect((await list('kind=comment')).items).toHaveLength(1);
  expect((await list('reason=violence')).items).toHaveLength(1);
  expect((await list('status=decided')).items).toHaveLength(0);
  const first = await list('limit=2');
  const second = await list(`limit=2&cursor=${encodeURIComponent(first.nextCursor)}`);
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
  expect(ids).toEqual(all.items.map(({ id }: { id: string }) => id));
  expect(second.nextCursor).toBeNull();
});

test('vibes are filtered apart from other posts', async () => {
  const { tribeId, owner, author, post } = await reportedPost();
  const vibe = await bench.publishPost(author, tribeId, { kind: 'story', tags: 'epic' }, 1);
  await report(bench.tribes.addMember(tribeId), vibe.id);
  const objects = async (kind: string) =>
    (await as(owner).get(`/tribes/${tribeId}/reports?kind=${kind}`)).body.items.map(
      ({ objectId }: { objectId: string }) => objectId,
    );
  expect([await objects('vibe'), await objects('post')]).toEqual([[vibe.id], [post.id]]);
});

test.each([
  ['most of its reports give', ['spam', 'hate', 'hate'], 'hate'],
  ['is offered first, of those that as many give', ['hate', 'harassment'], 'harassment'],
  ['is the only one', ['other'], 'other'],
])(
  'a case says which reason its author reads where none is chosen: the one that %s',
  async (_which, reasons, usual) => {
    const owner = person();
    const tribeId = bench.tribes.createTribe(owner);
    const post = await bench.publishPost(bench.tribes.addMember(tribeId), tribeId);
    for (const reason of reasons) await report(bench.tribes.addMember(tribeId), post.id, { reason });
    const { id } = await caseIn(tribeId, owner);
    expect((await as(owner).get(`/reports/${id}`)).body.usualReason).toBe(usual);
    await resolve(owner, id, 'warn', { message: 'Así no.' });
    const { decisions, usualReason } = (await as(owner).get(`/reports/${id}`)).body;
    expect([decisions[0].reason, usualReason]).toEqual([usual, usual]);
  },
);

test('a measure for another reason than those with a name needs words for its author', async () => {
  const { tribeId, owner, member, found } = await reportedPost();
  const refused = { status: 400, code: 'message_required' };
  expect(told(await resolve(owner, found.id, 'remove', { reason: 'other' }))).toEqual(refused);
  expect(told(await resolve(owner, found.id, 'warn', { reason: 'other', message: ' ' }))).toEqual(refused);
  expect((await caseIn(tribeId, owner)).version).toBe(found.version);
  const message = 'Aquí solo hablamos de pan.';
  expect(told(await resolve(owner, found.id, 'warn', { reason: 'other', message }))).toMatchObject({ status: 200 });
  // Nor is it left to the reports, when that is the reason that they give.
  const next = await bench.publishPost(member, tribeId);
  await report(bench.tribes.addMember(tribeId), next.id, { reason: 'other' });
  const { id } = await caseIn(tribeId, owner);
  expect(told(await resolve(owner, id, 'hide'))).toEqual(refused);
  expect(told(await resolve(owner, id, 'keep'))).toMatchObject({ status: 200 });
});

test('the log of a tribe tells its members what was decided and why, and names to moderators alone', async () => {
  const { tribeId, owner, member, found } = await reportedPost({ content: 'texto que no consta' });
  await resolve(owner, found.id, 'remove', { reason: 'violence', note: 'nota' });
  const log = async (viewer: Actor) => as(viewer).get(`/tribes/${tribeId}/reports/log`);
  const entry = { kind: 'post', action: 'remove', reason: 'violence', bySite: false };
  expect((await log(member)).body.items).toEqual([expect.objectContaining({ ...entry, moderator: null })]);
  expect((await log(owner)).body.items).toEqual([
    expect.objectContaining({ ...entry, moderator: expect.objectContaining({ id: owner.id }) }),
  ]);
  expect(JSON.stringify((await log(member)).body)).not.toMatch(/texto que no consta|nota/);
  // Also to who may not write for a while.
  const restricted = bench.tribes.addMember(tribeId, { restrictedUntil: '2099-01-01T00:00:00.000Z' });
  for (const viewer of [restricted, admin]) expect((await log(viewer)).body.items).toHaveLength(1);
  expect((await log(person())).status).toBe(403);
});

test('a moderator’s own deletion decides the case', async () => {
  const { owner, reporter, found, path } = await reportedPost();
  expect((await as(owner).delete(path)).status).toBe(200);
  expect((await as(owner).get(`/reports/${found.id}`)).body).toMatchObject({
    status: 'decided',
    hidden: 'removed',
    lastAction: 'remove',
  });
  expect((await as(reporter).get('/reports/mine')).body.items).toEqual([
    expect.objectContaining({ outcome: 'upheld' }),
  ]);
});

test('with an account goes what was reported of it, and what it reported stays without a name', async () => {
  const { tribeId, owner, author, reporter, found } = await reportedPost({ content: 'palabra-del-que-se-va' }, 1);
  await bench.publish(UserDeleted, { userId: author.id });
  const gone = async () => (await as(owner).get(`/reports/${found.id}`)).body;
  await until(async () => (await gone()).author === null && bench.media.left(author).length === 0, 'all of it is gone');
  expect(JSON.stringify(await gone())).not.toContain('palabra-del-que-se-va');
  await bench.publish(UserDeleted, { userId: reporter.id });
  await until(
    async () => (await as(admin).get(`/reports/${found.id}`)).body.reports[0]?.reporter === null,
    'the reporter has no name any more',
  );
  await bench.publish(TribeDeleted, { tribeId });
  await until(async () => (await as(admin).get(`/reports/${found.id}`)).status === 404, 'the case went with its tribe');
});

test('an open case keeps the pictures of a post that its author deletes', async () => {
  const { owner, author, found, path } = await reportedPost({ content: 'prueba' }, 1);
  await as(author).delete(path);
  const { images } = (await as(owner).get(`/reports/${found.id}`)).body;
  expect(images).toHaveLength(1);
  await bench.jobsDone();
  expect(bench.media.left(author)).toHaveLength(1);
  // Whoever had its address sees it no more.
  const [key = ''] = bench.media.left(author);
  await until(() => bench.media.visibilities.get(key)?.visibility === 'signed', 'media has closed it');
});
