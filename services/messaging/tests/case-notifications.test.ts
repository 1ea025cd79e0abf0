import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import { type Actor, userActor } from '@tribus/kit/core/actor.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { CaseQueueChanged, SiteCaseQueueChanged } from '@tribus/proto/content/v1/events.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import { SubmissionQueueChanged, TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import type { Notification } from '../api.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => {
  bench.content.cases.reset();
  bench.identity.admins.clear();
});

const notificationsOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items;
const waitingOf = async (actor: Actor) =>
  (await notificationsOf(actor)).map(({ data }: { data: { waiting: number } }) => data.waiting);
const raisedTo = ({ id }: Actor) => bench.received(NotificationRaised).filter(({ userId }) => userId === id);

/** The author of a case in these tests unless it matters. */
const someone = 'alguien';
/** Sets the cases that wait in a tribe, or for the site for 0: their authors. */
const wait = (tribeId: number, ...authorIds: readonly string[]) => bench.content.cases.authors.set(tribeId, authorIds);

const publish = (tribeId: number, added: boolean, authorId = added ? someone : '') =>
  bench.publish(CaseQueueChanged, { tribeId, waiting: 9, added, authorId });
const publishSite = (added: boolean, authorId = added ? someone : '') =>
  bench.publish(SiteCaseQueueChanged, { waiting: 9, added, authorId });

function scene() {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner, { name: 'Fogón Lento' });
  const officer = bench.tribes.addMember(tribeId, { role: 'officer' });
  return { owner, officer, tribeId, member: bench.tribes.addMember(tribeId) };
}

const admins = (count: number): Actor[] =>
  Array.from({ length: count }, () => {
    const { id } = person();
    bench.identity.admins.add(id);
    return userActor(id, { role: 'admin' });
  });

test('moderators have one notification of all pending cases, next to that of submissions, until none is left', async () => {
  const { tribeId, owner, officer, member } = scene();
  const queuesOf = async (actor: Actor) =>
    new Map((await notificationsOf(actor)).map(({ type, data }: Notification) => [type, data]));
  bench.tribes.submissions.authors.set(tribeId, [someone]);
  await bench.publish(SubmissionQueueChanged, { tribeId, waiting: 1, added: true, authorId: someone });
  wait(tribeId, someone, someone);
  for (let times = 0; times < 2; times++) await publish(tribeId, true);
  for (const actor of [owner, officer])
    expect(await queuesOf(actor)).toEqual(
      new Map([
        ['cases_waiting', { tribeId, tribeName: 'Fogón Lento', waiting: 2 }],
        ['submissions_waiting', { tribeId, tribeName: 'Fogón Lento', waiting: 1 }],
      ]),
    );
  expect(await notificationsOf(member)).toEqual([]);
  wait(tribeId);
  await publish(tribeId, false);
  expect([...(await queuesOf(owner)).keys()]).toEqual(['submissions_waiting']);
});

test('no moderator learns of cases about their own content, neither of their number nor by a push', async () => {
  const { tribeId, owner, officer } = scene();
  const waiting = async () => [await waitingOf(owner), await waitingOf(officer)];
  wait(tribeId, officer.id);
  await publish(tribeId, true, officer.id);
  await until(() => raisedTo(owner).length === 1, 'it is pushed to the owner');
  expect(await waiting()).toEqual([[1], []]);
  wait(tribeId, officer.id, someone);
  await publish(tribeId, true);
  await bench.service.as(officer).post('/notifications/seen');
  wait(tribeId, officer.id, someone, officer.id);
  await publish(tribeId, true, officer.id);
  await until(() => raisedTo(owner).length === 3, 'every case is pushed to the owner');
  expect(await waiting()).toEqual([[3], [1]]);
  expect(raisedTo(officer)).toHaveLength(1);
  expect((await notificationsOf(officer))[0].seen).toBe(true);
  wait(tribeId, officer.id, officer.id);
  await publish(tribeId, false);
  expect(await waiting()).toEqual([[2], []]);
  wait(tribeId, officer.id);
  await publish(tribeId, false);
  expect(await waiting()).toEqual([[1], []]);
});

test('a site admin does not learn of a case about them either', async () => {
  const [boss, accused] = admins(2) as [Actor, Actor];
  wait(0, accused.id);
  await publishSite(true, accused.id);
  expect(await notificationsOf(boss)).toMatchObject([{ type: 'site_cases_waiting', data: { waiting: 1 } }]);
  expect(await notificationsOf(accused)).toEqual([]);
});

test('site admins have one notification of pending cases while they are admins and cases are pending', async () => {
  const [boss] = admins(1) as [Actor];
  const [other, nobody] = [person(), person()];
  bench.identity.admins.add(other.id);
  wait(0, ...Array(4).fill(someone));
  await publishSite(true);
  wait(0, ...Array(5).fill(someone));
  await publishSite(true);
  expect(await notificationsOf(boss)).toMatchObject([
    { type: 'site_cases_waiting', seen: false, data: { waiting: 5 } },
  ]);
  expect((await bench.service.as(boss).get('/notifications/count')).body).toMatchObject({ count: 1 });
  await until(() => raisedTo(boss).length === 2, 'it is pushed');
  expect(raisedTo(boss)[0]).toMatchObject({ type: 'site_cases_waiting', tribeId: 0, audience: 'admins' });
  // A former admin no longer sees these notifications.
  expect([await notificationsOf(other), await notificationsOf(nobody)]).toEqual([[], []]);
  expect((await bench.service.as(other).get('/notifications/count')).body).toMatchObject({ count: 0 });
  wait(0, someone, someone);
  await publishSite(false);
  expect(await notificationsOf(boss)).toMatchObject([{ data: { waiting: 2 } }]);
  wait(0);
  await publishSite(false);
  expect(await notificationsOf(boss)).toEqual([]);
});

test("an event of a deleted tribe's queue notifies no one and does not block later events", async () => {
  const { tribeId, owner } = scene();
  bench.tribes.removeTribe(tribeId);
  wait(tribeId, someone);
  for (const added of [true, false]) await publish(tribeId, added);
  await bench.publish(TribeDeleted, { tribeId });
  expect(await notificationsOf(owner)).toEqual([]);
});
