import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { sweepEach } from '@tribus/kit/postgres/sweep.ts';
import { sweepIds } from '@tribus/kit/postgres/sweep-ids.ts';
import type { Deps } from './deps.ts';
import { type EndedProgress, tablesOfTribe } from './store/orphans.ts';
import type { TribesStore, TribesTx } from './store/store.ts';

/** Deleted tribes, challenges or ended memberships per query. */
const batchSize = 100;

/**
 * Deletes the rows left by deleted tribes, challenges and ended memberships. Enqueued with each deletion, and hourly in
 * case such a job failed for good or an older version enqueued none.
 */
export const deleteOrphans = defineJob('deleteOrphans', { schedule: '19 * * * *' });

export const deleteOrphansJob = ({ store }: Pick<Deps, 'store'>): Job =>
  job(deleteOrphans, (_none, { signal }) => deleteAllOrphans(store, signal));

/** Deletes all orphans in portions; a failure for one tribe, challenge or membership does not prevent the others. */
export function deleteAllOrphans(store: TribesStore, signal: AbortSignal): Promise<void> {
  const { orphans } = store;
  return sweepEach(signal, [
    () =>
      sweepIds<string>(signal, {
        list: (exceptIds) => orphans.listChallenges(batchSize, exceptIds),
        process: (ids) => deleteOrphansOfChallenges(store, ids, signal),
      }),
    () =>
      sweepIds<number>(signal, {
        list: (exceptIds) => orphans.listTribes(batchSize, exceptIds),
        process: (ids) => doEach(ids, (tribeId) => deleteOrphansOfTribe(store, tribeId, signal)),
      }),
    () =>
      sweepIds<EndedProgress>(signal, {
        list: (except) => orphans.listEnded(batchSize, except),
        process: (found) => doEach(found, (ended) => deleteEndedProgress(store, ended, signal)),
      }),
  ]);
}

async function doEach<T>(found: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  for (const each of found) await work(each);
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
