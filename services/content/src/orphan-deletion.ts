import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { doSteps, type Portion } from '@tribus/kit/postgres/portions.ts';
import { sweepEach } from '@tribus/kit/postgres/sweep.ts';
import { sweepIds } from '@tribus/kit/postgres/sweep-ids.ts';
import { CommentDeleted } from '@tribus/proto/content/v1/events.ts';
import type { Deps } from './deps.ts';
import { tablesOfCase } from './store/orphans.ts';
import type { ContentStore, ContentTx } from './store/store.ts';

/** Deleted posts, comments or cases per query. */
const batchSize = 1_000;

/**
 * Deletes the rows left by deleted posts, comments and cases. Enqueued with each deletion; the schedule covers failed
 * jobs, and deletions by an older version, which enqueued none.
 */
const deleteOrphans = defineJob('deleteOrphans', { schedule: '29 * * * *' });

export const deleteOrphansJob = ({ store }: Pick<Deps, 'store'>): Job =>
  job(deleteOrphans, (_none, { signal }) => deleteAllOrphans(store, signal));

/**
 * Enqueues the job if the deletions of the transaction may have left rows. All transactions share one waiting job,
 * whose row stays locked until the commit, so call this last. Call it only after a deletion: once a running job is
 * enqueued again it is not retried, because the new one replaces it.
 */
export async function deleteOrphansAfterCommit(tx: Pick<ContentTx, 'enqueue' | 'orphans'>): Promise<void> {
  if (await tx.orphans.hasAny()) await tx.enqueue(deleteOrphans, {}, { key: 'all' });
}

/** Deletes all orphans in batches; a failure for one kind or one id does not prevent the others. */
export function deleteAllOrphans(store: ContentStore, signal: AbortSignal): Promise<void> {
  const { orphans } = store;
  return sweepEach(signal, [
    () =>
      sweepIds<string>(signal, {
        list: (exceptIds) => orphans.listPosts(batchSize, exceptIds),
        process: async (ids) => {
          await doSteps(signal, portionsOfPosts(store, ids));
          await orphans.clearPosts(ids);
        },
      }),
    // After the posts, whose comments may have left replies and reactions.
    () =>
      sweepIds<string>(signal, {
        list: (exceptIds) => orphans.listComments(batchSize, exceptIds),
        process: async (ids) => {
          await doSteps(signal, portionsOfComments(store, ids));
          await orphans.clearComments(ids);
        },
      }),
    () =>
      sweepIds<string>(signal, {
        list: (exceptIds) => orphans.listCases(batchSize, exceptIds),
        process: async (ids) => {
          await doSteps(signal, portionsOfCases(store, ids));
          await orphans.clearCases(ids);
        },
      }),
  ]);
}

/** Reactions after their targets: reacting locks the target, so none is added afterwards. */
const portionsOfPosts = (store: ContentStore, ids: string[]): Portion[] => [
  (size) =>
    store.transaction(async (tx) => {
      const deleted = await tx.orphans.deleteSomeComments(ids, size);
      await tx.cases.markCommentsDeleted(deleted);
      return deleted.length;
    }),
  (size) => store.orphans.deleteSomeReactions(ids, size),
  (size) => store.orphans.deleteSomeViews(ids, size),
  (size) => store.orphans.deleteSomeVersions(ids, size),
];

/** Replies no longer counted on their post after their comment was deleted. */
const portionsOfComments = (store: ContentStore, ids: string[]): Portion[] => [
  (size) =>
    store.transaction(async (tx) => {
      const deleted = await tx.orphans.deleteSomeReplies(ids, size);
      await tx.cases.markCommentsDeleted(deleted.map(({ id }) => id));
      for (const { id: commentId, postId, tribeId, authorId } of deleted)
        if (tribeId !== null)
          tx.emit(CommentDeleted, CommentDeleted.fromPartial({ tribeId, postId, commentId, authorId }));
      return deleted.length;
    }),
  (size) => store.orphans.deleteSomeReactions(ids, size),
];

const portionsOfCases = ({ orphans }: ContentStore, ids: string[]): Portion[] =>
  tablesOfCase.map((table) => (size) => orphans.deleteSomeOfCases(table, ids, size));
