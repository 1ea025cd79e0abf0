import { CommentDeleted } from '@tribus/proto/content/v1/events.ts';
import { deleteOrphansAfterCommit } from './orphan-deletion.ts';
import type { StoredComment } from './store/comments.ts';
import type { ContentTx } from './store/store.ts';

/** Deletes a comment, and its replies in a job; their cases stay. The post must be locked. */
export async function deleteCommentTx(
  tx: ContentTx,
  tribeId: number,
  { id, postId }: Pick<StoredComment, 'id' | 'postId'>,
): Promise<void> {
  const deleted = await tx.comments.delete({ id, postId });
  if (!deleted) return;
  const { authorId, hiddenCause, post } = deleted;
  tx.emit(CommentDeleted, { tribeId, postId, commentId: id, authorId, ...post, wasHidden: hiddenCause !== null });
  await tx.cases.markCommentsDeleted([id]);
  await deleteOrphansAfterCommit(tx);
}
