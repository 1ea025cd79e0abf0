import type { Tx } from '@tribus/kit/postgres/postgres.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { PostDeleted, PostEdited } from '@tribus/proto/content/v1/events.ts';
import type { PostChange } from '../api.ts';
import { editWindowHours, storyCaptionMax } from '../limits.ts';
import { type Access, isAuthor, maySee, refuseLevelAbove, requireMember, requireReadAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { keysOf } from './pictures.ts';
import {
  addView,
  changePost,
  deletePost,
  type LockedPost,
  lockPostRow,
  postById,
  type StoredPost,
} from './store/posts.ts';
import type { ContentDb } from './store/tables.ts';

const editWindowMs = editWindowHours * 60 * 60 * 1000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids are uuids inside; anything else names nothing. */
export function assertUuid(id: string): string {
  if (!uuid.test(id)) throw fail('not_found');
  return id;
}

/** A post of that tribe that is there for the reader; else `not_found`. */
export async function getVisiblePost(deps: Deps, reader: Access, postId: string): Promise<StoredPost> {
  return requireVisible(reader, await postById(deps.postgres.db, assertUuid(postId), reader.viewer.id));
}

/** The same of a post that nobody else changes until the transaction ends. */
export async function lockVisiblePost(tx: Tx<ContentDb>, reader: Access, postId: string): Promise<LockedPost> {
  return requireVisible(reader, await lockPostRow(tx.db, assertUuid(postId)));
}

function requireVisible<P extends LockedPost>(reader: Access, post: P | undefined): P {
  if (post?.tribeId !== reader.membership.tribe.id || !maySee(reader, post)) throw fail('not_found');
  return post;
}

export async function readPost(deps: Deps, viewer: Actor, tribeId: number, postId: string) {
  const reader = await requireReadAccess(deps.directory, viewer, tribeId);
  return { reader, post: await getVisiblePost(deps, reader, postId) };
}

/** Moderators at any time, the author within eight hours (specification 2, section 4). */
export const mayEdit = (reader: Access, post: StoredPost, now: Date): boolean =>
  reader.moderates || (isAuthor(reader, post) && withinEditWindow(post, now));

export const mayDelete = (reader: Access, post: { authorId: string }): boolean =>
  reader.moderates || isAuthor(reader, post);

const withinEditWindow = (post: StoredPost, now: Date): boolean =>
  now.getTime() - post.createdAt.getTime() <= editWindowMs;

export async function editPost(
  deps: Deps,
  actor: Actor,
  { tribeId, postId }: { tribeId: number; postId: string },
  { content, minLevelOrder }: PostChange,
): Promise<{ reader: Access; post: StoredPost }> {
  const { ctx, postgres, directory } = deps;
  const reader = await requireMember(directory, actor, tribeId);
  const post = await getVisiblePost(deps, reader, postId);
  const now = ctx.clock.now();
  if (!mayEdit(reader, post, now)) throw isAuthor(reader, post) ? errors.fail('edit_window_closed') : fail('forbidden');
  if (content === '' && post.images.length === 0) throw errors.fail('post_empty');
  if (post.kind === 'story' && content.length > storyCaptionMax) throw errors.fail('caption_length');
  if (minLevelOrder !== undefined) refuseLevelAbove(reader, minLevelOrder);
  const changed = await postgres.transaction(async (tx) => {
    const after = await changePost(tx.db, post.id, { content, minLevelOrder, editedAt: now });
    if (!after) throw fail('not_found');
    const said = { tribeId, postId: post.id, authorId: post.authorId, editedById: actor.id };
    tx.emit(PostEdited, { ...said, minLevelOrder: after.minLevelOrder });
    return after;
  });
  return { reader, post: { ...post, ...changed } };
}

export async function removePost(deps: Deps, actor: Actor, tribeId: number, postId: string): Promise<void> {
  const reader = await requireReadAccess(deps.directory, actor, tribeId);
  const post = await getVisiblePost(deps, reader, postId);
  if (!mayDelete(reader, post)) throw fail('forbidden');
  await deps.postgres.transaction((tx) => deletePostTx(tx, post));
}

/** Takes the post away and says so; its pictures are deleted by who hears it. */
export async function deletePostTx(tx: Tx<ContentDb>, post: StoredPost): Promise<void> {
  if (!(await deletePost(tx.db, post.id))) return;
  tx.emit(PostDeleted, {
    tribeId: post.tribeId,
    postId: post.id,
    authorId: post.authorId,
    kind: post.kind,
    droppedMediaKeys: keysOf(post.images),
  });
}

/** Counts once a day for each person, and for each address of visitors (decisions.md 4). */
export async function viewPost(deps: Deps, viewer: Actor, tribeId: number, postId: string): Promise<void> {
  const { post } = await readPost(deps, viewer, tribeId, postId);
  const who = viewer.kind === 'user' ? viewer.id : `visitor:${viewer.visitor}`;
  const day = deps.ctx.clock.now().toISOString().slice(0, 10);
  await deps.postgres.transaction((tx) => addView(tx.db, post.id, who, day));
}
