import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { hourMs, minuteMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { AuditRecorded, CaseDecided, ReportResolved } from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { assignmentMinutes, caseEditsMax } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, reportComment, resolve, caseIn, reportedPost } = moderationOn(() => bench);

test('a case is visible only to the moderators of its tribe and site admins', async () => {
  const { tribeId, owner, officer, author, member, reporter, found } = await reportedPost();
  for (const viewer of [owner, officer, admin])
    expect((await as(viewer).get(`/reports/${found.id}`)).body).toMatchObject({ id: found.id, text: 'dudoso' });
  for (const viewer of [author, member, reporter, person()]) {
    expect(outcomeOf(await as(viewer).get(`/reports/${found.id}`))).toMatchObject({ status: 404 });
    expect(outcomeOf(await resolve(viewer, found.id, 'keep'))).toMatchObject({ status: 404 });
    expect(outcomeOf(await as(viewer).get(`/tribes/${tribeId}/reports`))).toMatchObject({ status: 403 });
    expect(outcomeOf(await as(viewer).get('/admin/reports'))).toMatchObject({ status: 403 });
  }
  expect((await as(admin).get(`/admin/reports?tribeId=${tribeId}`)).body.items).toHaveLength(1);
});

test('only one of several concurrent decisions succeeds, and the others get an error', async () => {
  const { owner, officer, found } = await reportedPost();
  const responses = await Promise.all([
    resolve(owner, found.id, 'keep'),
    resolve(officer, found.id, 'remove'),
    resolve(admin, found.id, 'warn'),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(outcomeOf(await resolve(owner, found.id, 'remove'))).toEqual({ status: 409, code: 'case_decided' });
  expect((await as(owner).get(`/reports/${found.id}`)).body.decisions).toHaveLength(1);
});

test('a decision about an outdated version of a case is refused', async () => {
  const { owner, author, found, path } = await reportedPost();
  await as(author).delete(path);
  expect(outcomeOf(await resolve(owner, found.id, 'keep', { version: found.version }))).toEqual({
    status: 409,
    code: 'case_changed',
  });
  const now = (await as(owner).get(`/reports/${found.id}`)).body;
  expect(now).toMatchObject({ objectDeleted: true, text: 'dudoso', actions: ['keep', 'warn', 'ban'] });
  expect(outcomeOf(await resolve(owner, found.id, 'remove', { version: now.version }))).toEqual({
    status: 400,
    code: 'action_impossible',
  });
  expect(outcomeOf(await resolve(owner, found.id, 'warn', { version: now.version }))).toMatchObject({ status: 200 });
});

test('an edit of a reported post is shown in its case, and a decision about the former text is refused', async () => {
  const { owner, author, found, path } = await reportedPost();
  const read = async () => (await as(owner).get(`/reports/${found.id}`)).body;
  const edits = ({ after, objectId }: { after: { id: string; text: string }[]; objectId: string }) =>
    after.filter(({ id }) => id === objectId).map(({ text }) => text);
  await as(author).put(path, { content: 'dudoso', minLevelOrder: 1 });
  expect((await read()).version).toBe(found.version);
  await as(author).put(path, { content: 'corregido' });
  expect(outcomeOf(await resolve(owner, found.id, 'remove', { version: found.version }))).toEqual({
    status: 409,
    code: 'case_changed',
  });
  const changed = await read();
  expect(changed).toMatchObject({ text: 'dudoso', after: [{ author: { id: author.id } }] });
  expect(edits(changed)).toEqual(['corregido']);
  for (let count = 1; count <= caseEditsMax; count += 1) await as(author).put(path, { content: `cambio ${count}` });
  const texts = Array.from({ length: caseEditsMax }, (_, index) => `cambio ${index + 1}`);
  // The first was read.
  expect(edits(await read())).toEqual(['corregido', ...texts]);
  expect(outcomeOf(await resolve(owner, found.id, 'remove', { version: (await read()).version }))).toMatchObject({
    status: 200,
  });
});

test('an officer cannot decide about their own report', async () => {
  const { officer, found } = await reportedPost();
  await report(officer, found.objectId);
  expect(outcomeOf(await resolve(officer, found.id, 'remove'))).toEqual({ status: 403, code: 'own_report' });
  expect((await as(officer).get(`/reports/${found.id}`)).body).toMatchObject({ refusal: 'own_report', actions: [] });
  await report(admin, found.objectId);
  expect(outcomeOf(await resolve(admin, found.id, 'keep'))).toMatchObject({ status: 200 });
});

test('a removed post is visible to nobody, and its author and reporters are notified of the decision without names', async () => {
  const { tribeId, owner, author, member, reporter, found, path, post } = await reportedPost({ content: 'fuera' }, 1);
  const resolution = { reason: 'hate', message: 'Sin insultos, por favor.', note: 'es la segunda vez' };
  expect(outcomeOf(await resolve(owner, found.id, 'remove', resolution))).toMatchObject({ status: 200 });
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
    expect.objectContaining({ ...ofCase, reporterId: reporter.id, upheld: true, postId: post.id }),
  ]);
  const audited = (await bench.events(AuditRecorded)).filter(({ targetId }) => targetId === found.id);
  expect(audited.map(({ entry }) => entry?.action)).toEqual(['case_decided']);
});

