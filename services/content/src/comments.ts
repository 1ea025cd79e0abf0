import { recordAudit } from '@tribus/community/audit.ts';
import { requireFewLinks } from '@tribus/community/new-accounts.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { readPage } from '@tribus/kit/http/keyset.ts';
import { AuditRecorded, CommentAdded } from '@tribus/proto/content/v1/events.ts';
import type { Removal } from '../api/moderation.ts';
import type { Comments, NewComment } from '../api.ts';
import {
  type Access,
  getContributorAccess,
  getViewerAccess,
  isAuthor,
  isShownTo,
  mayComment,
  mayDeleteComment,
} from './access.ts';
import { activeDayKey } from './active-days.ts';
import { deleteCommentTx } from './comment-deletion.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { requireUuid } from './ids.ts';
import { removeAsModerator } from './moderator-removal.ts';
import { getVisiblePost, lockVisiblePost } from './posts.ts';
import { presentComments } from './present.ts';
import { commentAsObject } from './reportable.ts';
import type { CommentInsert, StoredComment } from './store/comments.ts';
import type { LockedPost, StoredPost } from './store/posts.ts';
import type { ContentTx } from './store/store.ts';
import { countWriting } from './writing-limits.ts';

/** A post by the tribe and id in the path. */
export interface PostRef {
  tribeId: number;
  postId: string;
}

/** A page of the comments on a post, each followed by all its replies. */
export async function readComments(
  deps: Deps,
  viewer: Actor,
  { tribeId, postId }: PostRef,
  { limit, after }: { limit: number; after?: string },
): Promise<Comments> {
  const { comments } = deps.store;
  const access = await getViewerAccess(deps.directory, viewer, tribeId);
  const post = await getVisiblePost(deps, access, postId);
  const list = `comments:${post.id}`;
  const listViewer = { viewerId: viewer.id, moderates: access.moderates, blocked: access.blocked };
  const { items, nextCursor } = await readPage(deps.cursors, list, { limit, cursor: after }, (page) =>
    comments.listPage(post.id, listViewer, page.limit, page.after),
  );
  const replies = await comments.listReplies(
    items.map(({ id }) => id),
    listViewer,
  );
  const byParent = Map.groupBy(replies, (reply) => reply.parentId);
  const ordered = items.flatMap((comment) => [comment, ...(byParent.get(comment.id) ?? [])]);
  return { items: await presentComments(deps, access, post, ordered), nextAfter: nextCursor };
}

/** Adds a comment. An agent chooses `id`, so that a retry adds nothing. */
export async function addComment(
  deps: Deps,
  actor: Actor,
  { tribeId, postId }: PostRef,
  { content, parentId }: NewComment,
  id: string = deps.ctx.newId(),
): Promise<{ access: Access; post: LockedPost; comment: StoredComment }> {
  const access = await getContributorAccess(deps.directory, actor, tribeId);
  requireFewLinks(actor, content, deps.ctx.clock.now());
  const { post, comment } = await deps.store.transaction(async (tx) => {
    const post = await lockVisiblePost(tx, access, postId);
    if (!mayComment(access, post)) throw errors.fail('comments_locked');
    const thread = parentId ? await threadOf(tx, access, post, parentId) : null;
    const comment: CommentInsert = {
      id,
      postId: post.id,
      authorId: actor.id,
      parentId: thread,
      content,
      createdAt: deps.ctx.clock.now(),
    };
    const shown = { likes: 0, dislikes: 0, myReaction: null, hiddenAt: null, hiddenCause: null };
    const written: StoredComment = { ...comment, ...shown };
    if (!(await tx.comments.insert(comment))) return { post, comment: written };
    await countWriting(deps, tx, { actor, what: 'comments', now: comment.createdAt });
    await tx.activeDays.count(activeDayKey(actor, tribeId, comment.createdAt), { comments: 1 });
    tx.emit(CommentAdded, {
      tribeId,
      postId: post.id,
      postAuthorId: post.authorId,
      commentId: id,
      parentId: thread ?? '',
      authorId: actor.id,
      authorIsAgent: actor.isAgent,
    });
    return { post, comment: written };
  });
  return { access, post, comment };
}

/** The parent of a new reply: for a reply to a reply its parent (decisions.md 4). */
async function threadOf(tx: ContentTx, access: Access, post: LockedPost, parentId: string): Promise<string> {
  const parent = await tx.comments.find(requireUuid(parentId), '');
  // A reply to a hidden comment would not be visible.
  if (parent?.postId !== post.id || parent.hiddenAt !== null || access.blocked.has(parent.authorId))
    throw fail('not_found');
  return parent.parentId ?? parent.id;
}

/** Returns a comment that is visible to the viewer, on a visible post; throws 404. */
export async function getVisibleComment(
  deps: Deps,
  access: Access,
  postId: string,
  commentId: string,
): Promise<{ post: StoredPost; comment: StoredComment }> {
  const post = await getVisiblePost(deps, access, postId);
  const comment = await deps.store.comments.find(requireUuid(commentId), access.viewer.id);
  if (comment?.postId !== post.id || !isShownTo(access, comment)) throw fail('not_found');
  return { post, comment };
}

/**
 * Deletes a comment with its replies, for its author and the post's; moderators remove another user's comment by a
 * decision of which its author is notified.
 */
export async function removeComment(
  deps: Deps,
  actor: Actor,
  { tribeId, postId, commentId }: PostRef & { commentId: string },
  removal: Removal,
): Promise<void> {
  const access = await getViewerAccess(deps.directory, actor, tribeId);
  const { post, comment } = await getVisibleComment(deps, access, postId, commentId);
  if (!mayDeleteComment(access, post, comment)) throw fail('forbidden');
  await deps.store.transaction(async (tx) => {
    // The post first, as when a comment is added: a fixed lock order, and no reply is added before the commit.
    await tx.posts.lock(post.id);
    await tx.comments.lock(comment.id);
    const present = await tx.comments.find(comment.id, actor.id);
    if (!present || !isShownTo(access, present)) throw fail('not_found');
    if (!access.moderates || isAuthor(access, comment)) return deleteCommentTx(tx, tribeId, comment);
    const found = await commentAsObject(tx, post, present);
    await removeAsModerator(deps, tx, access, { found, removal });
    if (isAuthor(access, post)) return;
    recordAudit(deps.ctx, tx, AuditRecorded, {
      action: 'comment_deleted',
      target: { type: 'comment', id: comment.id },
      before: { authorId: comment.authorId, postId: post.id, tribeId },
    });
  });
}
