import { type AuditRecord, changedFields, recordAudit } from '@tribus/community/audit.ts';
import { requireFewLinks } from '@tribus/community/new-accounts.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { AuditRecorded, PostEdited } from '@tribus/proto/content/v1/events.ts';
import type { Removal } from '../api/moderation.ts';
import type { PostChange } from '../api.ts';
import { storyCaptionMax } from '../limits.ts';
import {
  type Access,
  getContributorAccess,
  getViewerAccess,
  isAuthor,
  mayDeletePost,
  mayEditPost,
  maySee,
  recordRequiredLevel,
  requireAllowedLevel,
} from './access.ts';
import { activeDayKey } from './active-days.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { isVisiblyDifferent, recordEdit, showEdited } from './hidden-until-edited.ts';
import { requireUuid } from './ids.ts';
import { dayOf } from './insight-numbers.ts';
import { removeAsModerator } from './moderator-removal.ts';
import { mediaKeysOf } from './pictures.ts';
import { deletePostTx } from './post-deletion.ts';
import { storeVersion } from './post-versions.ts';
import { postAsObject } from './reportable.ts';
import { inTribe, type PostViewer } from './store/post-viewers.ts';
import type { LockedPost, StoredPost } from './store/posts.ts';
import type { ContentTx } from './store/store.ts';

const viewerOf = ({ viewer, membership, blocked }: Access): PostViewer => ({
  viewerId: viewer.id,
  blocked: inTribe(membership.tribe.id, blocked),
});

/** Returns a post of the tribe that is visible to the viewer; throws 404. */
export async function getVisiblePost(deps: Deps, access: Access, postId: string): Promise<StoredPost> {
  return requireVisible(access, await deps.store.posts.find(requireUuid(postId), viewerOf(access)));
}

/** As getVisiblePost, and locks the post until the transaction ends. */
export async function lockVisiblePost(tx: ContentTx, access: Access, postId: string): Promise<LockedPost> {
  return requireVisible(access, await tx.posts.lock(requireUuid(postId)));
}

function requireVisible<P extends LockedPost>(access: Access, post: P | undefined): P {
  if (post?.tribeId !== access.membership.tribe.id || !maySee(access, post)) throw fail('not_found');
  return post;
}

export async function readPost(deps: Deps, viewer: Actor, tribeId: number, postId: string) {
  const access = await getViewerAccess(deps.directory, viewer, tribeId);
  return { access, post: await getVisiblePost(deps, access, postId) };
}

/**
 * Changes the text and, unless it is undefined, the level of a post. Throws the errors of `requireEditable`, of
 * `requireAllowedLevel`, and 409 `post_changed` when the text has changed since `baseVersion`.
 */
export async function editPost(
  deps: Deps,
  actor: Actor,
  { tribeId, postId }: { tribeId: number; postId: string },
  { content, minLevelOrder, baseVersion }: PostChange,
): Promise<{ access: Access; post: StoredPost }> {
  const { ctx, store, directory } = deps;
  const access = await getContributorAccess(directory, actor, tribeId);
  const now = ctx.clock.now();
  if (minLevelOrder !== undefined) {
    requireEditable(access, await getVisiblePost(deps, access, postId), { content }, now);
    await requireAllowedLevel(directory, access, minLevelOrder);
    await recordRequiredLevel(deps, access, minLevelOrder);
  }
  const post = await store.transaction(async (tx) => {
    // Read again under the lock: the post may have been hidden or removed since the first read.
    const { id } = await lockVisiblePost(tx, access, postId);
    const before = requireVisible(access, await tx.posts.find(id, viewerOf(access)));
    requireEditable(access, before, { content }, now);
    const text = await storeVersion(tx, access, before, { content, baseVersion, now });
    if (!(await tx.posts.update(id, { ...text, minLevelOrder }))) throw fail('not_found');
    await recordEdit(deps, tx, before, content);
    if (isAuthor(access, before) && before.hiddenCause === 'moderator' && isVisiblyDifferent(content, before.content))
      await showEdited(deps, tx, before, content);
    const after = await tx.posts.find(id, viewerOf(access));
    if (!after) throw fail('not_found');
    const event = { tribeId, postId: id, authorId: after.authorId, editedById: actor.id };
    tx.emit(PostEdited, { ...event, minLevelOrder: after.minLevelOrder, isHidden: after.hiddenCause !== null });
    if (!isAuthor(access, before)) {
      const facts = changedFields({ minLevelOrder: before.minLevelOrder }, { minLevelOrder: after.minLevelOrder });
      recordAudit(ctx, tx, AuditRecorded, { action: 'post_edited', ...moderated(before), ...facts });
    }
    return after;
  });
  return { access, post };
}

/** Throws the error for a post that the viewer may not edit, or for a text that is empty or too long. */
function requireEditable(access: Access, post: StoredPost, { content }: PostChange, now: Date): void {
  const isOwn = isAuthor(access, post);
  if (!mayEditPost(access, post, now)) throw isOwn ? errors.fail('edit_window_closed') : fail('forbidden');
  if (content === '' && mediaKeysOf(post).length + post.videoLinks.length === 0) throw errors.fail('post_empty');
  if (post.kind === 'story' && content.length > storyCaptionMax) throw errors.fail('caption_length');
  const unchanged = [post.place, ...post.images.map(({ alt }) => alt), ...post.videoLinks.map(({ url }) => url)];
  if (isOwn) requireFewLinks(access.viewer, [content, ...unchanged].join(' '), now);
}

/**
 * Deletes the actor's own post at once; moderators remove another user's post by a decision of which its author is
 * notified.
 */
export async function removePost(
  deps: Deps,
  actor: Actor,
  { tribeId, postId }: { tribeId: number; postId: string },
  removal: Removal,
): Promise<void> {
  const access = await getViewerAccess(deps.directory, actor, tribeId);
  if (!mayDeletePost(access, await getVisiblePost(deps, access, postId))) throw fail('forbidden');
  await deps.store.transaction(async (tx) => {
    const { id } = await lockVisiblePost(tx, access, postId);
    const post = requireVisible(access, await tx.posts.find(id, viewerOf(access)));
    if (isAuthor(access, post)) return deletePostTx(tx, post);
    recordAudit(deps.ctx, tx, AuditRecorded, { action: 'post_deleted', ...moderated(post) });
    await removeAsModerator(deps, tx, access, { found: postAsObject(post), removal });
  });
}

/** The audit facts of a post changed by a moderator: its author and tribe, not its text. */
const moderated = ({ id, authorId, tribeId }: StoredPost): Pick<AuditRecord, 'target' | 'before'> => ({
  target: { type: 'post', id },
  before: { authorId, tribeId },
});

/** Counts a view once a day per user, and per address for visitors (decisions.md 4). */
export async function viewPost(deps: Deps, viewer: Actor, tribeId: number, postId: string): Promise<void> {
  const { post } = await readPost(deps, viewer, tribeId, postId);
  const viewerKey = viewer.kind === 'user' ? viewer.id : `visitor:${viewer.visitor}`;
  const at = deps.ctx.clock.now();
  await deps.store.transaction(async (tx) => {
    await tx.views.count(post.id, viewerKey, dayOf(at));
    if (viewer.kind === 'user') await tx.activeDays.count(activeDayKey(viewer, tribeId, at));
  });
}