test('a post hidden until an edit is shown after its author edits it, even after eight hours', async () => {
  const { owner, author, member, found, path } = await reportedPost();
  await resolve(owner, found.id, 'hide');
  expect((await as(member).get(path)).status).toBe(404);
  bench.clock.advance(9 * hourMs);
  expect((await as(author).get(path)).body).toMatchObject({ hidden: 'moderator', canEdit: true });
  expect((await as(author).put(path, { content: 'dudoso' })).status).toBe(200);
  expect((await as(member).get(path)).status).toBe(404);
  expect((await as(author).put(path, { content: 'mejor' })).status).toBe(200);
  expect((await as(member).get(path)).body).toMatchObject({ content: 'mejor', hidden: null });
});

test('a post that moderators kept is not hidden again by more reports', async () => {
  const { tribeId, owner, member, found, path, post } = await reportedPost();
  await resolve(owner, found.id, 'keep');
  for (let count = 0; count < 5; count += 1) await report(bench.tribes.addMember(tribeId), post.id);
  expect((await as(member).get(path)).status).toBe(200);
  expect((await caseIn(tribeId, owner)).id).not.toBe(found.id);
});

test('a case can be assigned to a moderator, is shown as assigned to others, and can be taken over', async () => {
  const { owner, officer, tribeId, found } = await reportedPost();
  const take = (actor: Actor, takeOver = false) =>
    as(actor).post(`/reports/${found.id}/assignment`, { assigned: true, takeOver });
  expect((await take(owner)).body).toMatchObject({ isMine: true, assignee: { id: owner.id } });
  expect(outcomeOf(await take(officer))).toEqual({ status: 409, code: 'case_assigned' });
  expect(await caseIn(tribeId, officer)).toMatchObject({ isMine: false, assignee: { id: owner.id } });
  expect((await take(officer, true)).body).toMatchObject({ isMine: true });
  expect(outcomeOf(await take(owner))).toMatchObject({ code: 'case_assigned' });
  bench.clock.advance((assignmentMinutes + 1) * minuteMs);
  expect((await take(owner)).body).toMatchObject({ isMine: true, assignedAt: bench.clock.now().toISOString() });
  await take(officer, true);
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

test('cases are filtered, marked by their waiting time, and listed in pages', async () => {
  const { tribeId, owner, author } = await reportedPost();
  bench.clock.advance(80 * hourMs);
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

test('vibes are filtered separately from other posts', async () => {
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
  ['the most frequent one of its reports', ['spam', 'hate', 'hate'], 'hate'],
  ['the first in the list of reasons in case of a tie', ['hate', 'harassment'], 'harassment'],
  ['the only one', ['other'], 'other'],
])('the default reason of a decision is %s', async (_which, reasons, usual) => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const post = await bench.publishPost(bench.tribes.addMember(tribeId), tribeId);
  for (const reason of reasons) await report(bench.tribes.addMember(tribeId), post.id, { reason });
  const { id } = await caseIn(tribeId, owner);
  expect((await as(owner).get(`/reports/${id}`)).body.usualReason).toBe(usual);
  await resolve(owner, id, 'warn', { message: 'Así no.' });
  const { decisions, usualReason } = (await as(owner).get(`/reports/${id}`)).body;
  expect([decisions[0].reason, usualReason]).toEqual([usual, usual]);
});

test('a measure with the reason “other” needs a message for its author', async () => {
  const { tribeId, owner, member, found } = await reportedPost();
  const refused = { status: 400, code: 'message_required' };
  expect(outcomeOf(await resolve(owner, found.id, 'remove', { reason: 'other' }))).toEqual(refused);
  expect(outcomeOf(await resolve(owner, found.id, 'warn', { reason: 'other', message: ' ' }))).toEqual(refused);
  expect((await caseIn(tribeId, owner)).version).toBe(found.version);
  const message = 'Aquí solo hablamos de pan.';
  expect(outcomeOf(await resolve(owner, found.id, 'warn', { reason: 'other', message }))).toMatchObject({
    status: 200,
  });
  // Also when the most frequent reason of the reports is “other”.
  const next = await bench.publishPost(member, tribeId);
  await report(bench.tribes.addMember(tribeId), next.id, { reason: 'other' });
  const { id } = await caseIn(tribeId, owner);
  expect(outcomeOf(await resolve(owner, id, 'hide'))).toEqual(refused);
  expect(outcomeOf(await resolve(owner, id, 'keep'))).toMatchObject({ status: 200 });
});

test('the log of a tribe shows its members the decisions and reasons, and names only to moderators', async () => {
  const { tribeId, owner, member, found } = await reportedPost({ content: 'texto que no consta' });
  await resolve(owner, found.id, 'remove', { reason: 'violence', note: 'nota' });
  const log = async (viewer: Actor) => as(viewer).get(`/tribes/${tribeId}/reports/log`);
  const entry = { kind: 'post', action: 'remove', reason: 'violence', bySite: false };
  expect((await log(member)).body.items).toEqual([expect.objectContaining({ ...entry, moderator: null })]);
  expect((await log(owner)).body.items).toEqual([
    expect.objectContaining({ ...entry, moderator: expect.objectContaining({ id: owner.id }) }),
  ]);
  expect(JSON.stringify((await log(member)).body)).not.toMatch(/texto que no consta|nota/);
  // A restricted member may also read the log.
  const restricted = bench.tribes.addMember(tribeId, { restrictedUntil: '2099-01-01T00:00:00.000Z' });
  for (const viewer of [restricted, admin]) expect((await log(viewer)).body.items).toHaveLength(1);
  expect((await log(person())).status).toBe(403);
});

test('a moderator’s deletion decides the open case', async () => {
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

test('deleting an account empties the cases about its content, and removes the name from its reports', async () => {
  const { tribeId, owner, author, reporter, found } = await reportedPost({ content: 'palabra-del-que-se-va' }, 1);
  await bench.publish(UserDeleted, { userId: author.id });
  const readCase = async () => (await as(owner).get(`/reports/${found.id}`)).body;
  await until(
    async () => (await readCase()).author === null && bench.media.left(author).length === 0,
    'all is deleted',
  );
  expect(JSON.stringify(await readCase())).not.toContain('palabra-del-que-se-va');
  const [ownReport] = (await as(reporter).get('/reports/mine')).body.items;
  expect(ownReport).toMatchObject({ kind: 'post', outcome: 'closed' });
  await bench.publish(UserDeleted, { userId: reporter.id });
  await until(
    async () => (await as(admin).get(`/reports/${found.id}`)).body.reports[0]?.reporter === null,
    'the name of the reporter is removed',
  );
  await bench.publish(TribeDeleted, { tribeId });
  await until(async () => (await as(admin).get(`/reports/${found.id}`)).status === 404, 'the case is deleted');
});

test('an open case keeps the pictures of a post that its author deletes', async () => {
  const { owner, author, found, path } = await reportedPost({ content: 'prueba' }, 1);
  await as(author).delete(path);
  const { images } = (await as(owner).get(`/reports/${found.id}`)).body;
  expect(images).toHaveLength(1);
  await bench.jobsDone();
  expect(bench.media.left(author)).toHaveLength(1);
  // The picture can no longer be fetched at its old address.
  const [key = ''] = bench.media.left(author);
  await until(() => bench.media.visibilities.get(key)?.visibility === 'signed', 'media has closed it');
});
