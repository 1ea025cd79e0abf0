import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, person } from '@tribus/community/testing/factories.ts';
import { MemberLevelChanged, SubmissionReopened, SubmissionReviewed } from '@tribus/proto/tribes/v1/events.ts';
import { reopenMs } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { setUpLevels } from './level-bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const right = { answers: [1, 0, 2] };
const levelChangesOf = async (userId: string) =>
  (await bench.events(MemberLevelChanged)).filter((event) => event.userId === userId);

test('only one of several concurrent reviews decides, and the level is reached once', async () => {
  const { ana, owner, addManual, submit, review, levelOrderOf, decided, progress } = await setUpLevels(bench);
  const manual = await addManual();
  const { id } = (await submit(ana, manual, { text: 'Listo' })).body.submission;
  const reviews = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      review(index % 2 ? owner : admin, id, { action: 'approve', score: 90, note: 'Bien' }),
    ),
  );
  expect(reviews.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect(await levelOrderOf(ana)).toBe(2);
  expect(await levelChangesOf(ana.id)).toHaveLength(1);
  const emitted = (await bench.events(SubmissionReviewed)).filter(({ submissionId }) => submissionId === id);
  expect(emitted).toMatchObject([{ userId: ana.id, challengeId: manual, status: 'approved', points: 10, revision: 1 }]);
  expect((await decided()).items).toMatchObject([{ id, score: 90, status: 'approved', note: 'Bien', canReopen: true }]);
  const [own] = (await progress(ana)).lastSubs;
  expect(own).toMatchObject({ status: 'approved', score: 90, note: 'Bien' });
  expect(JSON.stringify(own)).not.toContain(emitted[0]?.reviewedById);
});

test('a review is refused with too high a score, by a member, and of the own submission', async () => {
  const { ana, leo, owner, as, path, addManual, submit, review, pending } = await setUpLevels(bench);
  const manual = await addManual(2, { maxScore: 20 });
  const { id } = (await submit(ana, manual, { text: 'Listo' })).body.submission;
  expect((await review(owner, id, { action: 'approve', score: 21 })).body.code).toBe('score_too_high');
  for (const actor of [leo, ana, person()]) {
    expect((await review(actor, id, { action: 'approve' })).status).toBe(403);
    for (const list of ['pending', 'decided'])
      expect((await as(actor).get(path(`submissions/${list}`))).body.code).toBe('forbidden');
  }
  const ownSubmission = (await submit(owner, manual, { text: 'Mío' })).body.submission;
  expect((await review(owner, ownSubmission.id, { action: 'approve' })).body.code).toBe('own_submission');
  expect(await pending()).toMatchObject({
    items: [
      { id, isOwn: false },
      { id: ownSubmission.id, isOwn: true },
    ],
    waiting: 1,
  });
  const other = await setUpLevels(bench);
  expect((await other.review(other.owner, id, { action: 'approve' })).status).toBe(404);
  expect((await review(owner, id, { action: 'reject' })).body).toMatchObject({ status: 'rejected', score: 0 });
});

test('a pending submission has the present maximum of its challenge, a decided one that of its decision', async () => {
  const { ana, owner, as, path, addManual, submit, review, reopen, pending, decided, progress } =
    await setUpLevels(bench);
  const manual = await addManual(2, { maxScore: 10 });
  const setMaximum = (maxScore: number) => as(owner).put(path(`challenges/${manual}`), { maxScore });
  const { id } = (await submit(ana, manual, { text: 'Listo' })).body.submission;
  for (const maxScore of [100, 50]) {
    await setMaximum(maxScore);
    expect((await pending()).items).toMatchObject([{ id, score: null, maxScore }]);
  }
  await review(owner, id, { action: 'approve' });
  await setMaximum(20);
  expect((await decided()).items).toMatchObject([{ id, score: 50, maxScore: 50 }]);
  expect((await progress(ana)).challenges).toMatchObject([{ state: 'passed', score: 50, maxScore: 50 }]);
  await reopen(owner, id);
  expect((await pending()).items).toMatchObject([{ id, score: null, maxScore: 20 }]);
});

