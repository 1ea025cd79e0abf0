import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { sweepEach } from '@tribus/kit/postgres/sweep.ts';
import type { Deps } from './deps.ts';
import { type EndedProgress, tablesOfTribe } from './store/orphans.ts';
import type { TribesStore, TribesTx } from './store/store.ts';

/** How many deleted tribes, challenges or memberships are looked up at once. */
const foundAtOnce = 100;

/**
 * What tribes, challenges and memberships that are gone have left. It is enqueued with each deletion, and by itself in case
 * that one failed for good, or was of a version that enqueued nothing.
 */
export const deleteOrphans = defineJob('deleteOrphans', { schedule: '19 * * * *' });

export const deleteOrphansJob = ({ store }: Pick<Deps, 'store'>): Job =>
  job(deleteOrphans, (_none, { signal }) => deleteAllOrphans(store, signal));

/** Deletes all of it in portions; one that cannot be deleted keeps no other from its turn. */
export function deleteAllOrphans(store: TribesStore, signal: AbortSignal): Promise<void> {
  const { orphans } = store;
  return sweepEach(signal, [
    () =>
      whileAny(
        () => orphans.listChallenges(foundAtOnce),
        (found) => deleteOrphansOfChallenges(store, found, signal),
      ),
    () =>
      whileAny(
        () => orphans.listTribes(foundAtOnce),
        (found) =>
          sweepEach(
            signal,
            found.map((tribeId) => () => deleteOrphansOfTribe(store, tribeId, signal)),
          ),
      ),
    () =>
      whileAny(
        () => orphans.listEnded(foundAtOnce),
        (found) =>
          sweepEach(
            signal,
            found.map((ended) => () => deleteEndedProgress(store, ended, signal)),
          ),
      ),
  ]);
}

async function whileAny<T>(list: () => Promise<T[]>, deleteAll: (found: T[]) => Promise<void>): Promise<void> {
  for (let found = await list(); found.length > 0; found = await list()) await deleteAll(found);
}

/** What hung on them, with the files of submissions. */
async function deleteOrphansOfChallenges(store: TribesStore, ids: string[], signal: AbortSignal): Promise<void> {
  await inPortions(store, signal, (tx, size) => dropSubmissions(tx, tx.orphans.deleteSomeSubmissions(ids, size)));
  await inPortions(store, signal, (tx, size) => tx.orphans.deleteSomeAttempts(ids, size));
  await store.orphans.closeChallenges(ids);
}

/** But for what was submitted there, which goes with the challenges of the tribe. */
async function deleteOrphansOfTribe(store: TribesStore, tribeId: number, signal: AbortSignal): Promise<void> {
  for (const table of tablesOfTribe)
    await inPortions(store, signal, (tx, size) => tx.orphans.deleteSomeOfTribe(table, tribeId, size));
  await inPortions(store, signal, (tx, size) => tx.orphans.deleteSomeInvites(tribeId, size));
  await store.orphans.closeTribe(tribeId);
}

async function deleteEndedProgress(store: TribesStore, ended: EndedProgress, signal: AbortSignal): Promise<void> {
  await inPortions(store, signal, (tx, size) => dropSubmissions(tx, tx.orphans.deleteSomeEnded(ended, size)));
  await store.orphans.closeEnded(ended);
}

const inPortions = (store: TribesStore, signal: AbortSignal, step: (tx: TribesTx, size: number) => Promise<number>) =>
  doInPortions(signal, (size) => store.transaction((tx) => step(tx, size)));

async function dropSubmissions(tx: TribesTx, deleting: Promise<{ count: number; keys: string[] }>): Promise<number> {
  const { count, keys } = await deleting;
  await dropAfterCommit(tx, keys);
  return count;
}
