import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import fc from 'fast-check';
import { type Bench, openBench } from './bench.ts';
import { shuffled, someSteps } from './histories.ts';
import { History } from './history.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

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

test('points equal the expected ones after any history, delivered in any order and repeatedly', async () => {
  const parts = [
    someSteps,
    fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
    fc.array(fc.nat(), { maxLength: 10 }),
  ] as const;
  await fc.assert(
    fc.asyncProperty(...parts, async (steps, positions, repeated) => {
      lastTribe += 2;
      const history = new History(unique('run'), [lastTribe, lastTribe + 1], bench.record);
      for (const each of steps) history.apply(each, () => bench.clock.advance(dayMs));
      const { deliveries, again } = shuffled(history, positions, repeated);
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
    // The seed is printed: shrinking the counterexample would take minutes.
    { numRuns: 15, endOnFailure: true },
  );
});
