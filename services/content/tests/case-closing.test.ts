import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CaseClosed } from '@tribus/proto/content/v1/events.ts';
import { appealDays, caseTextDays } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, reportComment, resolve, caseIn, reportedPost } = moderationOn(() => bench);

const closeDue = () => bench.runJob('closeCases');

/** A post with a picture, reported and removed. */
async function removedPost() {
  const { found, ...scene } = await reportedPost({ content: 'con foto' }, 1);
  await resolve(scene.owner, found.id, 'remove');
  const appeal = () => as(scene.author).post(`/reports/decisions/${found.id}/appeal`, { text: 'Por favor' });
  return { ...scene, caseId: found.id as string, appeal };
}

const closedOnes = async (caseId: string) =>
  (await bench.events(CaseClosed)).filter((event) => event.caseId === caseId);

test('a removed post is kept during the appeal period and deleted with its pictures afterwards', async () => {
  const { author, caseId, post, appeal } = await removedPost();
  bench.clock.advance(appealDays * dayMs - hourMs);
  await closeDue();
  await bench.jobsDone();
  expect(bench.media.left(author)).toHaveLength(1);
  bench.clock.advance(hourMs);
  await closeDue();
  await until(() => bench.media.left(author).length === 0, 'its picture is deleted');
  expect((await bench.rpc.getPosts({ ids: [post.id], viewerId: '', viewerIsAdmin: true })).posts).toEqual([]);
  expect(outcomeOf(await appeal())).toEqual({ status: 409, code: 'appeal_late' });
  await closeDue();
  expect(await closedOnes(caseId)).toEqual([expect.objectContaining({ objectId: post.id, removed: true })]);
});

test('a waiting appeal keeps the removed post beyond the appeal period', async () => {
  const { owner, author, caseId, appeal } = await removedPost();
  expect((await appeal()).status).toBe(200);
  bench.clock.advance(3 * appealDays * dayMs);
  await closeDue();
  await bench.jobsDone();
  expect(bench.media.left(author)).toHaveLength(1);
  expect(await closedOnes(caseId)).toEqual([]);
  expect(outcomeOf(await resolve(owner, caseId, 'overturn'))).toMatchObject({ status: 200 });
});

test('a removed comment is deleted after the appeal period', async () => {
  const { owner, tribeId, reporter, author } = await removedPost();
  const post = await bench.publishPost(author, tribeId, { content: 'con comentarios' });
  const path = `/tribes/${tribeId}/posts/${post.id}`;
  const comment = (await as(author).post(`${path}/comments`, { content: 'ay' })).body;
  await reportComment(reporter, comment.id);
  await resolve(owner, (await caseIn(tribeId, owner)).id, 'remove');
  bench.clock.advance(appealDays * dayMs);
  await closeDue();
  const { body } = await as(owner).get(`${path}/comments`);
  expect(body.items).toEqual([]);
});

test('content with a warning is kept when its case is closed', async () => {
  const { owner, tribeId, reporter, author } = await removedPost();
  const post = await bench.publishPost(author, tribeId, { content: 'con cuidado' });
  await report(reporter, post.id);
  const { id } = await caseIn(tribeId, owner);
  await resolve(owner, id, 'warn');
  bench.clock.advance(appealDays * dayMs);
  await closeDue();
  expect(await closedOnes(id)).toEqual([expect.objectContaining({ removed: false })]);
  expect((await as(reporter).get(`/tribes/${tribeId}/posts/${post.id}`)).body.content).toBe('con cuidado');
});

/** A removed post, with all texts that its case can have. */
async function caseWithTexts() {
  const scene = await reportedPost({ content: 'con foto' }, 1);
  const { owner, author, member, post, found } = scene;
  await report(member, post.id, { description: 'me insulta a mí' });
  await as(owner).post(`/reports/${found.id}/notes`, { text: 'ya pasó antes' });
  await resolve(owner, found.id, 'remove', { reason: 'spam', message: 'No se vende aquí', note: 'reincide' });
  const read = async () => JSON.stringify((await as(owner).get(`/reports/${found.id}`)).body);
  const readOwn = async () => JSON.stringify((await as(author).get(`/reports/decisions/${found.id}`)).body);
  const reported = async () => (await as(member).get('/reports/mine')).body.items[0].description;
  const texts = ['con foto', 'me insulta a mí', 'ya pasó antes', 'No se vende aquí', 'reincide'];
  const left = async () => {
    const shown = (await read()) + (await readOwn()) + (await reported());
    return texts.filter((text) => shown.includes(text));
  };
  return { ...scene, caseId: found.id as string, texts, left };
}

/** Advances the clock so far that the case is closed; returns a function for the time until its texts are deleted. */
async function closeAfterAppealPeriod() {
  bench.clock.advance(appealDays * dayMs);
  await closeDue();
  bench.clock.advance(caseTextDays * dayMs - hourMs);
  await closeDue();
  return async () => {
    bench.clock.advance(2 * hourMs);
    await closeDue();
  };
}

test('thirty days after its end a case has no text any more, only its decisions with time, reason and decider', async () => {
  const { owner, author, caseId, texts, left } = await caseWithTexts();
  expect((await as(owner).get(`/reports/${caseId}`)).body.textsDeletedAt).toBeNull();
  const expire = await closeAfterAppealPeriod();
  expect(await left()).toEqual(texts);
  await expire();
  expect(await left()).toEqual([]);
  const [ofModerator, ofAuthor] = [
    (await as(owner).get(`/reports/${caseId}`)).body,
    (await as(author).get(`/reports/decisions/${caseId}`)).body,
  ];
  const decision = { action: 'remove', reason: 'spam', message: '', createdAt: expect.any(String) };
  expect(ofModerator).toMatchObject({
    ...{ textsDeletedAt: expect.any(String), text: '', notes: [], appeal: null, reportsCount: 2 },
    decisions: [{ ...decision, decidedBy: { id: owner.id } }],
  });
  expect(ofAuthor).toMatchObject({ textsDeletedAt: expect.any(String), text: '', decisions: [decision] });
});

test('an open appeal keeps all texts of its case', async () => {
  const { author, caseId, texts, left } = await caseWithTexts();
  await as(author).post(`/reports/decisions/${caseId}/appeal`, { text: 'Por favor' });
  await (await closeAfterAppealPeriod())();
  expect(await left()).toEqual(texts);
});

test('a post hidden until an edit keeps the texts of its case, until it is deleted', async () => {
  const { owner, author, found, path } = await reportedPost({ content: 'casi bien' });
  await resolve(owner, found.id, 'hide', { reason: 'spam', message: 'Quita el enlace' });
  await (await closeAfterAppealPeriod())();
  const message = async () => (await as(author).get(`/reports/decisions/${found.id}`)).body.decisions[0].message;
  expect(await message()).toBe('Quita el enlace');
  expect((await as(author).delete(path)).status).toBe(200);
  await closeDue();
  expect(await message()).toBe('');
});

test('a case whose texts are deleted takes no more notes, which would stay for good', async () => {
  const { owner, caseId } = await caseWithTexts();
  const expire = await closeAfterAppealPeriod();
  const note = async () => outcomeOf(await as(owner).post(`/reports/${caseId}/notes`, { text: 'tarde' }));
  expect((await note()).status).toBe(201);
  await expire();
  expect(await note()).toEqual({ status: 409, code: 'case_texts_deleted' });
});
