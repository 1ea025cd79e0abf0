import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { PostAnnounced, PostPublished } from '@tribus/proto/content/v1/events.ts';
import { NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import { notificationBudgets } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterEach(() => {
  bench.content.beforeAnswer = async () => undefined;
});
afterAll(() => bench.close());

const unseen = async (actor: Actor) => (await bench.service.as(actor).get('/notifications/count')).body.count;
/** The value of a counter, over all consumers. */
async function total(counter: string): Promise<number | undefined> {
  const counted = await bench.service.metrics.registry.getSingleMetric(counter)?.get();
  return counted?.values.reduce((sum, { value }) => sum + value, 0);
}

/** An author in a new tribe with this number of followers there. */
function authorWith(followers: number) {
  const tribeId = bench.tribes.createTribe();
  const author = bench.tribes.addMember(tribeId);
  const people = Array.from({ length: followers }, () => bench.tribes.addMember(tribeId));
  bench.identity.followers.set(
    author.id,
    people.map(({ id }) => id),
  );
  return { tribeId, author, people };
}

const publishPost = (tribeId: number, author: Actor, postId: string) =>
  bench.publish(PostPublished, PostPublished.fromPartial({ tribeId, postId, authorId: author.id }));

/** The users to whom a notification in the tribe was pushed, in order. */
async function pushedIn(tribeId: number): Promise<string[]> {
  const raised = await bench.events(NotificationRaised);
  return raised.filter((event) => event.tribeId === tribeId).map(({ userId }) => userId);
}

/** The users of each call to content about these users. */
const callsAbout = (people: readonly Actor[]) =>
  bench.content.calls.filter(([first]) => people.some(({ id }) => id === first));

/** At the first call that contains `failing`, `viewer` marks their notifications as seen and the call fails. */
function failOnce(failing: Actor, viewer: Actor): void {
  let hasFailed = false;
  bench.content.beforeAnswer = async (userIds) => {
    if (hasFailed || !userIds.includes(failing.id)) return;
    hasFailed = true;
    expect(await unseen(viewer)).toBe(1);
    await bench.service.as(viewer).post('/notifications/seen');
    throw fail('internal');
  };
}

test('a fan-out longer than ten portions notifies every follower once', async () => {
  const { tribeId, author, people } = authorWith(450);
  await publishPost(tribeId, author, unique('post'));
  const ids = people.map(({ id }) => id);
  expect(await pushedIn(tribeId)).toEqual(ids);
  expect(callsAbout(people).flat()).toEqual(ids);
  expect([await total('dead_letters'), await total('consumer_redelivered_total')]).toEqual([0, 0]);
});

test('a post whose fan-out failed halfway is pushed once to each follower, and stays seen', async () => {
  const { tribeId, author, people } = authorWith(6);
  const [first = author, , third = author] = people;
  failOnce(third, first);
  await publishPost(tribeId, author, unique('post'));
  const ids = people.map(({ id }) => id);
  expect(await pushedIn(tribeId)).toEqual(ids);
  expect(await unseen(first)).toBe(0);
  // The second page was requested twice, the first one once.
  expect(callsAbout(people)).toEqual([0, 2, 2, 4].map((from) => ids.slice(from, from + 2)));
});

test('an announcement that failed halfway continues with the page that failed', async () => {
  const owner = person();
  const tribeId = bench.tribes.createTribe(owner);
  const members = Array.from({ length: 120 }, () => bench.tribes.addMember(tribeId));
  const [first = owner] = members;
  failOnce(members[60] ?? owner, first);
  const announced = { tribeId, postId: unique('post'), authorId: owner.id, announcedById: owner.id };
  await bench.publish(PostAnnounced, PostAnnounced.fromPartial(announced));
  expect(await pushedIn(tribeId)).toEqual(members.map(({ id }) => id));
  expect(await unseen(first)).toBe(0);
  expect(callsAbout(members).map(({ length }) => length)).toEqual([49, 50, 50, 21]);
});

test("posts without followers do not count towards the limit of an author's notified posts", async () => {
  const { tribeId, author } = authorWith(0);
  for (let count = 0; count < notificationBudgets.posts.max; count++)
    await publishPost(tribeId, author, unique('post'));
  const follower = bench.tribes.addMember(tribeId);
  bench.identity.followers.set(author.id, [follower.id]);
  await publishPost(tribeId, author, unique('post'));
  expect(await unseen(follower)).toBe(1);
});
