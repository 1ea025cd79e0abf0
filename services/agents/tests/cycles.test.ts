import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { dayMs, hourMs } from '@tribus/kit/core/durations.ts';
import { defineErrors, fail } from '@tribus/kit/core/errors.ts';
import { readActions } from '../src/agents.ts';
import { openRules } from './bench.ts';

let bench: Awaited<ReturnType<typeof openRules>>;
beforeAll(async () => {
  bench = await openRules();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.content.refusal = undefined;
  bench.content.lostResponse = undefined;
  bench.content.attempts = 0;
});

let lastTribe = 99;
/** Adds a tribe with posts for one test. */
function tribe(posts: number, tags?: string[]): number {
  bench.tribes.addTribe({ id: ++lastTribe });
  bench.content.addPosts(lastTribe, posts, tags);
  return lastTribe;
}
const actionsOf = async (id: string) => (await readActions(bench.deps, id, { limit: 100 })).items;
const refusals = defineErrors({ membership_required: { status: 403, es: 'No', en: 'No', zh: '不' } });

test('an agent likes and comments on each post once over several cycles', async () => {
  const agent = await bench.createAgent([tribe(12)], { maxActionsPerCycle: 20 });
  for (let turns = 0; turns < 4; turns++) {
    bench.clock.advance(hourMs);
    await bench.run();
  }
  const { content } = bench;
  const likes = content.likesOf(agent.user.id);
  expect([likes.length, new Set(likes).size]).toEqual([12, 12]);
  const commented = content.commentsOf(agent.user.id).map(({ postId }) => postId);
  expect(new Set(commented).size).toBe(commented.length);
  expect(content.likes.find(({ userId }) => userId === agent.user.id)?.isAgent).toBe(true);
  const actions = await actionsOf(agent.id);
  expect(actions).toHaveLength(12 + commented.length);
  const comments = actions.filter(({ type }) => type === 'comment');
  expect(comments.map(({ id }) => id).toSorted()).toEqual(
    content
      .commentsOf(agent.user.id)
      .map(({ commentId }) => commentId)
      .toSorted(),
  );
});

test('an agent acts in its other tribes when one of them was just deleted', async () => {
  const [deleted, other] = [tribe(1), tribe(1)];
  bench.content.deletedTribes.add(deleted);
  const agent = await bench.createAgent([deleted, other]);
  await bench.run();
  expect((await actionsOf(agent.id)).map(({ tribeId }) => tribeId)).toContain(other);
});

test('an agent does nothing while its user is silenced or suspended', async () => {
  const agent = await bench.createAgent([tribe(3)]);
  bench.identity.sanctioned.add(agent.user.id);
  await bench.run();
  expect(await actionsOf(agent.id)).toEqual([]);
  bench.identity.sanctioned.delete(agent.user.id);
  bench.clock.advance(hourMs);
  await bench.run();
  expect(await actionsOf(agent.id)).not.toEqual([]);
});

test('an agent waits between its cycles', async () => {
  const agent = await bench.createAgent([tribe(20)], { frequencySec: 600, maxActionsPerCycle: 2 });
  const done = async () => (await actionsOf(agent.id)).length;
  await bench.run();
  await bench.run();
  expect(await done()).toBe(2);
  bench.clock.advance(600_000 - 1);
  await bench.run();
  expect(await done()).toBe(2);
  bench.clock.advance(1);
  await bench.run();
  expect(await done()).toBe(4);
});

test('two concurrent replicas run one cycle of an agent', async () => {
  const agent = await bench.createAgent([tribe(20)], { maxActionsPerCycle: 3 });
  await Promise.all(Array.from({ length: 10 }, () => bench.run()));
  expect(await actionsOf(agent.id)).toHaveLength(3);
});

