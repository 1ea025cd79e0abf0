import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import {
  type DeletionRuns,
  deleteTribe,
  deleteUser,
  earn,
  observe,
  openDeletionRuns,
  pointsOf,
  type Runs,
  rowsOfTribe,
  rowsOfUser,
  withTransaction,
  wrongTotals,
} from './deletion-runs.ts';

let runs: DeletionRuns;
beforeAll(async () => {
  runs = await openDeletionRuns();
});
afterAll(() => runs.close());

/** More posts than one portion. */
const posts = 130;
let lastTribe = 50_000;

/** A tribe in which two people earn points; one of them also earns in another tribe, and likes the other's posts. */
async function someTribe() {
  const [tribeId, otherTribeId] = [++lastTribe, ++lastTribe];
  const [leaver, stayer] = [unique('leaver'), unique('stayer')];
  await earn(runs, { userId: leaver, tribeId, posts, likedBy: [stayer] });
  await earn(runs, { userId: stayer, tribeId, posts, likedBy: [leaver] });
  await earn(runs, { userId: leaver, tribeId: otherTribeId, posts: 2 });
  await earn(runs, { userId: stayer, tribeId: otherTribeId, posts: 3, likedBy: [leaver] });
  return { tribeId, otherTribeId, leaver, stayer };
}

const zeros = { contributions: 0, awards: 0, totals: 0, lines: 0 };

/** The same database; runs `work` before its `number`-th transaction. */
function before(number: number, work: () => Promise<void>): Runs & { isReached(): boolean } {
  let count = 0;
  const interrupted = withTransaction(runs, async (ownWork) => {
    if (++count === number) await work();
    return runs.postgres.transaction(ownWork);
  });
  return { ...interrupted, isReached: () => count >= number };
}

test('a deleted account leaves no lines when its tribe is deleted between any two steps', async () => {
  let step = 1;
  for (let isReached = true; isReached; step++) {
    const { tribeId, leaver } = await someTribe();
    const interrupted = before(step, () => deleteTribe(runs, tribeId));
    await deleteUser(interrupted, leaver);
    isReached = interrupted.isReached();
    if (!isReached) await deleteTribe(runs, tribeId);
    expect({ step, rows: await rowsOfUser(runs, leaver) }).toEqual({ step, rows: zeros });
    expect(await rowsOfTribe(runs, tribeId)).toMatchObject({ contributions: 0, awards: 0, totals: 0 });
    expect(await wrongTotals(runs)).toEqual([]);
  }
  expect(step).toBeGreaterThan(10);
});

test("a deleted tribe leaves no points when a member's account is deleted between any two steps", async () => {
  let step = 1;
  for (let isReached = true; isReached; step++) {
    const { tribeId, leaver } = await someTribe();
    const interrupted = before(step, () => deleteUser(runs, leaver));
    await deleteTribe(interrupted, tribeId);
    isReached = interrupted.isReached();
    if (!isReached) await deleteUser(runs, leaver);
    expect({ step, rows: await rowsOfUser(runs, leaver) }).toEqual({ step, rows: zeros });
    expect(await rowsOfTribe(runs, tribeId)).toMatchObject({ contributions: 0, awards: 0, totals: 0 });
    expect(await wrongTotals(runs)).toEqual([]);
  }
  expect(step).toBeGreaterThan(5);
});

/** The same database; the process crashes at the `moment`-th of its statements and commits. */
function crashingAt(moment: number): Runs & { hasCrashed(): boolean } {
  let count = 0;
  const next = () => {
    if (++count >= moment) throw new Error('the process died');
  };
  return { ...observe(runs, { onStatement: next, onCommit: next }), hasCrashed: () => count >= moment };
}

/** Runs a deletion that crashes at that moment, and then once more. Returns false when it has fewer moments. */
async function crashAndRepeat(deletion: (runs: Runs) => Promise<void>, moment: number): Promise<boolean> {
  const crashing = crashingAt(moment);
  const [outcome] = await Promise.allSettled([deletion(crashing)]);
  expect({ moment, status: outcome?.status }).toEqual({
    moment,
    status: crashing.hasCrashed() ? 'rejected' : 'fulfilled',
  });
  await deletion(runs);
  return crashing.hasCrashed();
}

test('a deletion of a tribe interrupted at any moment leaves no points and revokes none twice', async () => {
  let moment = 1;
  for (let hasCrashed = true; hasCrashed; moment++) {
    const { tribeId, otherTribeId, leaver, stayer } = await someTribe();
    hasCrashed = await crashAndRepeat((own) => deleteTribe(own, tribeId), moment);
    const rows = await rowsOfTribe(runs, tribeId);
    expect({ moment, rows }).toEqual({ moment, rows: { contributions: 0, awards: 0, totals: 0, removals: 2 } });
    expect([await pointsOf(runs, leaver, otherTribeId), await pointsOf(runs, stayer, otherTribeId)]).toEqual([17, 25]);
    expect(await wrongTotals(runs)).toEqual([]);
  }
  expect(moment).toBeGreaterThan(30);
});

test('a deletion of an account interrupted at any moment revokes the points of its likes once', async () => {
  let moment = 1;
  for (let hasCrashed = true; hasCrashed; moment++) {
    const { tribeId, otherTribeId, leaver, stayer } = await someTribe();
    hasCrashed = await crashAndRepeat((own) => deleteUser(own, leaver), moment);
    expect({ moment, rows: await rowsOfUser(runs, leaver) }).toEqual({ moment, rows: zeros });
    // Ten posts and a challenge count, and three posts and a challenge.
    expect([await pointsOf(runs, stayer, tribeId), await pointsOf(runs, stayer, otherTribeId)]).toEqual([57, 22]);
    expect(await wrongTotals(runs)).toEqual([]);
  }
  expect(moment).toBeGreaterThan(50);
});
