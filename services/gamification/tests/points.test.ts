import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { person, unique } from '@tribus/community/testing/factories.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import {
  CommentAdded,
  CommentDeleted,
  PostDeleted,
  PostPublished,
  ReactionChanged,
} from '@tribus/proto/content/v1/events.ts';
import type { ReactionType } from '@tribus/proto/content/v1/types.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { likeLinesPerDay } from '../limits.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const publish = ({ id, isAgent }: Actor, tribeId = 100, postId = unique('post')) =>
  bench.publish(PostPublished, PostPublished.fromPartial({ tribeId, postId, authorId: id, authorIsAgent: isAgent }));
const comment = ({ id, isAgent }: Actor, tribeId = 100) => {
  const facts = { tribeId, postId: 'post', commentId: unique('comment'), authorId: id, authorIsAgent: isAgent };
  return bench.publish(CommentAdded, CommentAdded.fromPartial(facts));
};
const react = (from: Actor, to: Actor, type: ReactionType, previousType: ReactionType = 'none') => {
  const target = { tribeId: 100, postId: 'post', targetKind: 'post', targetId: 'post' } as const;
  const reaction = { ownerId: to.id, userId: from.id, userIsAgent: from.isAgent, type, previousType };
  return bench.publish(ReactionChanged, { ...target, ...reaction });
};
const points = async (actor: Actor) => {
  await bench.settled();
  return (await bench.service.as(actor).get('/gamification/me')).body.points;
};
const pointsIn = async (actor: Actor, tribeId: number) => {
  await bench.settled();
  return (await bench.rpc.getPoints({ userId: actor.id, tribeIds: [tribeId] })).byTribe[0]?.points;
};
const ledger = async (actor: Actor, query = '') =>
  (await bench.service.as(actor).get(`/gamification/me/ledger${query}`)).body;

test('a post, a comment and a received like have one ledger line each, however often they are delivered', async () => {
  const [ana, leo] = [person(), person()];
  const events = [await publish(ana, 100, 'el-post')];
  const sums = [await points(ana)];
  for (const happen of [() => comment(ana), () => react(leo, ana, 'like')]) {
    bench.clock.advance(1_000);
    events.push(await happen());
    sums.push(await points(ana));
  }
  expect(sums).toEqual([5, 7, 8]);
  for (const event of events) await bench.redeliver(event);
  expect(await points(ana)).toBe(8);
  const { items, nextCursor } = await ledger(ana);
  expect(nextCursor).toBeNull();
  expect(items).toMatchObject([
    { cause: 'like', points: 1, tribeId: 100 },
    { cause: 'comment', points: 2 },
    { cause: 'post', points: 5, postId: 'el-post', createdAt: events[0]?.occurredAt.toISOString() },
  ]);
});

test('no more than ten posts and thirty comments count per day and tribe', async () => {
  bench.clock.advance(12 * hourMs);
  const [ana, leo] = [person(), person()];
  for (let index = 0; index < 12; index++) await publish(ana);
  for (let index = 0; index < 32; index++) await comment(leo);
  expect([await points(ana), await points(leo)]).toEqual([50, 60]);
  await publish(ana, 101);
  await comment(ana);
  expect(await points(ana)).toBe(57);
  bench.clock.advance(dayMs);
  await publish(ana);
  await comment(leo);
  expect([await points(ana), await points(leo)]).toEqual([62, 62]);
});

test('a removed like revokes its point; a dislike costs none', async () => {
  const [ana, leo] = [person(), person()];
  const steps: [ReactionType, ReactionType, number][] = [
    ['like', 'none', 1],
    ['dislike', 'like', 0],
    ['none', 'dislike', 0],
    ['like', 'none', 1],
    ['none', 'like', 0],
    ['dislike', 'none', 0],
  ];
  for (const [type, before, expected] of steps) {
    bench.clock.advance(1_000);
    await react(leo, ana, type, before);
    expect(await points(ana)).toBe(expected);
  }
  const { items } = await ledger(ana);
  expect(items.map(({ cause }: { cause: string }) => cause)).toEqual(['like_removed', 'like', 'like_removed', 'like']);
});

