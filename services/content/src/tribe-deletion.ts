import { deletePostTx } from './posts.ts';
import type { ContentStore } from './store/store.ts';

const atATime = 100;

/** Deletes the posts of tribes that are gone. Whoever ends it half-way loses nothing: the next run goes on. */
export async function deletePostsOfDeletedTribes(store: ContentStore, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await deletePortion(store)));
}

/** Some posts of one such tribe, in a transaction; answers whether there may be more. */
export function deletePortion(store: ContentStore): Promise<boolean> {
  return store.transaction(async (tx) => {
    const tribeId = await tx.deletedTribes.lockNext();
    if (tribeId === undefined) return false;
    const posts = await tx.posts.listByTribe(tribeId, atATime);
    for (const post of posts) await deletePostTx(tx, post);
    if (posts.length < atATime) await tx.deletedTribes.remove(tribeId);
    return true;
  });
}
