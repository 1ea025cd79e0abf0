import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CaseClosed } from '@tribus/proto/content/v1/events.ts';
import { appealDays, evidenceDays } from '../limits.ts';
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

test('the evidence of a closed case is deleted after the retention period, and its decisions remain readable', async () => {
  const { owner, author, caseId } = await removedPost();
  bench.clock.advance(appealDays * dayMs);
  await closeDue();
  bench.clock.advance(evidenceDays * dayMs - hourMs);
  await closeDue();
  expect((await as(owner).get(`/reports/${caseId}`)).body.text).toBe('con foto');
  bench.clock.advance(2 * hourMs);
  await closeDue();
  expect((await as(owner).get(`/reports/${caseId}`)).body.text).toBe('');
  expect((await as(author).get(`/reports/decisions/${caseId}`)).body.decisions).toMatchObject([{ action: 'remove' }]);
});