test('a like toggled repeatedly adds a few lines, and the sum is right after each step', async () => {
  const [ana, leo] = [person(), person()];
  const causes = async () => (await ledger(ana)).items.map(({ cause }: { cause: string }) => cause);
  for (let round = 0; round < 6; round++) {
    await react(leo, ana, 'like');
    expect(await points(ana)).toBe(1);
    await react(leo, ana, 'none', 'like');
    expect(await points(ana)).toBe(0);
  }
  const { items } = await ledger(ana);
  expect(items.length).toBe(2 * likeLinesPerDay);
  await react(leo, ana, 'like');
  expect(await points(ana)).toBe(1);
  expect((await causes()).toSorted()).toEqual(['like', 'like', 'like', 'like_removed', 'like_removed']);
  await react(person(), ana, 'like');
  bench.clock.advance(dayMs);
  await react(leo, ana, 'none', 'like');
  expect([await points(ana), (await causes()).length]).toEqual([1, 7]);
});

test('at most fifty likes count per day and tribe', async () => {
  const ana = person();
  const fans = Array.from({ length: 53 }, () => person());
  for (const fan of fans) await react(fan, ana, 'like');
  expect(await points(ana)).toBe(50);
  // Fifty of fifty-three are left.
  for (const fan of fans.slice(0, 3)) await react(fan, ana, 'none', 'like');
  expect(await points(ana)).toBe(50);
  for (const fan of fans.slice(3, 5)) await react(fan, ana, 'none', 'like');
  expect(await points(ana)).toBe(48);
});

test('repeatedly created and deleted tribes leave no points, and their ledger contains the causes', async () => {
  const ana = person();
  for (const tribeId of [900, 901, 902]) {
    for (let index = 0; index < 10; index++) await publish(ana, tribeId);
    expect(await pointsIn(ana, tribeId)).toBe(50);
    bench.clock.advance(1_000);
    const deleted = await bench.publish(TribeDeleted, { tribeId });
    await bench.redeliver(deleted);
    expect(await points(ana)).toBe(0);
    // Concurrent with the deletion of the tribe.
    await publish(ana, tribeId);
    expect(await points(ana)).toBe(0);
    expect((await ledger(ana, '?limit=1')).items).toMatchObject([{ cause: 'tribe_removed', points: -50 }]);
  }
});

test('a deleted post revokes its points, those of its comments and of all their likes', async () => {
  const [ana, leo, eva] = [person(), person(), person()];
  const postId = unique('post');
  await publish(ana, 100, postId);
  const commentId = unique('comment');
  const about = { tribeId: 100, postId };
  await bench.publish(CommentAdded, CommentAdded.fromPartial({ ...about, commentId, authorId: leo.id }));
  const like = (target: string, kind: 'post' | 'comment', owner: Actor) => {
    const reaction = { targetKind: kind, targetId: target, ownerId: owner.id, userId: eva.id, type: 'like' } as const;
    return bench.publish(ReactionChanged, ReactionChanged.fromPartial({ ...about, ...reaction }));
  };
  await like(postId, 'post', ana);
  await like(commentId, 'comment', leo);
  expect([await points(ana), await points(leo)]).toEqual([6, 3]);
  const deleted = await bench.publish(PostDeleted, PostDeleted.fromPartial({ ...about, authorId: ana.id }));
  await bench.redeliver(deleted);
  expect([await points(ana), await points(leo)]).toEqual([0, 0]);
  const causes = (await ledger(ana)).items.map(({ cause }: { cause: string }) => cause);
  expect(causes.toSorted()).toEqual(['like', 'like_removed', 'post', 'post_removed']);
});

test('deleting and posting again earns no more than the day’s cap, and deleting two of twelve posts costs no points', async () => {
  bench.clock.advance(dayMs);
  const ana = person();
  const posts = Array.from({ length: 12 }, () => unique('post'));
  for (const postId of posts) await publish(ana, 100, postId);
  const remove = (postId = '') =>
    bench.publish(PostDeleted, PostDeleted.fromPartial({ tribeId: 100, postId, authorId: ana.id }));
  for (const postId of posts.slice(0, 2)) await remove(postId);
  expect(await points(ana)).toBe(50);
  await remove(posts[2]);
  expect(await points(ana)).toBe(45);
  for (let index = 0; index < 5; index++) await publish(ana);
  expect(await points(ana)).toBe(50);
});

