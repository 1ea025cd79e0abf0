import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import { PostDeleted } from '@tribus/proto/content/v1/events.ts';
import { deleteOrphansAfterCommit } from './orphan-deletion.ts';
import { closeAfterCommit } from './picture-access.ts';
import { mediaKeysOf } from './pictures.ts';
import type { DeletedPost, StoredPost } from './store/posts.ts';
import type { ContentTx } from './store/store.ts';

/** Deletes a post, unless it is already deleted; its comments, reactions and views follow in a job. */
export async function deletePostTx(tx: ContentTx, post: StoredPost): Promise<void> {
  if (await tx.posts.delete(post.id)) await emitPostsDeleted(tx, [post]);
}

/**
 * Emits PostDeleted, and enqueues the deletion of the pictures in media, except for evidence of a case that is not
 * closed: access to those is closed instead.
 */
export async function emitPostsDeleted(tx: ContentTx, posts: readonly DeletedPost[]): Promise<void> {
  const cases = await tx.cases.markPostsDeleted(posts.map(({ id }) => id));
  const evidence = new Set(cases.flatMap(({ kind, objectId }) => (kind === 'post' ? objectId : [])));
  for (const { id: postId, tribeId, authorId, kind, minLevelOrder, hiddenCause } of posts)
    tx.emit(PostDeleted, { tribeId, postId, authorId, kind, minLevelOrder, wasHidden: hiddenCause !== null });
  await dropAfterCommit(
    tx,
    posts.flatMap((post) => (evidence.has(post.id) ? [] : mediaKeysOf(post))),
  );
  for (const post of posts) if (evidence.has(post.id)) await closeAfterCommit(tx, post);
  if (posts.length > 0) await deleteOrphansAfterCommit(tx);
}
