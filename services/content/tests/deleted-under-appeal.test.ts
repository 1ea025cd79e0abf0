import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CaseDecided, ContentShown } from '@tribus/proto/content/v1/events.ts';
import { type Bench, openBench } from './bench.ts';
import { moderationOn, outcomeOf } from './moderation.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { as, report, reportComment, resolve, caseIn } = moderationOn(() => bench);

/** A reported post, and the owner who decides about it. */
async function scene(images = 0) {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const [author, member] = [bench.tribes.addMember(tribeId), bench.tribes.addMember(tribeId)];
  const post = await bench.publishPost(author, tribeId, { content: 'lo que decía' }, images);
  const path = `/tribes/${tribeId}/posts/${post.id}`;
  await report(member, post.id);
  const { id } = await caseIn(tribeId, owner);
  const own = async () => (await as(author).get(`/reports/decisions/${id}`)).body;
  const appeal = () => as(author).post(`/reports/decisions/${id}/appeal`, { text: 'No es para tanto' });
  return { tribeId, owner, author, member, post, path, id, own, appeal };
}

test.each([
  ['hide', 'uphold'],
  ['hide', 'overturn'],
  ['warn', 'overturn'],
] as const)(
  'an appeal against %s outlives the deletion of the post with its evidence, and can be decided with %s',
  async (decision, answer) => {
    const { tribeId, owner, author, path, id, own, appeal } = await scene(1);
    await resolve(owner, id, decision);
    expect((await appeal()).status).toBe(200);
    expect((await own()).isGone).toBe(false);
    expect((await as(author).delete(path)).status).toBe(200);

    const [key = ''] = bench.media.left(author);
    await until(() => bench.media.visibilities.get(key)?.visibility === 'signed', 'its picture is closed');
    const detail = (await as(admin).get(`/reports/${id}`)).body;
    expect(detail).toMatchObject({
      status: 'appealed',
      objectDeleted: true,
      text: 'lo que decía',
      appeal: { text: 'No es para tanto' },
      actions: ['uphold', 'overturn'],
    });
    expect(detail.images).toHaveLength(1);
    expect(await own()).toMatchObject({
      isGone: true,
      text: 'lo que decía',
      shadows: [expect.any(String)],
      hidden: null,
    });

    expect(outcomeOf(await resolve(admin, id, answer))).toMatchObject({ status: 200 });
    expect((await own()).decisions.map(({ action }: { action: string }) => action)).toEqual([decision, answer]);
    expect((await bench.eventsOf(CaseDecided, tribeId)).at(-1)).toMatchObject({ action: answer, objectRemoved: false });
    // A deleted post is not shown again.
    expect(await bench.eventsOf(ContentShown, tribeId)).toEqual([]);
    expect((await as(author).get(path)).status).toBe(404);
    expect((await as(owner).get(`/tribes/${tribeId}/reports`)).body.items).toEqual([]);

    bench.clock.advance(31 * dayMs);
    await bench.runJob('closeCases');
    await until(() => bench.media.left(author).length === 0, 'the evidence is deleted');
    expect((await own()).text).toBe('');
  },
);

test('a decision about a post can be appealed after its author deleted it', async () => {
  const { owner, author, path, id, own, appeal } = await scene();
  await resolve(owner, id, 'hide');
  await as(author).delete(path);
  expect(await own()).toMatchObject({ isGone: true, mayAppealUntil: expect.any(String) });
  expect((await appeal()).status).toBe(200);
  expect(outcomeOf(await resolve(admin, id, 'overturn'))).toMatchObject({ status: 200 });
});

test('an author cannot delete a removed post, so an appeal can restore it', async () => {
  const { owner, author, member, path, id, own, appeal } = await scene();
  await resolve(owner, id, 'remove');
  expect((await as(author).delete(path)).status).toBe(404);
  await appeal();
  expect((await as(author).delete(path)).status).toBe(404);
  expect(await own()).toMatchObject({ isGone: false, hidden: 'removed' });
  await resolve(admin, id, 'overturn');
  expect((await as(member).get(path)).body.content).toBe('lo que decía');
});

test('a removed post without an appeal is deleted after the appeal period, and its author sees that', async () => {
  const { owner, id, own } = await scene();
  await resolve(owner, id, 'remove');
  bench.clock.advance(14 * dayMs);
  await bench.runJob('closeCases');
  expect(await own()).toMatchObject({ isGone: true, hidden: null, mayAppealUntil: null });
});

test('an appeal about a comment continues after its post is deleted', async () => {
  const { tribeId, owner, author, member, path } = await scene();
  const comment = (await as(member).post(`${path}/comments`, { content: 'mi opinión' })).body;
  await resolve(owner, (await caseIn(tribeId, owner)).id, 'keep');
  await reportComment(author, comment.id);
  const { id } = await caseIn(tribeId, owner);
  await resolve(owner, id, 'remove');
  await as(member).post(`/reports/decisions/${id}/appeal`, { text: 'Es mi opinión' });
  expect((await as(author).delete(path)).status).toBe(200);
  expect((await as(admin).get(`/reports/${id}`)).body).toMatchObject({ objectDeleted: true, text: 'mi opinión' });
  expect(outcomeOf(await resolve(admin, id, 'overturn'))).toMatchObject({ status: 200 });
  expect((await as(member).get(`/reports/decisions/${id}`)).body).toMatchObject({ isGone: true, text: 'mi opinión' });
});
