import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import {
  type DeletionRuns,
  deleteTribe,
  deleteUser,
  earn,
  keptOfTribe,
  keptOfUser,
  observe,
  openDeletionRuns,
  pointsOf,
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

/** The same database; the process dies at the `moment`-th of its statements and commits. */
function dyingAt(moment: number): Runs & { hasDied(): boolean } {
  let count = 0;
  const next = () => {
    if (++count >= moment) throw new Error('the process died');
  };
  return { ...observe(runs, { onStatement: next, onCommit: next }), hasDied: () => count >= moment };
}

/** Runs a deletion that dies at that moment, and then once more. Returns false when it has fewer moments. */
async function dieAndRepeat(deletion: (runs: Runs) => Promise<void>, moment: number): Promise<boolean> {
  const dying = dyingAt(moment);
  const [outcome] = await Promise.allSettled([deletion(dying)]);
  expect({ moment, status: outcome?.status }).toEqual({ moment, status: dying.hasDied() ? 'rejected' : 'fulfilled' });
  await deletion(runs);
  return dying.hasDied();
}

test('a tribe whose deletion dies at any moment leaves nobody points, and takes nothing back twice', async () => {
  let moment = 1;
  for (let hasDied = true; hasDied; moment++) {
    const { tribeId, otherTribeId, leaver, stayer } = await someTribe();
    hasDied = await dieAndRepeat((own) => deleteTribe(own, tribeId), moment);
    const kept = await keptOfTribe(runs, tribeId);
    expect({ moment, kept }).toEqual({ moment, kept: { contributions: 0, awards: 0, totals: 0, removals: 2 } });
    expect([await pointsOf(runs, leaver, otherTribeId), await pointsOf(runs, stayer, otherTribeId)]).toEqual([17, 25]);
    expect(await wrongTotals(runs)).toEqual([]);
  }
  expect(moment).toBeGreaterThan(30);
});

test('an account whose deletion dies at any moment is gone with its likes, whose points are taken back once', async () => {
  let moment = 1;
  for (let hasDied = true; hasDied; moment++) {
    const { tribeId, otherTribeId, leaver, stayer } = await someTribe();
    hasDied = await dieAndRepeat((own) => deleteUser(own, leaver), moment);
    expect({ moment, kept: await keptOfUser(runs, leaver) }).toEqual({ moment, kept: nothing });
    // Ten posts and a challenge count, and three posts and a challenge.
    expect([await pointsOf(runs, stayer, tribeId), await pointsOf(runs, stayer, otherTribeId)]).toEqual([57, 22]);
    expect(await wrongTotals(runs)).toEqual([]);
  }
  expect(moment).toBeGreaterThan(50);
});
