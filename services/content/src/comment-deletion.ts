import { CommentDeleted } from '@tribus/proto/content/v1/events.ts';
import type { StoredComment } from './store/comments.ts';
import type { ContentTx } from './store/store.ts';

/** Deletes a comment with its replies; the cases about them go on without them. The post is locked. */
export async function deleteCommentTx(
  tx: ContentTx,
  tribeId: number,
  { id, postId }: Pick<StoredComment, 'id' | 'postId'>,
): Promise<void> {
  const deleted = await tx.comments.delete({ id, postId });
  for (const { id: commentId, authorId } of deleted) tx.emit(CommentDeleted, { tribeId, postId, commentId, authorId });
  await tx.cases.markCommentsDeleted(deleted.map((comment) => comment.id));
}
