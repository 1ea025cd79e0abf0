import { dropAfterCommit } from '@tribus/community/dropped-pictures.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { PostDeleted, PostEdited } from '@tribus/proto/content/v1/events.ts';
import type { PostChange } from '../api.ts';
import { storyCaptionMax } from '../limits.ts';
import {
  type Access,
  getContributorAccess,
  getReaderAccess,
  isAuthor,
  mayDeletePost,
  mayEditPost,
  maySee,
  requireLevelWithinOwn,
} from './access.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { keysOf } from './pictures.ts';
import type { DeletedPost, LockedPost, StoredPost } from './store/posts.ts';
import type { ContentTx } from './store/store.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids are uuids; anything else names nothing. */
export const isUuid = (id: string): boolean => uuid.test(id);

/** Returns the id; throws 404 when it is none. */
export function requireUuid(id: string): string {
  if (!isUuid(id)) throw fail('not_found');
  return id;
}

/** Returns a post of the tribe that is visible to the viewer; throws 404. */
export async function getVisiblePost(deps: Deps, access: Access, postId: string): Promise<StoredPost> {
  return requireVisible(access, await deps.store.posts.find(requireUuid(postId), access.viewer.id));
}

/** The same, locked until the transaction ends. */
export async function lockVisiblePost(tx: ContentTx, access: Access, postId: string): Promise<LockedPost> {
  return requireVisible(access, await tx.posts.lock(requireUuid(postId)));
}

function requireVisible<P extends LockedPost>(access: Access, post: P | undefined): P {
  if (post?.tribeId !== access.membership.tribe.id || !maySee(access, post)) throw fail('not_found');
  return post;
}

export async function readPost(deps: Deps, viewer: Actor, tribeId: number, postId: string) {
  const access = await getReaderAccess(deps.directory, viewer, tribeId);
  return { access, post: await getVisiblePost(deps, access, postId) };
}

export async function editPost(
  deps: Deps,
  actor: Actor,
  { tribeId, postId }: { tribeId: number; postId: string },
  { content, minLevelOrder }: PostChange,
): Promise<{ access: Access; post: StoredPost }> {
  const { ctx, store, directory } = deps;
  const access = await getContributorAccess(directory, actor, tribeId);
  const post = await getVisiblePost(deps, access, postId);
  const now = ctx.clock.now();
  if (!mayEditPost(access, post, now))
    throw isAuthor(access, post) ? errors.fail('edit_window_closed') : fail('forbidden');
  if (content === '' && post.images.length === 0) throw errors.fail('post_empty');
  if (post.kind === 'story' && content.length > storyCaptionMax) throw errors.fail('caption_length');
  if (minLevelOrder !== undefined) requireLevelWithinOwn(access, minLevelOrder);
  const changed = await store.transaction(async (tx) => {
    const after = await tx.posts.update(post.id, { content, minLevelOrder, editedAt: now });
    if (!after) throw fail('not_found');
    const event = { tribeId, postId: post.id, authorId: post.authorId, editedById: actor.id };
    tx.emit(PostEdited, { ...event, minLevelOrder: after.minLevelOrder });
    return after;
  });
  return { access, post: { ...post, ...changed } };
}

export async function removePost(deps: Deps, actor: Actor, tribeId: number, postId: string): Promise<void> {
  const access = await getReaderAccess(deps.directory, actor, tribeId);
  const post = await getVisiblePost(deps, access, postId);
  if (!mayDeletePost(access, post)) throw fail('forbidden');
  await deps.store.transaction((tx) => deletePostTx(tx, post));
}

export async function deletePostTx(tx: ContentTx, post: StoredPost): Promise<void> {
  if (await tx.posts.delete(post.id)) await announceDeleted(tx, [post]);
}

/** Emits that these posts are gone; media deletes their pictures after the commit. */
export async function announceDeleted(tx: ContentTx, posts: readonly DeletedPost[]): Promise<void> {
  for (const { id: postId, tribeId, authorId, kind } of posts)
    tx.emit(PostDeleted, { tribeId, postId, authorId, kind });
  await dropAfterCommit(
    tx,
    posts.flatMap(({ images }) => keysOf(images)),
  );
}

/** Counts once a day for each person, and for each address of visitors (decisions.md 4). */
export async function viewPost(deps: Deps, viewer: Actor, tribeId: number, postId: string): Promise<void> {
  const { post } = await readPost(deps, viewer, tribeId, postId);
  const who = viewer.kind === 'user' ? viewer.id : `visitor:${viewer.visitor}`;
  const day = deps.ctx.clock.now().toISOString().slice(0, 10);
  await deps.store.transaction((tx) => tx.posts.countView(post.id, who, day));
}
