import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import type { EventRecord } from '@tribus/kit/events/events.ts';
import { userActor } from '@tribus/kit/runtime/actor.ts';
import fc from 'fast-check';
import { type Bench, openBench } from './bench.ts';
import { History, type Step } from './history.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
}, 60_000);
afterAll(() => bench.close(), 60_000);

const day = 24 * 60 * 60 * 1000;
const index = fc.nat(200);
const many = fc.integer({ min: 1, max: 12 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('post' as const), who: index, where: index, times: many }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('comment' as const), who: index, where: index, times: many }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('like' as const, 'like' as const, 'unlike' as const),
      who: index,
      where: fc.nat(3),
      times: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deletePost' as const), where: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deleteComment' as const), where: index }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('deleteTribe' as const, 'deleteUser' as const), where: index }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'nextDay' as const }) },
);

/** What content says keeps its order; deletions come anywhere among it, and some events once more. */
function shuffled({ content, deletions }: History, places: readonly number[], repeated: readonly number[]) {
  const deliveries = [...content];
  for (const [at, event] of deletions.entries())
    deliveries.splice((places[at % places.length] ?? 0) % (deliveries.length + 1), 0, event);
  const again = new Set(repeated.map((at) => deliveries[at % Math.max(1, deliveries.length)]));
  return { deliveries, again: [...again].filter((event): event is EventRecord => event !== undefined) };
}

async function sumOfLedger(userId: string): Promise<number> {
  const client = bench.service.as(userActor(userId));
  let sum = 0;
  for (let cursor = ''; ; ) {
    const { body } = await client.get(`/gamification/me/ledger?limit=100${cursor}`);
    for (const { points } of body.items) sum += points;
    if (body.nextCursor === null) return sum;
    cursor = `&cursor=${body.nextCursor}`;
  }
}

let lastTribe = 20_000;

test('after any history, heard in any order and more than once, points are what the facts come to', async () => {
  const parts = [
    fc.array(step, { minLength: 8, maxLength: 30 }),
    fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
    fc.array(fc.nat(), { maxLength: 10 }),
  ] as const;
  await fc.assert(
    fc.asyncProperty(...parts, async (steps, places, repeated) => {
      lastTribe += 2;
      const history = new History(unique('run'), [lastTribe, lastTribe + 1], bench.record);
      for (const each of steps) history.take(each, () => bench.clock.advance(day));
      const { deliveries, again } = shuffled(history, places, repeated);
      for (const event of deliveries) await bench.deliver(event);
      for (const event of again) await bench.redeliver(event);
      await bench.settled();
      for (const userId of history.authors) {
        const { byTribe, total } = await bench.rpc.getPoints({ userId, tribeIds: history.tribeIds });
        const expected = history.tribeIds.map((tribeId) => ({ tribeId, points: history.pointsOf(userId, tribeId) }));
        expect(byTribe).toEqual(expected);
        expect(await sumOfLedger(userId)).toBe(total);
      }
    }),
    // Its seed is printed: a shorter counterexample is not worth minutes.
    { numRuns: 15, endOnFailure: true },
  );
}, 120_000);
