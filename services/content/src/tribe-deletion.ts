import { defineJob, type JobRun } from '@tribus/kit/jobs/definition.ts';
import { isSlowStatement } from '@tribus/kit/runtime/errors.ts';
import { z } from 'zod';
import { announceDeleted } from './posts.ts';
import type { ContentStore } from './store/store.ts';

const [fewest, most] = [10, 1_000];
/** Milliseconds; a portion that takes less may be larger: what it locks others wait for, and a statement has 1,500. */
const short = 500;

/** The posts of a tribe that is gone; within a minute for 100,000 of them. */
export const deleteTribePosts = defineJob('deleteTribePosts', { schema: z.object({ tribeId: z.int() }) });

/**
 * Deletes the posts of a tribe, as many at once as the database makes in one statement: posts have few comments or
 * thousands. One that took long is no reason for a smaller one: on a busy machine a small one takes as long. Whoever ends
 * it between two portions loses nothing: the next attempt goes on.
 */
export async function deletePostsOfTribe(
  store: ContentStore,
  tribeId: number,
  { signal, progress }: Pick<JobRun, 'signal' | 'progress'>,
): Promise<void> {
  const total = await store.posts.count(tribeId);
  let size = 100;
  for (let done = 0; ; ) {
    signal.throwIfAborted();
    const began = performance.now();
    const deleted = await deletePortion(store, tribeId, size).catch((error: unknown) => {
      if (isSlowStatement(error) && size > fewest) return undefined;
      throw error;
    });
    if (deleted === 0) return;
    if (deleted === undefined) {
      size = Math.max(fewest, Math.floor(size / 2));
      continue;
    }
    if (performance.now() - began < short) size = Math.min(most, size * 2);
    done += deleted;
    await progress(done, total);
  }
}

/** Some posts with their events, in a transaction; resolves to how many, 0 when none is left. */
function deletePortion(store: ContentStore, tribeId: number, size: number): Promise<number> {
  return store.transaction(async (tx) => {
    const posts = await tx.posts.deleteSome(tribeId, size);
    await announceDeleted(tx, posts);
    return posts.length;
  });
}
