import { decodeCursor, pageOf } from '@tribus/kit/http/keyset.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { CommentAdded, CommentDeleted } from '@tribus/proto/content/v1/events.ts';
import type { Transaction } from 'kysely';
import type { Comments, NewComment } from '../api.ts';
import { type Access, requireMember, requireReadAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { assertUuid, getVisiblePost, lockVisiblePost, mayDelete } from './posts.ts';
import { presentComments } from './present.ts';
import {
  commentById,
  deleteComment,
  insertComment,
  repliesTo,
  type StoredComment,
  threadPage,
} from './store/comments.ts';
import { type LockedPost, lockPost, type StoredPost } from './store/posts.ts';
import type { ContentDb } from './store/tables.ts';

/** Which post of which tribe. */
export interface PostRef {
  tribeId: number;
  postId: string;
}

/** A page of the comments on a post, each with all its replies after it. */
export async function readComments(
  deps: Deps,
  viewer: Actor,
  { tribeId, postId }: PostRef,
  { limit, after }: { limit: number; after?: string },
): Promise<Comments> {
  const { db } = deps.postgres;
  const reader = await requireReadAccess(deps.directory, viewer, tribeId);
  const post = await getVisiblePost(deps, reader, postId);
  const list = `comments:${post.id}`;
  const read = await threadPage(db, post.id, viewer.id, limit + 1, decodeCursor(deps.cursors, list, after));
  const { items, next } = pageOf(deps.cursors, list, read, limit);
  const replies = await repliesTo(
    db,
    items.map(({ id }) => id),
    viewer.id,
  );
  const byParent = Map.groupBy(replies, (reply) => reply.parentId);
  const ordered = items.flatMap((comment) => [comment, ...(byParent.get(comment.id) ?? [])]);
  return { items: await presentComments(deps, reader, ordered), nextAfter: next };
}

/** Writes a comment. `id` is new, or chosen by an agent so that its repetition writes nothing more. */
export async function addComment(
  deps: Deps,
  actor: Actor,
  { tribeId, postId }: PostRef,
  { content, parentId }: NewComment,
  id: string = deps.ctx.newId(),
): Promise<{ reader: Access; comment: StoredComment }> {
  const reader = await requireMember(deps.directory, actor, tribeId);
  const comment = await deps.postgres.transaction(async (tx) => {
    const post = await lockVisiblePost(tx, reader, postId);
    const thread = parentId ? await threadOf(tx.db, post, parentId) : null;
    const written: StoredComment = {
      id,
      postId: post.id,
      authorId: actor.id,
      parentId: thread,
      content,
      createdAt: deps.ctx.clock.now(),
      likes: 0,
      dislikes: 0,
      myReaction: null,
    };
    if (!(await insertComment(tx.db, written))) return written;
    tx.emit(CommentAdded, {
      tribeId,
      postId: post.id,
      postAuthorId: post.authorId,
      commentId: id,
      parentId: thread ?? '',
      authorId: actor.id,
      authorIsAgent: actor.isAgent,
    });
    return written;
  });
  return { reader, comment };
}

/** The comment a reply goes below: a reply to a reply goes to its parent (decisions.md 4). */
async function threadOf(db: Transaction<ContentDb>, post: LockedPost, parentId: string): Promise<string> {
  const parent = await commentById(db, assertUuid(parentId), '');
  if (parent?.postId !== post.id) throw fail('not_found');
  return parent.parentId ?? parent.id;
}

/** A comment on that post of that tribe, for the reader; else `not_found`. */
export async function getVisibleComment(
  deps: Deps,
  reader: Access,
  postId: string,
  commentId: string,
): Promise<{ post: StoredPost; comment: StoredComment }> {
  const post = await getVisiblePost(deps, reader, postId);
  const comment = await commentById(deps.postgres.db, assertUuid(commentId), reader.viewer.id);
  if (comment?.postId !== post.id) throw fail('not_found');
  return { post, comment };
}

/** For its author, the post's author and moderators (decisions.md 4). */
export async function removeComment(
  deps: Deps,
  actor: Actor,
  { tribeId, postId }: PostRef,
  commentId: string,
): Promise<void> {
  const reader = await requireReadAccess(deps.directory, actor, tribeId);
  const { post, comment } = await getVisibleComment(deps, reader, postId, commentId);
  if (!mayDelete(reader, comment) && !mayDelete(reader, post)) throw fail('forbidden');
  await deps.postgres.transaction(async (tx) => {
    // As who comments does: one order of locks, and no reply comes below what is going.
    if (!(await lockPost(tx.db, post.id))) return;
    for (const { id, authorId } of await deleteComment(tx.db, comment))
      tx.emit(CommentDeleted, { tribeId, postId: post.id, commentId: id, authorId });
  });
}