test('a decision is reopened within a day: its points and level are revoked, and given once with the next one', async () => {
  const { ana, owner, tribeId, addManual, submit, review, reopen, levelOrderOf, pending } = await setUpLevels(bench);
  const manual = await addManual();
  const { id } = (await submit(ana, manual, { text: 'Listo' })).body.submission;
  await review(owner, id, { action: 'approve' });
  expect(await levelOrderOf(ana)).toBe(2);
  const reopened = await Promise.all(Array.from({ length: 4 }, () => reopen(owner, id)));
  expect(reopened.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await levelOrderOf(ana)).toBe(1);
  expect((await pending()).items).toMatchObject([{ id, score: null, status: 'pending' }]);
  await review(owner, id, { action: 'approve' });
  expect(await levelOrderOf(ana)).toBe(2);
  const emitted = [...(await bench.events(SubmissionReviewed)), ...(await bench.events(SubmissionReopened))];
  expect(emitted.filter(({ submissionId }) => submissionId === id).map(({ revision }) => revision)).toEqual([1, 3, 2]);
  expect((await levelChangesOf(ana.id)).map(({ levelOrder, cause }) => [levelOrder, cause])).toEqual([
    [2, 'challenges'],
    [1, 'reopened'],
    [2, 'challenges'],
  ]);
  bench.clock.advance(reopenMs);
  expect((await reopen(owner, id)).body.code).toBe('reopen_too_late');
  expect((await levelChangesOf(ana.id)).at(-1)).toMatchObject({ tribeId, levelOrder: 2 });
});

test('a member who returns to a level rises on to the next when its challenges are already passed', async () => {
  const { ana, owner, addManual, submit, review, reopen, levelOrderOf, progress } = await setUpLevels(bench);
  const [second, third] = [await addManual(2), await addManual(3)];
  const first = (await submit(ana, second, { text: 'Uno' })).body.submission;
  await review(owner, first.id, { action: 'approve' });
  const next = (await submit(ana, third, { text: 'Dos' })).body.submission;
  await reopen(owner, first.id);
  await review(owner, next.id, { action: 'approve' });
  expect(await levelOrderOf(ana)).toBe(1);
  await review(owner, first.id, { action: 'approve' });
  await bench.jobsDone();
  // One level at a time, each by its own challenges.
  expect((await levelChangesOf(ana.id)).map(({ levelOrder, cause }) => [levelOrder, cause])).toEqual([
    [2, 'challenges'],
    [1, 'reopened'],
    [2, 'challenges'],
    [3, 'challenges'],
  ]);
  expect((await progress(ana)).next).toMatchObject({ order: 4, passed: 0 });
});

test('a reopened decision is reported, also a rejection; its note stays for the reviewers only', async () => {
  const { ana, owner, addManual, submit, review, reopen, pending, progress } = await setUpLevels(bench);
  const { id } = (await submit(ana, await addManual(), { text: 'Listo' })).body.submission;
  await review(owner, id, { action: 'reject', note: 'Falta la foto' });
  await reopen(owner, id);
  const reopened = (await bench.events(SubmissionReopened)).filter(({ submissionId }) => submissionId === id);
  expect(reopened).toMatchObject([{ userId: ana.id, revision: 2 }]);
  expect((await pending()).items).toMatchObject([{ id, note: 'Falta la foto' }]);
  expect((await progress(ana)).lastSubs).toMatchObject([{ id, status: 'pending', note: '' }]);
});

test('a decision cannot be reopened after a newer submission, or when the quiz key made it', async () => {
  const { ana, owner, addManual, addQuiz, submit, review, reopen, levelOrderOf } = await setUpLevels(bench);
  const [manual, quiz] = [await addManual(), await addQuiz(3)];
  const first = (await submit(ana, manual, { text: 'Uno' })).body.submission;
  await review(owner, first.id, { action: 'reject' });
  bench.clock.advance(1);
  const second = (await submit(ana, manual, { text: 'Dos' })).body.submission;
  expect((await reopen(owner, first.id)).body.code).toBe('newer_submission');
  await review(owner, second.id, { action: 'approve' });
  const judged = (await submit(ana, quiz, right)).body;
  expect(judged.levelTo).toBe(3);
  expect((await reopen(owner, judged.submission.id)).body.code).toBe('not_reopenable');
  // She has risen further since.
  expect((await reopen(owner, second.id)).status).toBe(200);
  expect(await levelOrderOf(ana)).toBe(3);
});

test('pending and decided submissions are paged without gaps', async () => {
  const { owner, tribeId, addManual, submit, review, pending, decided } = await setUpLevels(bench);
  const manual = await addManual();
  const people = Array.from({ length: 5 }, () => person());
  await bench.join(tribeId, ...people);
  const ids: string[] = [];
  for (const [index, actor] of people.entries()) {
    // Pairs have the same time.
    if (index % 2 === 0) bench.clock.advance(1_000);
    ids.push((await submit(actor, manual, { text: 'Listo' })).body.submission.id);
  }
  const all = async (read: typeof pending) => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: string }[]; nextCursor: string | null } = await read(
        `?limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      );
      found.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    return found;
  };
  expect((await all(pending)).toSorted()).toEqual(ids.toSorted());
  expect((await pending('?limit=1')).waiting).toBe(ids.length);
  for (const id of ids) await review(owner, id, { action: 'reject' });
  expect((await all(decided)).toSorted()).toEqual(ids.toSorted());
});
