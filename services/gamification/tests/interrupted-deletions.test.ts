import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import {
  type DeletionRuns,
  deleteTribe,
  deleteUser,
  earn,
  keptOfTribe,
  keptOfUser,
  openDeletionRuns,
  type Runs,
  withTransaction,
  wrongTotals,
} from './deletion-runs.ts';

let runs: DeletionRuns;
beforeAll(async () => {
  runs = await openDeletionRuns();
});
afterAll(() => runs.close());

/** More posts than the first portion takes. */
const posts = 130;
let lastTribe = 50_000;

/** A tribe in which two people earn, of whom one earns in another tribe, too, and likes what the other writes. */
async function someTribe() {
  const [tribeId, otherTribeId] = [++lastTribe, ++lastTribe];
  const [leaver, stayer] = [unique('leaver'), unique('stayer')];
  await earn(runs, { userId: leaver, tribeId, posts, likedBy: [stayer] });
  await earn(runs, { userId: stayer, tribeId, posts, likedBy: [leaver] });
  await earn(runs, { userId: leaver, tribeId: otherTribeId, posts: 2 });
  await earn(runs, { userId: stayer, tribeId: otherTribeId, posts: 3, likedBy: [leaver] });
  return { tribeId, otherTribeId, leaver, stayer };
}

const nothing = { contributions: 0, awards: 0, totals: 0, lines: 0 };

/** The same database; before its `number`-th transaction it does `work`. */
function before(number: number, work: () => Promise<void>): Runs & { isReached(): boolean } {
  let count = 0;
  const interrupted = withTransaction(runs, async (ownWork) => {
    if (++count === number) await work();
    return runs.postgres.transaction(ownWork);
  });
  return { ...interrupted, isReached: () => count >= number };
}

test('an account is gone with all its lines when a tribe of its ends between any two steps of its deletion', async () => {
  let step = 1;
  for (let isReached = true; isReached; step++) {
    const { tribeId, leaver } = await someTribe();
    const interrupted = before(step, () => deleteTribe(runs, tribeId));
    await deleteUser(interrupted, leaver);
    isReached = interrupted.isReached();
    if (!isReached) await deleteTribe(runs, tribeId);
    expect({ step, kept: await keptOfUser(runs, leaver) }).toEqual({ step, kept: nothing });
    expect(await keptOfTribe(runs, tribeId)).toMatchObject({ contributions: 0, awards: 0, totals: 0 });
    expect(await wrongTotals(runs)).toEqual([]);
  }
  expect(step).toBeGreaterThan(10);
});

test('a tribe leaves nobody points when an account of it is deleted between any two steps of its end', async () => {
  let step = 1;
  for (let isReached = true; isReached; step++) {
    const { tribeId, leaver } = await someTribe();
    const interrupted = before(step, () => deleteUser(runs, leaver));
    await deleteTribe(interrupted, tribeId);
    isReached = interrupted.isReached();
    if (!isReached) await deleteUser(runs, leaver);
    expect({ step, kept: await keptOfUser(runs, leaver) }).toEqual({ step, kept: nothing });
    expect(await keptOfTribe(runs, tribeId)).toMatchObject({ contributions: 0, awards: 0, totals: 0 });
    expect(await wrongTotals(runs)).toEqual([]);
  }
  expect(step).toBeGreaterThan(5);
});
