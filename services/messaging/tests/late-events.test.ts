import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { EventRecord } from '@tribus/kit/events/events.ts';
import { ContentHidden, ContentShown, PostAnnounced, PostEdited } from '@tribus/proto/content/v1/events.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import {
  JoinRequested,
  JoinResolved,
  MemberLevelChanged,
  OwnershipOfferEnded,
  OwnershipOffered,
  SubmissionReopened,
  SubmissionReviewed,
} from '@tribus/proto/tribes/v1/events.ts';
import type { LevelCause } from '@tribus/proto/tribes/v1/types.ts';
import type { Notification } from '../api.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const notificationsOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items;
const levelChange = (tribeId: number, { id: userId }: Actor, levels: [number, number], cause: LevelCause) => {
  const [previousLevelOrder, levelOrder] = levels;
  return { tribeId, userId, levelOrder, previousLevelOrder, cause };
};
const change = (...about: Parameters<typeof levelChange>) => bench.publish(MemberLevelChanged, levelChange(...about));

async function deliver(...events: EventRecord[]): Promise<void> {
  for (const event of events) await bench.deliver(event);
  await bench.settled();
}

function scene() {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  return { owner, tribeId, member: bench.tribes.addMember(tribeId) };
}

test('a revocation that is delivered late, after a newer decision, level, request or offer, withdraws none of them', async () => {
  const { tribeId, member, owner } = scene();
  const requester = person();
  const review = { tribeId, userId: member.id, submissionId: 's', status: 'approved', reviewedById: owner.id } as const;
  const offer = { tribeId, userId: member.id };
  const raise = async () => {
    bench.clock.advance(1_000);
    await bench.publish(SubmissionReviewed, SubmissionReviewed.fromPartial(review));
    await change(tribeId, member, [1, 2], 'challenges');
    await bench.publish(JoinRequested, { tribeId, userId: requester.id });
    await bench.publish(OwnershipOffered, offer);
  };
  const listed = async () =>
    (await Promise.all([member, owner].map(notificationsOf)))
      .flat()
      .map(({ type }: Notification) => type)
      .toSorted();
  const all = ['join_request', 'level_up_result', 'membership_changed', 'submission_result'];
  const revoke = () => {
    bench.clock.advance(1_000);
    const cancelled = { tribeId, userId: requester.id, status: 'cancelled' } as const;
    return [
      bench.record(SubmissionReopened, SubmissionReopened.fromPartial(review)),
      bench.record(MemberLevelChanged, levelChange(tribeId, member, [2, 1], 'reopened')),
      bench.record(JoinResolved, JoinResolved.fromPartial(cancelled)),
      bench.record(OwnershipOfferEnded, { ...offer, outcome: 'withdrawn', ownerId: owner.id }),
    ];
  };
  await raise();
  const late = revoke();
  await raise();
  for (const event of late) await bench.deliver(event);
  await bench.settled();
  expect(await listed()).toEqual(all);
  for (const event of revoke()) await bench.deliver(event);
  await bench.settled();
  expect(await listed()).toEqual([]);
});

test('a review or a level that is delivered late, after its revocation or a newer one, changes nothing', async () => {
  const { tribeId, member, owner } = scene();
  const about = { tribeId, userId: member.id, submissionId: 's', reviewedById: owner.id };
  const review = (status: 'approved' | 'rejected') => {
    bench.clock.advance(1_000);
    return [
      bench.record(SubmissionReviewed, SubmissionReviewed.fromPartial({ ...about, status })),
      bench.record(MemberLevelChanged, levelChange(tribeId, member, [1, 2], 'challenges')),
    ];
  };
  const reopen = () => {
    bench.clock.advance(1_000);
    return [
      bench.record(SubmissionReopened, SubmissionReopened.fromPartial(about)),
      bench.record(MemberLevelChanged, levelChange(tribeId, member, [2, 1], 'reopened')),
    ];
  };
  const listed = async () =>
    (await notificationsOf(member))
      .map(({ data, seen }: Notification) => ['status' in data ? data.status : 'level', seen])
      .toSorted();
  const [first, revoked, second, third] = [review('rejected'), reopen(), review('rejected'), review('approved')];
  await deliver(...revoked, ...first);
  expect(await listed()).toEqual([]);
  await deliver(...third);
  await bench.service.as(member).post('/notifications/seen');
  await deliver(...second);
  expect(await listed()).toEqual([
    ['approved', true],
    ['level', true],
  ]);
  expect((await bench.events(NotificationRaised)).filter(({ userId }) => userId === member.id)).toHaveLength(2);
});