test('the daily limit applies until the next day, unless limits are off', async () => {
  const limited = await bench.createAgent([tribe(20)], { maxActionsPerCycle: 2, dailyLimit: 3 });
  const free = await bench.createAgent([tribe(20)], { maxActionsPerCycle: 2, dailyLimit: 3, disableLimits: true });
  const done = () => Promise.all([limited, free].map(async ({ id }) => (await actionsOf(id)).length));
  bench.clock.advance(dayMs - (bench.clock.now().getTime() % dayMs));
  for (let turns = 0; turns < 3; turns++) {
    await bench.run();
    bench.clock.advance(hourMs);
  }
  expect(await done()).toEqual([3, 6]);
  bench.clock.advance(dayMs);
  await bench.run();
  expect(await done()).toEqual([5, 8]);
});

test('an inactive agent, one in none of its tribes and one without matching posts do nothing', async () => {
  const id = tribe(5, ['mar']);
  const inactive = await bench.createAgent([id], {}, false);
  const outsider = await bench.createAgent([id]);
  bench.tribes.removeMembership(id, outsider.user);
  const unmatched = await bench.createAgent([id], { tags: ['fuego'] });
  const limited = await bench.createAgent([id], { tags: ['mar'], maxActionsPerCycle: 1 });
  bench.clock.advance(hourMs);
  await bench.run();
  const counts = await Promise.all(
    [inactive, outsider, unmatched, limited].map(async (each) => (await actionsOf(each.id)).length),
  );
  expect(counts).toEqual([0, 0, 0, 1]);
});

test('a forbidden action is skipped with its reason and counts against no limit', async () => {
  const agent = await bench.createAgent([tribe(5)], { maxActionsPerCycle: 2, dailyLimit: 2 });
  bench.content.refusal = refusals.fail('membership_required');
  bench.clock.advance(dayMs);
  await bench.run();
  expect(await actionsOf(agent.id)).toMatchObject([
    { result: 'skipped', reason: 'membership_required' },
    { result: 'skipped', reason: 'membership_required' },
  ]);
  bench.content.refusal = undefined;
  bench.clock.advance(hourMs);
  await bench.run();
  expect((await actionsOf(agent.id)).filter(({ result }) => result === 'done')).toHaveLength(2);
});

test('an action that was interrupted before its result was recorded counts against the daily limit', async () => {
  const agent = await bench.createAgent([tribe(5)], { maxActionsPerCycle: 1, dailyLimit: 2 });
  bench.clock.advance(dayMs - (bench.clock.now().getTime() % dayMs));
  bench.content.lostResponse = fail('internal');
  await bench.run();
  expect(bench.content.likesOf(agent.user.id)).toHaveLength(1);
  expect(await actionsOf(agent.id)).toEqual([]);
  bench.content.lostResponse = undefined;
  for (let turns = 0; turns < 4; turns++) {
    bench.clock.advance(hourMs);
    await bench.run();
  }
  expect((await actionsOf(agent.id)).map(({ result }) => result)).toEqual(['done', 'done']);
  expect([...bench.content.likesOf(agent.user.id), ...bench.content.commentsOf(agent.user.id)]).toHaveLength(2);
});

test('actions are paged newest first, with a cursor of their own for each agent', async () => {
  const id = tribe(10);
  const [agent, other] = [await bench.createAgent([id], { maxActionsPerCycle: 5 }), await bench.createAgent([id])];
  bench.clock.advance(hourMs);
  await bench.run();
  const first = await readActions(bench.deps, agent.id, { limit: 3 });
  const cursor = first.nextCursor ?? '';
  const second = await readActions(bench.deps, agent.id, { limit: 3, cursor });
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 2, null]);
  expect(new Set([...first.items, ...second.items].map((action) => action.id)).size).toBe(5);
  await expect(readActions(bench.deps, other.id, { limit: 3, cursor })).rejects.toMatchObject({ code: 'bad_cursor' });
});

// Must be last: the circuit breaker of content stays open for a while after it.
test('while content is unavailable no action is recorded, and other agents still run', async () => {
  const [first, second] = [await bench.createAgent([tribe(3)]), await bench.createAgent([tribe(3)])];
  bench.content.refusal = fail('unavailable');
  bench.clock.advance(hourMs);
  await bench.run();
  expect(bench.content.attempts).toBeGreaterThanOrEqual(2);
  expect([...(await actionsOf(first.id)), ...(await actionsOf(second.id))]).toEqual([]);
});
