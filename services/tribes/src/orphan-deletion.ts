import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { sweepEach } from '@tribus/kit/postgres/sweep.ts';
import type { Deps } from './deps.ts';
import { type EndedProgress, tablesOfTribe } from './store/orphans.ts';
import type { TribesStore, TribesTx } from './store/store.ts';

/** Page size when listing deleted tribes, challenges or memberships. */
const pageSize = 100;

/**
 * Deletes the rows left by deleted tribes, challenges and ended memberships. Enqueued with each deletion, and hourly in
 * case such a job failed for good or an older version enqueued none.
 */
export const deleteOrphans = defineJob('deleteOrphans', { schedule: '19 * * * *' });

export const deleteOrphansJob = ({ store }: Pick<Deps, 'store'>): Job =>
  job(deleteOrphans, (_none, { signal }) => deleteAllOrphans(store, signal));

/** Deletes all orphans in portions; a failure of one does not stop the others. */
export function deleteAllOrphans(store: TribesStore, signal: AbortSignal): Promise<void> {
  const { orphans } = store;
  return sweepEach(signal, [
    () =>
      repeatWhileFound(
        () => orphans.listChallenges(pageSize),
        (found) => deleteOrphansOfChallenges(store, found, signal),
      ),
    () =>
      repeatWhileFound(
        () => orphans.listTribes(pageSize),
        (found) =>
          sweepEach(
            signal,
            found.map((tribeId) => () => deleteOrphansOfTribe(store, tribeId, signal)),
          ),
      ),
    () =>
      repeatWhileFound(
        () => orphans.listEnded(pageSize),
        (found) =>
          sweepEach(
            signal,
            found.map((ended) => () => deleteEndedProgress(store, ended, signal)),
          ),
      ),
  ]);
}

async function repeatWhileFound<T>(list: () => Promise<T[]>, deleteAll: (found: T[]) => Promise<void>): Promise<void> {
  for (let found = await list(); found.length > 0; found = await list()) await deleteAll(found);
}

/** Deletes the dependent rows and the files of submissions. */
async function deleteOrphansOfChallenges(store: TribesStore, ids: string[], signal: AbortSignal): Promise<void> {
  await inPortions(store, signal, (tx, size) => dropSubmissions(tx, tx.orphans.deleteSomeSubmissions(ids, size)));
  await inPortions(store, signal, (tx, size) => tx.orphans.deleteSomeAttempts(ids, size));
  await store.orphans.closeChallenges(ids);
}

/** Deletes all but submissions, which are deleted with the tribe's challenges. */
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
