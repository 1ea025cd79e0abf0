import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { SubmissionReopened, SubmissionReviewed, TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { challengePointsPerDay, challengePointsPerWeek } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

interface Submitted {
  actor: Actor;
  challengeId: string;
  submissionId?: string;
  tribeId?: number;
}

const about = ({ actor, challengeId, submissionId = `of-${challengeId}-${actor.id}`, tribeId = 100 }: Submitted) => ({
  tribeId,
  submissionId,
  challengeId,
  userId: actor.id,
});
const review = (submitted: Submitted, more: Partial<SubmissionReviewed> = {}) =>
  bench.publish(
    SubmissionReviewed,
    SubmissionReviewed.fromPartial({ ...about(submitted), status: 'approved', points: 10, revision: 1, ...more }),
  );
const reopen = (submitted: Submitted, revision: number) =>
  bench.publish(SubmissionReopened, { ...about(submitted), revision });
const points = async (actor: Actor) => {
  await bench.settled();
  return (await bench.service.as(actor).get('/gamification/me')).body.points;
};
const ledger = async (actor: Actor) => (await bench.service.as(actor).get('/gamification/me/ledger')).body.items;

test("an approved challenge gives its level's points once, also for redelivered events; a rejected one gives none", async () => {
  const actor = person();
  const [first, second] = [unique('reto'), unique('reto')];
  const event = await review({ actor, challengeId: first }, { points: 25 });
  await bench.redeliver(event);
  await review({ actor, challengeId: first, submissionId: 'otra' }, { points: 25 });
  await review({ actor, challengeId: second }, { status: 'rejected' });
  expect(await points(actor)).toBe(25);
  expect(await ledger(actor)).toMatchObject([{ cause: 'challenge', points: 25, tribeId: 100, postId: null }]);
});

test('a reopened decision revokes its points, and the next approval gives them again', async () => {
  const actor = person();
  const submitted = { actor, challengeId: unique('reto') };
  await review(submitted);
  await bench.redeliver(await reopen(submitted, 2));
  expect(await points(actor)).toBe(0);
  await review(submitted, { revision: 3 });
  expect(await points(actor)).toBe(10);
  const lines: { cause: string; points: number }[] = await ledger(actor);
  expect(lines.map(({ cause, points: given }) => `${cause} ${given}`).toSorted()).toEqual([
    'challenge 10',
    'challenge 10',
    'challenge_removed -10',
  ]);
  // A submission that earned no points has none to revoke.
  await reopen({ ...submitted, submissionId: 'otra' }, 4);
  expect(await points(actor)).toBe(10);
});

test('decisions that are delivered late, after their revocation or a newer decision, change no points', async () => {
  const [actor, other] = [person(), person()];
  const [revoked, approvedAgain] = [
    { actor, challengeId: unique('reto') },
    { actor: other, challengeId: unique('reto') },
  ];
  await reopen(revoked, 2);
  await review(revoked);
  expect(await points(actor)).toBe(0);
  await review(revoked, { revision: 3 });
  expect(await points(actor)).toBe(10);

  await review(approvedAgain);
  await review(approvedAgain, { revision: 3 });
  await reopen(approvedAgain, 2);
  expect(await points(other)).toBe(10);
  await reopen(approvedAgain, 4);
  expect(await points(other)).toBe(0);
});

test('points for challenges are limited per tribe, person and day', async () => {
  const actor = person();
  const pass = (tribeId = 100) => review({ actor, challengeId: unique('reto'), tribeId }, { points: 90 });
  for (let times = 0; times < 4; times++) await pass();
  expect(await points(actor)).toBe(challengePointsPerDay);
  await pass(101);
  expect(await points(actor)).toBe(challengePointsPerDay + 90);
  bench.clock.advance(dayMs);
  await pass();
  expect(await points(actor)).toBe(challengePointsPerDay + 180);
});

test('points for challenges of all tribes are limited in any seven days, and the ledger says what a limit withheld', async () => {
  const actor = person();
  const pass = (tribeId: number) => review({ actor, challengeId: unique('reto'), tribeId }, { points: 90 });
  const day = { kind: 'tribe_day', max: challengePointsPerDay };
  const week = { kind: 'week', max: challengePointsPerWeek };
  const limits = async () =>
    (await ledger(actor)).map(({ points: given, limit }: { points: number; limit: object | null }) => [given, limit]);
  for (const tribeId of [100, 100, 100]) await pass(tribeId);
  expect(await points(actor)).toBe(200);
  expect((await limits()).toSorted()).toEqual([
    [20, { ...day, withheld: 70 }],
    [90, null],
    [90, null],
  ]);
  bench.clock.advance(dayMs);
  for (const tribeId of [101, 101, 102, 102, 103]) await pass(tribeId);
  expect(await points(actor)).toBe(challengePointsPerWeek);
  bench.clock.advance(dayMs);
  await pass(104);
  expect(await points(actor)).toBe(challengePointsPerWeek);
  expect((await limits())[0]).toEqual([0, { ...week, withheld: 90 }]);
  // The points of the first day are older than seven days.
  bench.clock.advance(5 * dayMs + 1_000);
  for (const tribeId of [100, 100, 101]) await pass(tribeId);
  expect(await points(actor)).toBe(challengePointsPerWeek + 200);
});

test('fifty concurrent approvals in as many tribes count up to the weekly limit', async () => {
  const actor = person();
  await bench.startReplica();
  const approvals = Array.from({ length: 50 }, (_, n) =>
    review({ actor, challengeId: unique('reto'), tribeId: 200 + n }, { points: 20 }),
  );
  await Promise.all(approvals);
  expect(await points(actor)).toBe(challengePointsPerWeek);
  const items: { points: number; limit: { withheld: number } | null }[] = await ledger(actor);
  expect(items).toHaveLength(50);
  expect(items.filter(({ limit }) => limit === null)).toHaveLength(30);
  expect(items.filter(({ points: given, limit }) => given === 0 && limit?.withheld === 20)).toHaveLength(20);
});

test('agents earn no points by challenges', async () => {
  const actor = person();
  await review({ actor, challengeId: unique('reto') }, { userIsAgent: true });
  expect(await points(actor)).toBe(0);
});

test('deleting a tribe revokes its points, and late events of a deleted tribe or account give none', async () => {
  const actor = person();
  const submitted = { actor, challengeId: unique('reto'), tribeId: 701 };
  await review(submitted);
  await bench.publish(TribeDeleted, { tribeId: 701 });
  await review({ ...submitted, challengeId: unique('reto') });
  await reopen(submitted, 2);
  expect(await points(actor)).toBe(0);

  const leaver = person();
  const fromLeaver = { actor: leaver, challengeId: unique('reto') };
  await review(fromLeaver);
  await bench.publish(UserDeleted, { userId: leaver.id });
  await reopen(fromLeaver, 2);
  await review(fromLeaver, { revision: 3 });
  expect(await points(leaver)).toBe(0);
  expect(await ledger(leaver)).toEqual([]);
});
