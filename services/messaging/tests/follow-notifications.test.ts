import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs, hourMs, minuteMs } from '@tribus/kit/core/durations.ts';
import { UserDeleted, UserFollowed } from '@tribus/proto/identity/v1/events.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const notificationsOf = async (actor: Actor) => (await bench.service.as(actor).get('/notifications')).body.items;
const unseen = async (actor: Actor) => (await bench.service.as(actor).get('/notifications/count')).body.count;
const raisedTo = async ({ id }: Actor) =>
  (await bench.events(NotificationRaised)).filter(({ userId }) => userId === id).length;

/** An event of a follow, later than all earlier ones. */
function recordFollow(from: Actor, to: Actor, following = true) {
  bench.clock.advance(1);
  return bench.record(UserFollowed, { userId: from.id, followedId: to.id, following });
}

async function follow(from: Actor, to: Actor, following = true) {
  const event = recordFollow(from, to, following);
  await bench.redeliver(event);
  return event;
}

test('a new follower raises one notification, also for redelivered events', async () => {
  const [ana, leo] = [person(), person()];
  const event = await follow(leo, ana);
  await bench.redeliver(event);
  expect(await notificationsOf(ana)).toMatchObject([
    { type: 'follow', seen: false, data: { fromUserId: leo.id, fromUserName: `Nombre de ${leo.id}` } },
  ]);
  expect(await raisedTo(ana)).toBe(1);
});

test('the notification of a follower is neither listed nor counted once they no longer follow', async () => {
  const [ana, leo, eva] = [person(), person(), person()];
  await follow(eva, ana);
  await follow(leo, ana);
  const ended = await follow(leo, ana, false);
  await bench.redeliver(ended);
  expect(await notificationsOf(ana)).toMatchObject([{ type: 'follow', data: { fromUserId: eva.id } }]);
  expect(await unseen(ana)).toBe(1);
});

test('a repeated follow raises one notification a day and is listed once while it lasts', async () => {
  const [ana, leo] = [person(), person()];
  for (let round = 0; round < 3; round++) {
    await follow(leo, ana);
    expect(await notificationsOf(ana)).toHaveLength(1);
    await follow(leo, ana, false);
    expect(await notificationsOf(ana)).toEqual([]);
  }
  const last = await follow(leo, ana);
  await bench.redeliver(last);
  expect(await notificationsOf(ana)).toHaveLength(1);
  await bench.service.as(ana).post('/notifications/seen');
  await follow(leo, ana, false);
  await follow(leo, ana);
  expect([await unseen(ana), (await notificationsOf(ana)).length]).toEqual([0, 1]);
  expect(await raisedTo(ana)).toBe(1);
  await follow(leo, ana, false);
  bench.clock.advance(dayMs);
  await follow(leo, ana);
  expect([await unseen(ana), (await notificationsOf(ana)).length]).toEqual([1, 1]);
  expect(await raisedTo(ana)).toBe(2);
});

test('the end of a follow that is handled late does not hide the notification of a newer follow', async () => {
  const [ana, leo] = [person(), person()];
  await follow(leo, ana);
  const ended = recordFollow(leo, ana, false);
  await follow(leo, ana);
  await bench.redeliver(ended);
  expect(await notificationsOf(ana)).toHaveLength(1);
});

test('a change of a follow counts after an earlier one whose machine has a clock that is ahead', async () => {
  const [ana, leo] = [person(), person()];
  const record = (sequence: number, following: boolean, aheadMs: number) => {
    const event = recordFollow(leo, ana, following);
    return { ...event, sequence, occurredAt: new Date(event.occurredAt.getTime() + aheadMs) };
  };
  await bench.redeliver(record(1, true, minuteMs));
  const ended = record(2, false, 0);
  await bench.redeliver(ended);
  expect(await notificationsOf(ana)).toEqual([]);
  await bench.redeliver(record(3, true, -minuteMs));
  await bench.redeliver(ended);
  expect(await notificationsOf(ana)).toHaveLength(1);
});

test('a change of a follow from a version without sequences counts by its time', async () => {
  const [ana, leo] = [person(), person()];
  await bench.redeliver({ ...recordFollow(leo, ana), sequence: 1 });
  const ended = recordFollow(leo, ana, false);
  await bench.redeliver({ ...recordFollow(leo, ana), sequence: 3 });
  await bench.redeliver(ended);
  expect(await notificationsOf(ana)).toHaveLength(1);
  await follow(leo, ana, false);
  expect(await notificationsOf(ana)).toEqual([]);
});

test('a follow that is handled after its end raises no notification', async () => {
  const [ana, leo] = [person(), person()];
  const begun = recordFollow(leo, ana);
  await follow(leo, ana, false);
  await bench.redeliver(begun);
  expect([await notificationsOf(ana), await unseen(ana), await raisedTo(ana)]).toEqual([[], 0, 0]);
});

test('unfollowing and following again shows no notification that was deleted or beyond the limit', async () => {
  const [ana, leo] = [person(), person()];
  await follow(leo, ana);
  const [{ id }] = await notificationsOf(ana);
  expect((await bench.service.as(ana).delete(`/notifications/${id}`)).status).toBe(200);
  await follow(leo, ana, false);
  await follow(leo, ana);
  expect(await notificationsOf(ana)).toEqual([]);

  const [collector, eva] = [person(), person()];
  for (let count = 0; count < 60; count++) await follow(collector, person());
  for (const following of [true, false, true]) await follow(collector, eva, following);
  expect(await notificationsOf(eva)).toEqual([]);
});

test('a follower raises at most sixty notifications an hour', async () => {
  const collector = person();
  const followed = Array.from({ length: 62 }, () => person());
  for (const each of followed) await follow(collector, each);
  const unseenCounts = await Promise.all(followed.map(unseen));
  expect(unseenCounts).toEqual([...Array(60).fill(1), 0, 0]);
  bench.clock.advance(hourMs);
  const next = person();
  await follow(collector, next);
  expect(await unseen(next)).toBe(1);
});

test('a follow that ended before its follower left leaves nothing about them', async () => {
  const [ana, leo] = [person(), person()];
  const begun = recordFollow(leo, ana);
  await bench.publish(UserDeleted, { userId: leo.id });
  await follow(leo, ana, false);
  await bench.redeliver(begun);
  expect(await notificationsOf(ana)).toEqual([]);
});
