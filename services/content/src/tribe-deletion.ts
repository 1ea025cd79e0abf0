import { fail } from '@tribus/kit/core/errors.ts';
import { defineJob, type JobRun } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { z } from 'zod';
import { dropPicturesOf } from './case-closing.ts';
import { emitCasesDeleted } from './case-queue.ts';
import { dropMedia } from './media-deletion.ts';
import { deleteOrphansAfterCommit } from './orphan-deletion.ts';
import { emitPostsDeleted } from './post-deletion.ts';
import type { ContentStore, ContentTx } from './store/store.ts';

/** Deletes the content of a deleted tribe; 100,000 posts take less than a minute. */
export const deleteTribePosts = defineJob('deleteTribePosts', {
  schema: z.object({ tribeId: z.int() }),
  maxAttempts: lastingAttempts,
});

/** Records the deletion first, so that no content is added afterwards and the job finds all of it. */
export async function enqueueTribeDeletion(tx: Pick<ContentTx, 'enqueue' | 'tribeTombstones'>, tribeId: number) {
  await tx.tribeTombstones.add(tribeId);
  await tx.enqueue(deleteTribePosts, { tribeId }, { key: String(tribeId) });
}

/** Throws 404 when the tribe is deleted; else its deletion waits until the transaction ends. */
export async function requireTribePresent({ tribeTombstones }: Pick<ContentTx, 'tribeTombstones'>, tribeId: number) {
  if (await tribeTombstones.has(tribeId)) throw fail('not_found');
}

/**
 * Deletes the posts of a tribe, its pictures, and the cases that its moderators decide. Cases of site admins stay, so
 * that deleting the tribe does not end them.
 */
export async function deletePostsOfTribe(
  store: ContentStore,
  tribeId: number,
  { signal, progress }: Pick<JobRun, 'signal' | 'progress'>,
): Promise<void> {
  await doInPortions(
    signal,
    (size) =>
      store.transaction(async (tx) => {
        const posts = await tx.posts.deleteSome({ tribeId }, size);
        await emitPostsDeleted(tx, posts);
        return posts.length;
      }),
    progress,
  );
  await doInPortions(signal, (size) =>
    store.transaction(async (tx) => {
      const deleted = await tx.tribeMedia.deleteSome({ tribeId }, size);
      await dropMedia(tx, deleted);
      return deleted.length;
    }),
  );
  await doInPortions(signal, (size) => store.transaction((tx) => tx.activeDays.deleteSome({ tribeId }, size)));
  await store.tribeDays.deleteOfTribe(tribeId);
  // After the posts, so that no post can be announced afterwards.
  await store.announcements.deleteOfTribe(tribeId);
  // After the posts and pictures, so that no case about them is opened afterwards.
  await doInPortions(signal, (size) =>
    store.transaction(async (tx) => {
      const cases = await tx.caseErasure.deleteOfTribe(tribeId, size);
      await dropPicturesOf(tx, cases);
      emitCasesDeleted(tx, cases);
      if (cases.length > 0) await deleteOrphansAfterCommit(tx);
      return cases.length;
    }),
  );
  await doInPortions(signal, (size) => store.transaction((tx) => tx.caseErasure.keepWithoutTribe(tribeId, size)));
}
