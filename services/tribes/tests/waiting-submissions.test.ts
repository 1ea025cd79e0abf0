import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { SubmissionQueueChanged } from '@tribus/proto/tribes/v1/events.ts';
import { countedUsersMax } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';
import { setUpLevels } from './level-bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** A tribe with an officer who also is a member with submissions, and the present numbers for its moderators. */
async function scene() {
  const levels = await setUpLevels(bench);
  const { tribeId, owner, ana, leo, as, path, submit } = levels;
  await as(owner).put(path(`members/${ana.id}/role`), { role: 'officer' });
  /** Returns the time of the count and the number for each of these users. */
  const count = async (...users: readonly Actor[]) => {
    const { counts, countedAt } = await bench.rpc.countWaitingSubmissions({
      tribeId,
      userIds: users.map(({ id }) => id),
    });
    expect(counts.map(({ userId }) => userId)).toEqual(users.map(({ id }) => id));
    return { numbers: counts.map(({ waiting }) => waiting), countedAt };
  };
  return {
    ...levels,
    count,
    waiting: async () => (await count(owner, ana, leo)).numbers,
    submitText: async (actor: Actor, challengeId: string): Promise<string> =>
      (await submit(actor, challengeId, { text: 'Lo hice' })).body.submission.id,
    emitted: async () => (await bench.events(SubmissionQueueChanged)).filter((event) => event.tribeId === tribeId),
  };
}

test('a moderator’s number of waiting submissions omits their own, which others review, and is dated', async () => {
  const { owner, ana, leo, addManual, submitText, review, reopen, waiting, count } = await scene();
  const manual = await addManual();
  expect(await waiting()).toEqual([0, 0, 0]);
  await submitText(ana, manual);
  const { countedAt } = await count(owner);
  expect(await waiting()).toEqual([1, 0, 1]);
  const submission = await submitText(leo, manual);
  expect(await waiting()).toEqual([2, 1, 1]);
  await review(owner, submission, { action: 'reject', note: 'No' });
  expect(await waiting()).toEqual([1, 0, 1]);
  await reopen(owner, submission);
  expect(await waiting()).toEqual([2, 1, 1]);
  expect((await count(owner)).countedAt > countedAt).toBe(true);
  expect(await count()).toMatchObject({ numbers: [] });
});

test('submissions that end with a membership, a challenge or a level no longer wait', async () => {
  const { ana, leo, owner, as, path, levelOf, addManual, submitText, waiting } = await scene();
  const [first, second] = [await addManual(), await addManual()];
  for (const challenge of [first, second]) for (const actor of [ana, leo]) await submitText(actor, challenge);
  expect(await waiting()).toEqual([4, 2, 2]);
  await as(owner).delete(path(`challenges/${first}`));
  expect(await waiting()).toEqual([2, 1, 1]);
  await as(leo).post(path('leave'));
  expect(await waiting()).toEqual([1, 0, 1]);
  await as(owner).delete(path(`levels/${levelOf(2)}`));
  expect(await waiting()).toEqual([0, 0, 0]);
});

test('concurrent submissions and reviews each emit a change with the author of an added one, and all are counted', async () => {
  const { owner, ana, leo, addManual, submitText, review, waiting, emitted } = await scene();
  const manuals = [await addManual(), await addManual(), await addManual()];
  const ids = await Promise.all(manuals.map((manual) => submitText(leo, manual)));
  expect(await waiting()).toEqual([3, 3, 0]);
  await Promise.all([
    ...ids.map((id) => review(owner, id, { action: 'reject', note: 'No' })),
    ...manuals.map((manual) => submitText(ana, manual)),
  ]);
  expect(await waiting()).toEqual([3, 0, 3]);
  const changes = (await emitted()).map(({ added, authorId }) => (added ? authorId : ''));
  expect(changes.toSorted()).toEqual([...Array(3).fill(''), ...Array(3).fill(ana.id), ...Array(3).fill(leo.id)].sort());
});

test('events keep the notification with previous versions, which read the number in the event', async () => {
  const { owner, leo, addManual, submitText, review, emitted } = await scene();
  await review(owner, await submitText(leo, await addManual()), { action: 'reject', note: 'No' });
  expect((await emitted()).map(({ waiting }) => waiting)).toEqual([1, 1]);
});

test('waiting submissions are counted for at most two hundred users per request', async () => {
  const userIds = Array.from({ length: countedUsersMax + 1 }, (_, index) => `persona-${index}`);
  const count = (ids: string[]) => bench.rpc.countWaitingSubmissions({ tribeId: 38, userIds: ids });
  await expect(count(userIds)).rejects.toMatchObject({ code: 'invalid_input' });
  expect((await count(userIds.slice(1))).counts).toHaveLength(countedUsersMax);
});
