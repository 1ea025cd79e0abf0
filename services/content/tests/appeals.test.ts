import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { userActor } from '@tribus/kit/core/actor.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { ReportResolved } from '@tribus/proto/content/v1/events.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, resolve, caseIn, reportedPost } = moderationOn(() => bench);

const secondAdmin = userActor('admin-2', { role: 'admin' });

test('an author appeals once, another moderator decides the appeal, and a wrongly removed post is shown again', async () => {
  const { tribeId, owner, officer, author, member, found, path } = await reportedPost();
  const appeal = (text = 'Era una broma') => as(author).post(`/reports/decisions/${found.id}/appeal`, { text });
  expect(outcomeOf(await appeal())).toEqual({ status: 409, code: 'appeal_early' });
  await resolve(officer, found.id, 'remove');
  const answers = await Promise.all([appeal(), appeal(), appeal()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await caseIn(tribeId, owner)).toMatchObject({ id: found.id, status: 'appealed' });
  expect(outcomeOf(await resolve(officer, found.id, 'overturn'))).toEqual({ status: 403, code: 'appeal_for_others' });
  expect(outcomeOf(await resolve(owner, found.id, 'remove'))).toEqual({ status: 400, code: 'action_impossible' });
  expect((await resolve(owner, found.id, 'overturn')).status).toBe(200);
  expect((await as(member).get(path)).body.content).toBe('dudoso');
  expect((await appeal()).body.code).toBe('appealed_already');
});

test('an overturned decision dismisses its reports and notifies their reporters; an upheld one changes nothing', async () => {
  const { owner, officer, author, reporter, found } = await reportedPost();
  const outcomes = async () =>
    (await as(reporter).get('/reports/mine')).body.items.map(({ outcome }: { outcome: string }) => outcome);
  const resolutions = async () =>
    (await bench.events(ReportResolved))
      .filter(({ caseId }) => caseId === found.id)
      .map(({ reporterId, upheld }) => [reporterId, upheld]);
  await resolve(officer, found.id, 'remove');
  expect(await outcomes()).toEqual(['upheld']);
  await as(author).post(`/reports/decisions/${found.id}/appeal`, { text: 'Era una broma' });
  await resolve(owner, found.id, 'overturn');
  expect(await outcomes()).toEqual(['dismissed']);
  expect(await resolutions()).toEqual([
    [reporter.id, true],
    [reporter.id, false],
  ]);

  const other = await reportedPost();
  await resolve(other.officer, other.found.id, 'remove');
  await as(other.author).post(`/reports/decisions/${other.found.id}/appeal`, { text: 'No' });
  await resolve(other.owner, other.found.id, 'uphold');
  expect((await as(other.reporter).get('/reports/mine')).body.items).toMatchObject([{ outcome: 'upheld' }]);
  expect((await bench.events(ReportResolved)).filter(({ caseId }) => caseId === other.found.id)).toHaveLength(1);
});

test('only one of two concurrent decisions about an appeal succeeds and determines whether the post is shown', async () => {
  const { owner, officer, author, member, found, path } = await reportedPost();
  await resolve(officer, found.id, 'remove');
  await as(author).post(`/reports/decisions/${found.id}/appeal`, { text: 'Era una broma' });
  const [one, two] = await Promise.all([
    resolve(owner, found.id, 'overturn'),
    resolve(secondAdmin, found.id, 'uphold'),
  ]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  expect((await as(member).get(path)).status).toBe(one.status === 200 ? 200 : 404);
});

test('the first moderator may decide an appeal that is still waiting after three days', async () => {
  const { owner, author, found, member, path } = await reportedPost();
  await resolve(owner, found.id, 'remove');
  await as(author).post(`/reports/decisions/${found.id}/appeal`, { text: 'Por favor' });
  bench.clock.advance(72 * hourMs);
  expect(outcomeOf(await resolve(owner, found.id, 'overturn'))).toMatchObject({ status: 200 });
  expect((await as(member).get(path)).status).toBe(200);
  expect((await as(author).get(`/reports/decisions/${found.id}`)).body).toMatchObject({
    decisions: [{ action: 'remove' }, { action: 'overturn' }],
    mayAppealUntil: null,
  });
});

test('an upheld removal deletes the post with its pictures', async () => {
  const { tribeId, officer, owner, author, found } = await reportedPost({ content: 'con foto' }, 1);
  await resolve(officer, found.id, 'remove');
  await bench.jobsDone();
  expect(bench.media.left(author)).toHaveLength(1);
  await as(author).post(`/reports/decisions/${found.id}/appeal`, { text: 'No' });
  await resolve(owner, found.id, 'uphold');
  await until(async () => bench.media.left(author).length === 0, 'its picture is deleted');
  expect((await bench.rpc.getPosts({ ids: [found.objectId], viewerId: '', viewerIsAdmin: true })).posts).toEqual([]);
  expect((await as(owner).get(`/tribes/${tribeId}/reports`)).body.items).toEqual([]);
});
