import { defineJob, type JobRun } from '@tribus/kit/jobs/definition.ts';
import { isSlowStatement } from '@tribus/kit/runtime/errors.ts';
import { z } from 'zod';
import { announceDeleted } from './posts.ts';
import type { ContentStore } from './store/store.ts';

const [fewest, most] = [10, 1_000];
/** Milliseconds that a portion may take: what it locks others wait for, and a statement has 1,500. */
const [short, long] = [200, 500];

/** The posts of a tribe that is gone; within a minute for 100,000 of them. */
export const deleteTribePosts = defineJob('deleteTribePosts', { schema: z.object({ tribeId: z.int() }) });

/** Deletes the posts of a tribe. Whoever ends it between two portions loses nothing: the next attempt goes on. */
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
    size = nextSize(size, performance.now() - began);
    if (deleted === undefined) continue;
    done += deleted;
    await progress(done, total);
  }
}

/** As many at once as the database makes in a short time: posts have few comments or thousands. */
const nextSize = (size: number, tookMs: number): number => {
  if (tookMs > long) return Math.max(fewest, Math.floor(size / 2));
  return tookMs < short ? Math.min(most, size * 2) : size;
};

/** Some posts with their events, in a transaction; resolves to how many, 0 when none is left. */
function deletePortion(store: ContentStore, tribeId: number, size: number): Promise<number> {
  return store.transaction(async (tx) => {
    const posts = await tx.posts.deleteSome(tribeId, size);
    await announceDeleted(tx, posts);
    return posts.length;
  });
}
