import { pageOf, positionFrom } from '@tribus/kit/http/keyset.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { CommentAdded, CommentDeleted } from '@tribus/proto/content/v1/events.ts';
import type { Transaction } from 'kysely';
import type { Comments, NewComment } from '../api.ts';
import { type Reader, readerIn, writerIn } from './access.ts';
import type { Parts } from './deps.ts';
import { heldPostFor, knownId, mayDelete, postFor } from './posts.ts';
import { presentComments } from './present.ts';
import {
  commentById,
  deleteComment,
  insertComment,
  repliesTo,
  type StoredComment,
  threadPage,
} from './store/comments.ts';
import { type HeldPost, lockPost, type StoredPost } from './store/posts.ts';
import type { ContentDb } from './store/tables.ts';

/** Which post of which tribe. */
export interface Place {
  tribeId: number;
  postId: string;
}

/** A page of the comments on a post, each with all its replies after it. */
export async function readComments(
  parts: Parts,
  viewer: Actor,
  { tribeId, postId }: Place,
  { limit, after }: { limit: number; after?: string },
): Promise<Comments> {
  const { sql } = parts.postgres;
  const reader = await readerIn(parts.company, viewer, tribeId);
  const post = await postFor(parts, reader, postId);
  const list = `comments:${post.id}`;
  const read = await threadPage(sql, post.id, viewer.id, limit + 1, positionFrom(parts.cursors, list, after));
  const { items, next } = pageOf(parts.cursors, list, read, limit);
  const replies = await repliesTo(
    sql,
    items.map(({ id }) => id),
    viewer.id,
  );
  const byParent = Map.groupBy(replies, (reply) => reply.parentId);
  const ordered = items.flatMap((comment) => [comment, ...(byParent.get(comment.id) ?? [])]);
  return { items: await presentComments(parts, reader, ordered), nextAfter: next };
}

/** Writes a comment. `id` is new, or chosen by an agent so that its repetition writes nothing more. */
export async function addComment(
  parts: Parts,
  actor: Actor,
  { tribeId, postId }: Place,
  { content, parentId }: NewComment,
  id: string = parts.ctx.newId(),
): Promise<{ reader: Reader; comment: StoredComment }> {
  const reader = await writerIn(parts.company, actor, tribeId);
  const comment = await parts.postgres.transaction(async (tx) => {
    const post = await heldPostFor(tx, reader, postId);
    const thread = parentId ? await threadOf(tx.sql, post, parentId) : null;
    const written: StoredComment = {
      id,
      postId: post.id,
      authorId: actor.id,
      parentId: thread,
      content,
      createdAt: parts.ctx.clock.now(),
      likes: 0,
      dislikes: 0,
      myReaction: null,
    };
    if (!(await insertComment(tx.sql, written))) return written;
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
async function threadOf(sql: Transaction<ContentDb>, post: HeldPost, parentId: string): Promise<string> {
  const parent = await commentById(sql, knownId(parentId), '');
  if (parent?.postId !== post.id) throw fail('not_found');
  return parent.parentId ?? parent.id;
}

/** A comment on that post of that tribe, for the reader; else `not_found`. */
export async function commentFor(
  parts: Parts,
  reader: Reader,
  postId: string,
  commentId: string,
): Promise<{ post: StoredPost; comment: StoredComment }> {
  const post = await postFor(parts, reader, postId);
  const comment = await commentById(parts.postgres.sql, knownId(commentId), reader.viewer.id);
  if (comment?.postId !== post.id) throw fail('not_found');
  return { post, comment };
}

/** For its author, the post's author and moderators (decisions.md 4). */
export async function removeComment(
  parts: Parts,
  actor: Actor,
  { tribeId, postId }: Place,
  commentId: string,
): Promise<void> {
  const reader = await readerIn(parts.company, actor, tribeId);
  const { post, comment } = await commentFor(parts, reader, postId, commentId);
  if (!mayDelete(reader, comment) && !mayDelete(reader, post)) throw fail('forbidden');
  await parts.postgres.transaction(async (tx) => {
    // As who comments does: one order of locks, and no reply comes below what is going.
    if (!(await lockPost(tx.sql, post.id))) return;
    for (const { id, authorId } of await deleteComment(tx.sql, comment))
      tx.emit(CommentDeleted, { tribeId, postId: post.id, commentId: id, authorId });
  });
}
