import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { readActions } from '../src/agents.ts';
import { openRules } from './bench.ts';

let bench: Awaited<ReturnType<typeof openRules>>;
beforeAll(async () => {
  bench = await openRules();
  for (const [id, posts] of [
    [1, 3],
    [2, 3],
    [3, 3],
  ] as const) {
    bench.tribes.addTribe({ id });
    bench.content.addPosts(id, posts);
  }
});
afterAll(() => bench.close());

const actionsOf = async (id: string) => (await readActions(bench.deps, id, { limit: 100 })).items;

test('interrupted actions in a tribe that the agent has left are skipped, and it acts on in the others', async () => {
  const agent = await bench.createAgent([1, 2], { maxActionsPerCycle: 1 });
  bench.content.lostResponse = fail('internal');
  await bench.run();
  bench.content.lostResponse = undefined;
  bench.tribes.removeMembership(1, agent.user);
  bench.clock.advance(hourMs);
  await bench.run();
  expect((await actionsOf(agent.id)).map(({ tribeId, result, reason }) => [tribeId, result, reason])).toEqual(
    expect.arrayContaining([
      [1, 'skipped', 'membership_required'],
      [2, 'done', null],
    ]),
  );
  await expect(bench.deps.store.actions.hasStarted(agent.id)).resolves.toBe(false);
});

test('an action that always fails does not stop the others, in its cycle and in later ones', async () => {
  const [failing = ''] = bench.content.postsOf(3);
  bench.content.failingPosts.add(failing);
  const agent = await bench.createAgent([3], { maxActionsPerCycle: 20 });
  bench.clock.advance(hourMs);
  await bench.run();
  expect(bench.content.likesOf(agent.user.id)).toHaveLength(2);
  bench.content.addPosts(3, 1);
  bench.clock.advance(hourMs);
  await bench.run();
  expect(bench.content.likesOf(agent.user.id)).toHaveLength(3);
  bench.content.failingPosts.delete(failing);
  bench.clock.advance(hourMs);
  await bench.run();
  expect(bench.content.likesOf(agent.user.id)).toContain(failing);
});
