import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { type Access, getViewerAccess } from './access.ts';
import type { PostRef } from './comments.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { getVisiblePost, lockVisiblePost } from './posts.ts';
import type { LockedPost, StoredPost } from './store/posts.ts';
import type { ContentTx } from './store/store.ts';

/** A post after a moderator's change. */
export interface ModeratedPost {
  access: Access;
  post: StoredPost;
}

/**
 * Pins a post to the top of the feed of its tribe, or unpins it; for moderators. Concurrent attempts never exceed three
 * pins.
 */
export const setPinned = (deps: Deps, actor: Actor, ref: PostRef, isPinned: boolean): Promise<ModeratedPost> =>
  moderatePost(deps, actor, ref, async (tx, { id }) => {
    if (!isPinned) await tx.pins.delete(id);
    else if (!(await tx.pins.insert(ref.tribeId, id, deps.ctx.clock.now()))) throw errors.fail('too_many_pins');
  });

/** Closes the comments of a post for all but moderators, or opens them; for moderators. */
export const setCommentsLocked = (deps: Deps, actor: Actor, ref: PostRef, locked: boolean): Promise<ModeratedPost> =>
  moderatePost(deps, actor, ref, (tx, { id }) => tx.posts.setCommentsLocked(id, locked));

/** Changes a locked post for a moderator; throws 403 for other users, 404 when the post is not visible. */
export async function moderatePost(
  deps: Deps,
  actor: Actor,
  { tribeId, postId }: PostRef,
  work: (tx: ContentTx, post: LockedPost) => Promise<void>,
): Promise<ModeratedPost> {
  const access = await getViewerAccess(deps.directory, actor, tribeId);
  if (!access.moderates) throw fail('forbidden');
  await deps.store.transaction(async (tx) => work(tx, await lockVisiblePost(tx, access, postId)));
  return { access, post: await getVisiblePost(deps, access, postId) };
}