test('an offer or a request to join that is delivered again or late, after its end, notifies nobody', async () => {
  const { tribeId, member, owner } = scene();
  const requester = person();
  const cancelled = { tribeId, userId: requester.id, status: 'cancelled' } as const;
  const offer = { tribeId, userId: member.id };
  const begin = () => {
    bench.clock.advance(1_000);
    return [bench.record(JoinRequested, { tribeId, userId: requester.id }), bench.record(OwnershipOffered, offer)];
  };
  const end = () => {
    bench.clock.advance(1_000);
    return [
      bench.record(JoinResolved, JoinResolved.fromPartial(cancelled)),
      bench.record(OwnershipOfferEnded, { ...offer, outcome: 'withdrawn', ownerId: owner.id }),
    ];
  };
  const redeliver = async (...events: EventRecord[]) => {
    for (const event of events) await bench.redeliver(event);
  };
  const listed = async () =>
    (await Promise.all([member, owner].map(notificationsOf)))
      .flat()
      .map(({ type }: Notification) => type)
      .toSorted();
  const [first, firstEnd, second, secondEnd, third] = [begin(), end(), begin(), end(), begin()];
  await deliver(...firstEnd, ...first);
  expect(await listed()).toEqual([]);
  await deliver(...second);
  expect(await listed()).toEqual(['join_request', 'membership_changed']);
  await deliver(...secondEnd);
  await redeliver(...second, ...first);
  expect(await listed()).toEqual([]);
  await deliver(...third);
  await redeliver(...secondEnd, ...second);
  expect(await listed()).toEqual(['join_request', 'membership_changed']);
});

/** An announced post, and functions that record its later events, each a second after the last one. */
function announcedPost() {
  const { owner, tribeId } = scene();
  const member = bench.tribes.addMember(tribeId, { levelOrder: 2 });
  const post = { tribeId, postId: `p${tribeId}`, authorId: owner.id };
  const later = (record: () => EventRecord) => {
    bench.clock.advance(1_000);
    return record();
  };
  return {
    announce: (minLevelOrder: number) =>
      later(() => bench.record(PostAnnounced, { ...post, announcedById: owner.id, minLevelOrder })),
    edit: (minLevelOrder: number) =>
      later(() => bench.record(PostEdited, PostEdited.fromPartial({ ...post, minLevelOrder }))),
    hide: () => later(() => bench.record(ContentHidden, ContentHidden.fromPartial({ ...post, cause: 'moderator' }))),
    show: () => later(() => bench.record(ContentShown, ContentShown.fromPartial(post))),
    redeliver: async (...events: EventRecord[]) => {
      for (const event of events) await bench.redeliver(event);
    },
    isListed: async () => (await notificationsOf(member)).length === 1,
  };
}

test('an edit of a post that is delivered late or again does not change the level of a newer edit or announcement', async () => {
  const { announce, edit, redeliver, isListed } = announcedPost();
  const [before, announced, lowered, raised, loweredAgain] = [edit(5), announce(1), edit(2), edit(3), edit(1)];
  await deliver(announced, before);
  expect(await isListed()).toBe(true);
  await deliver(raised, lowered);
  expect(await isListed()).toBe(false);
  await redeliver(lowered);
  expect(await isListed()).toBe(false);
  await deliver(loweredAgain);
  await redeliver(raised);
  expect(await isListed()).toBe(true);
});

test('a post that was shown or hidden again stays so when earlier events are delivered late or again', async () => {
  const { announce, hide, show, redeliver, isListed } = announcedPost();
  const [before, announced, hidden, shown, hiddenAgain] = [hide(), announce(1), hide(), show(), hide()];
  await deliver(announced, before);
  expect(await isListed()).toBe(true);
  await deliver(shown, hidden);
  await redeliver(hidden);
  expect(await isListed()).toBe(true);
  await deliver(hiddenAgain);
  await redeliver(shown, hidden);
  expect(await isListed()).toBe(false);
});