test('a deletion received before its subject leaves no points', async () => {
  const [ana, leo] = [person(), person()];
  const [postId, commentId] = [unique('post'), unique('comment')];
  const about = { tribeId: 100, postId };
  await bench.publish(PostDeleted, PostDeleted.fromPartial({ ...about, authorId: ana.id }));
  await publish(ana, 100, postId);
  const deleted = { tribeId: 100, postId: 'p', commentId, authorId: leo.id };
  await bench.publish(CommentDeleted, CommentDeleted.fromPartial(deleted));
  await bench.publish(
    CommentAdded,
    CommentAdded.fromPartial({ tribeId: 100, postId: 'p', commentId, authorId: leo.id }),
  );
  await react(leo, ana, 'none', 'like');
  await react(leo, ana, 'like');
  expect([await points(ana), await points(leo)]).toEqual([0, 0]);
});

test('deleting an account revokes the likes it gave and its own points', async () => {
  const [ana, leo] = [person(), person()];
  await react(leo, ana, 'like');
  await publish(leo);
  expect([await points(ana), await points(leo)]).toEqual([1, 5]);
  await bench.publish(UserDeleted, { userId: leo.id });
  expect([await points(ana), await points(leo)]).toEqual([0, 0]);
  await react(leo, ana, 'none', 'like');
  await publish(leo);
  expect([await points(ana), await points(leo)]).toEqual([0, 0]);
  expect((await ledger(leo)).items).toEqual([]);
});

test('a like of one’s own post, by an agent or for an agent gives no points', async () => {
  const [ana, leo, agent] = [person(), person(), { ...person(unique('agente')), isAgent: true }];
  await react(ana, ana, 'like');
  await react(agent, ana, 'like');
  await react(leo, agent, 'like');
  await publish(agent);
  await comment(agent);
  expect([await points(ana), await points(agent)]).toEqual([0, 0]);
  expect((await ledger(agent)).items).toEqual([]);
});

test("points are returned by tribe with the member's level, also without points", async () => {
  const ana = person();
  for (const id of [100, 101]) {
    bench.tribes.addTribe({ id });
    bench.tribes.setMembership(id, ana, { levelOrder: id - 98 });
  }
  await publish(ana, 100);
  await publish(ana, 102);
  await bench.settled();
  const thresholds = { 2: 100, 3: 300, 4: 700, 5: 1_500 };
  const client = bench.service.as(ana);
  expect((await client.get('/gamification/me/by-tribe')).body.items).toEqual([
    { tribeId: 100, tribeName: 'Tribu 100', points: 5, level: 2, thresholds },
    { tribeId: 101, tribeName: 'Tribu 101', points: 0, level: 3, thresholds },
  ]);
  expect((await client.get('/gamification/me')).body).toEqual({ points: 10, level: 1, thresholds });
  expect((await client.get('/gamification/thresholds')).body).toEqual({ thresholds });
  expect(await bench.rpc.getPoints({ userId: ana.id, tribeIds: [102, 7] })).toEqual({
    total: 10,
    level: 1,
    byTribe: [
      { tribeId: 102, points: 5 },
      { tribeId: 7, points: 0 },
    ],
  });
});

test('a hundred points reach level two', async () => {
  const ana = person();
  for (const tribeId of [100, 101]) for (let index = 0; index < 10; index++) await publish(ana, tribeId);
  expect(await points(ana)).toBe(100);
  expect((await bench.service.as(ana).get('/gamification/me')).body.level).toBe(2);
});

test("a user's own ledger is paged, for all tribes or one", async () => {
  const [ana, other] = [person(), person()];
  for (const tribeId of [100, 101, 100, 101, 100]) await publish(ana, tribeId);
  await bench.settled();
  const first = await ledger(ana, '?limit=3');
  const second = await ledger(ana, `?limit=3&cursor=${first.nextCursor}`);
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 2, null]);
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
  expect((await ledger(ana, '?tribeId=101')).items).toHaveLength(2);
  expect((await ledger(ana, `?tribeId=101&cursor=${first.nextCursor}`)).code).toBe('bad_cursor');
  expect((await ledger(other, `?cursor=${first.nextCursor}`)).code).toBe('bad_cursor');
  expect((await ledger(ana, '?tribeId=x')).code).toBe('invalid_input');
  expect((await ledger(other)).items).toEqual([]);
  for (const path of ['me', 'me/by-tribe', 'me/ledger', 'thresholds'])
    expect((await bench.service.as().get(`/gamification/${path}`)).status).toBe(401);
});
