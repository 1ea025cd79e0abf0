import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { doSteps, type Portion } from '@tribus/kit/postgres/portions.ts';
import { sweepEach } from '@tribus/kit/postgres/sweep.ts';
import { CommentDeleted } from '@tribus/proto/content/v1/events.ts';
import type { Deps } from './deps.ts';
import { tablesOfCase } from './store/orphans.ts';
import type { ContentStore, ContentTx } from './store/store.ts';

/** How many deleted posts, comments or cases are looked up at once. */
const foundAtOnce = 1_000;

/**
 * What posts, comments and cases that are gone have left. It is enqueued with each deletion, and by itself in case that one
 * failed for good, or was of a version that enqueued nothing.
 */
const deleteOrphans = defineJob('deleteOrphans', { schedule: '29 * * * *' });

export const deleteOrphansJob = ({ store }: Pick<Deps, 'store'>): Job =>
  job(deleteOrphans, (_none, { signal }) => deleteAllOrphans(store, signal));

/** Has the job delete what the transaction's deletions leave, if they leave anything. */
export async function deleteOrphansAfterCommit(tx: Pick<ContentTx, 'enqueue' | 'orphans'>): Promise<void> {
  if (await tx.orphans.areNoted()) await tx.enqueue(deleteOrphans, {});
}

/** Deletes all of it in portions; what cannot be deleted keeps nothing of another kind from its turn. */
export function deleteAllOrphans(store: ContentStore, signal: AbortSignal): Promise<void> {
  const { orphans } = store;
  return sweepEach(signal, [
    () =>
      whileAny(
        () => orphans.listPosts(foundAtOnce),
        async (ids) => {
          await doSteps(signal, ofPosts(store, ids));
          await orphans.closePosts(ids);
        },
      ),
    // After the posts, whose comments may have left something, too.
    () =>
      whileAny(
        () => orphans.listComments(foundAtOnce),
        async (ids) => {
          await doSteps(signal, ofComments(store, ids));
          await orphans.closeComments(ids);
        },
      ),
    () =>
      whileAny(
        () => orphans.listCases(foundAtOnce),
        async (ids) => {
          await doSteps(
            signal,
            tablesOfCase.map((table) => (size: number) => orphans.deleteSomeOfCases(table, ids, size)),
          );
          await orphans.closeCases(ids);
        },
      ),
  ]);
}

async function whileAny(list: () => Promise<string[]>, deleteAll: (ids: string[]) => Promise<void>): Promise<void> {
  for (let ids = await list(); ids.length > 0; ids = await list()) await deleteAll(ids);
}

/** Reactions after what they are to: who reacts locks that, so none comes after. */
const ofPosts = (store: ContentStore, ids: string[]): Portion[] => [
  (size) =>
    store.transaction(async (tx) => {
      const deleted = await tx.orphans.deleteSomeComments(ids, size);
      await tx.cases.markCommentsDeleted(deleted);
      return deleted.length;
    }),
  (size) => store.orphans.deleteSomeReactions(ids, size),
  (size) => store.orphans.deleteSomeViews(ids, size),
];

/** Replies were not counted on their post any more when their comment went. */
const ofComments = (store: ContentStore, ids: string[]): Portion[] => [
  (size) =>
    store.transaction(async (tx) => {
      const deleted = await tx.orphans.deleteSomeReplies(ids, size);
      await tx.cases.markCommentsDeleted(deleted.map(({ id }) => id));
      for (const { id: commentId, postId, tribeId, authorId } of deleted)
        if (tribeId !== null) tx.emit(CommentDeleted, { tribeId, postId, commentId, authorId });
      return deleted.length;
    }),
  (size) => store.orphans.deleteSomeReactions(ids, size),
];
