import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import {
  JoinRequested,
  MemberLevelChanged,
  SubmissionQueueChanged,
  SubmissionReopened,
  SubmissionReviewed,
  TribeDeleted,
} from '@tribus/proto/tribes/v1/events.ts';
import type { LevelCause } from '@tribus/proto/tribes/v1/types.ts';
import type { Notification } from '../api.ts';
import { notificationBudgets } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const notificationsOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items;
const raisedTo = ({ id }: Actor) => bench.received(NotificationRaised).filter(({ userId }) => userId === id);
const levelChange = (tribeId: number, { id: userId }: Actor, levels: [number, number], cause: LevelCause) => {
  const [previousLevelOrder, levelOrder] = levels;
  return { tribeId, userId, levelOrder, previousLevelOrder, cause };
};
const change = (...about: Parameters<typeof levelChange>) => bench.publish(MemberLevelChanged, levelChange(...about));
/** Changes the queue of a tribe to these authors' submissions; `authorId` is that of an added one. */
const queue = (tribeId: number, authorIds: readonly string[], added: boolean, authorId = '') => {
  bench.tribes.submissions.authors.set(tribeId, authorIds);
  return bench.publish(SubmissionQueueChanged, { tribeId, waiting: 1, added, authorId });
};
const someone = 'alguien';
const times = (count: number): string[] => Array(count).fill(someone);

function scene() {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner, { name: 'Fogón Lento' });
  const officer = bench.tribes.addMember(tribeId, { role: 'officer' });
  return { owner, officer, tribeId, member: bench.tribes.addMember(tribeId) };
}

test('an earned level notifies its member in their language; a level by role or a lost level does not', async () => {
  const { tribeId, member } = scene();
  await change(tribeId, member, [1, 2], 'challenges');
  expect(await notificationsOf(member)).toMatchObject([
    {
      type: 'level_up_result',
      data: { tribeId, tribeName: 'Fogón Lento', levelTo: 2, message: 'Has llegado al nivel 2 en Fogón Lento.' },
    },
  ]);
  const [english] = await notificationsOf(userActor(member.id, { language: 'en' }));
  expect(english.data.message).toBe('You have reached level 2 in Fogón Lento.');
  await change(tribeId, member, [2, 1], 'reopened');
  expect(await notificationsOf(member)).toEqual([]);
  await change(tribeId, member, [1, 5], 'role');
  expect(await notificationsOf(member)).toEqual([]);
  await change(tribeId, member, [1, 2], 'level_test');
  expect(await notificationsOf(member)).toHaveLength(1);
});

test('a review notifies its member once, also when repeated; a graded quiz does not', async () => {
  const { tribeId, member, owner } = scene();
  const review = (more: Partial<SubmissionReviewed>) =>
    bench.publish(
      SubmissionReviewed,
      SubmissionReviewed.fromPartial({ tribeId, userId: member.id, submissionId: 's', status: 'rejected', ...more }),
    );
  await review({ submissionId: 'quiz' });
  expect(await notificationsOf(member)).toEqual([]);
  await bench.redeliver(await review({ reviewedById: owner.id }));
  await review({ reviewedById: owner.id, status: 'approved' });
  const items = await notificationsOf(member);
  expect(items).toMatchObject([
    { type: 'submission_result', data: { tribeId, tribeName: 'Fogón Lento', status: 'approved' } },
  ]);
  expect(JSON.stringify(items)).not.toContain(owner.id);
});

test('a reopened decision is no longer notified until the next one', async () => {
  const { tribeId, member, owner } = scene();
  const about = { tribeId, userId: member.id, submissionId: 's' };
  const other = SubmissionReviewed.fromPartial({ ...about, status: 'rejected', reviewedById: owner.id });
  await bench.publish(SubmissionReviewed, { ...other, submissionId: 'other' });
  await bench.publish(SubmissionReviewed, { ...other, status: 'approved' });
  await bench.publish(SubmissionReopened, SubmissionReopened.fromPartial(about));
  const statuses = async () =>
    (await notificationsOf(member)).map(({ data }: Notification) => 'status' in data && data.status).toSorted();
  expect(await statuses()).toEqual(['rejected']);
  await bench.publish(SubmissionReviewed, { ...other, status: 'approved' });
  expect(await statuses()).toEqual(['approved', 'rejected']);
});

test('reviewers have one notification of all pending submissions until none is left; members have none', async () => {
  const { tribeId, owner, officer, member } = scene();
  for (const waiting of [1, 2, 3]) await queue(tribeId, times(waiting), true);
  await queue(tribeId, times(2), false);
  for (const actor of [owner, officer])
    expect(await notificationsOf(actor)).toMatchObject([
      { type: 'submissions_waiting', data: { tribeId, tribeName: 'Fogón Lento', waiting: 2 } },
    ]);
  expect(await notificationsOf(member)).toEqual([]);
  bench.tribes.setMembership(tribeId, officer, { role: 'member' });
  await until(async () => (await notificationsOf(officer)).length === 0, 'a former reviewer sees none');
  await queue(tribeId, [], false);
  expect(await notificationsOf(owner)).toEqual([]);
});

test('an officer is not notified of their own submission, which another moderator reviews', async () => {
  const { tribeId, owner, officer } = scene();
  const waitingOf = async (actor: Actor) =>
    (await notificationsOf(actor)).map(({ data }: { data: { waiting: number } }) => data.waiting);
  await queue(tribeId, [officer.id], true, officer.id);
  expect([await waitingOf(owner), await waitingOf(officer)]).toEqual([[1], []]);
  await queue(tribeId, [officer.id, someone], true, someone);
  expect([await waitingOf(owner), await waitingOf(officer)]).toEqual([[2], [1]]);
  await queue(tribeId, [officer.id], false);
  expect([await waitingOf(owner), await waitingOf(officer)]).toEqual([[1], []]);
});

test('pending submissions are always listed, with a limited number of pushes an hour', async () => {
  const { tribeId, owner } = scene();
  const { max, windowMs } = notificationBudgets.submissions;
  for (let waiting = 1; waiting <= max + 3; waiting++) {
    await queue(tribeId, times(waiting), true);
    if (waiting <= max) await until(() => raisedTo(owner).length === waiting, 'it is pushed');
  }
  expect(await notificationsOf(owner)).toMatchObject([{ data: { waiting: max + 3 } }]);
  bench.clock.advance(windowMs);
  await queue(tribeId, times(max + 4), true);
  await until(() => raisedTo(owner).length > max, 'it is pushed in the next hour');
  expect(raisedTo(owner)).toHaveLength(max + 1);
});

test('deleting the tribe deletes its notifications', async () => {
  const { tribeId, owner, member } = scene();
  await queue(tribeId, times(1), true);
  await change(tribeId, member, [1, 2], 'challenges');
  await bench.publish(TribeDeleted, { tribeId });
  for (const actor of [owner, member]) expect(await notificationsOf(actor)).toEqual([]);
});

test("events of a deleted tribe's queue and requests notify no one and do not block later events", async () => {
  const { tribeId, owner } = scene();
  bench.tribes.removeTribe(tribeId);
  await queue(tribeId, times(1), true);
  await bench.publish(JoinRequested, { tribeId, userId: person().id });
  await bench.publish(TribeDeleted, { tribeId });
  expect(await notificationsOf(owner)).toEqual([]);
});
