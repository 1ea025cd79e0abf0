import { type AuditRecord, changedFacts, recordAudit } from '@tribus/community/audit.ts';
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
  getReaderAccess,
  isAuthor,
  mayDeletePost,
  mayEditPost,
  maySee,
  requireLevelWithinOwn,
} from './access.ts';
import { deedOf } from './active-days.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { readsDifferently, showEdited } from './hidden-until-edited.ts';
import { requireUuid } from './ids.ts';
import { dayOf } from './insight-numbers.ts';
import { removeAsModerator } from './moderator-removal.ts';
import { deletePostTx } from './post-deletion.ts';
import { postAsObject } from './reportable.ts';
import { inTribe, type PostReader } from './store/post-readers.ts';
import type { LockedPost, StoredPost } from './store/posts.ts';
import type { ContentTx } from './store/store.ts';

const readerOf = ({ viewer, membership, blocked }: Access): PostReader => ({
  viewerId: viewer.id,
  blocked: inTribe(membership.tribe.id, blocked),
});

/** Returns a post of the tribe that is visible to the viewer; throws 404. */
export async function getVisiblePost(deps: Deps, access: Access, postId: string): Promise<StoredPost> {
  return requireVisible(access, await deps.store.posts.find(requireUuid(postId), readerOf(access)));
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
  const now = ctx.clock.now();
  const post = await store.transaction(async (tx) => {
    // What it is now decides: it may have been hidden or removed meanwhile.
    const { id } = await lockVisiblePost(tx, access, postId);
    const before = requireVisible(access, await tx.posts.find(id, readerOf(access)));
    requireEditable(access, before, { content, minLevelOrder }, now);
    if (!(await tx.posts.update(id, { content, minLevelOrder, editedAt: now }))) throw fail('not_found');
    if (isAuthor(access, before) && before.hiddenCause === 'moderator' && readsDifferently(content, before.content))
      await showEdited(deps, tx, before, content);
    const after = await tx.posts.find(id, readerOf(access));
    if (!after) throw fail('not_found');
    const event = { tribeId, postId: id, authorId: after.authorId, editedById: actor.id };
    tx.emit(PostEdited, { ...event, minLevelOrder: after.minLevelOrder });
    if (!isAuthor(access, before)) {
      const facts = changedFacts({ minLevelOrder: before.minLevelOrder }, { minLevelOrder: after.minLevelOrder });
      recordAudit(ctx, tx, AuditRecorded, { action: 'post_edited', ...moderated(before), ...facts });
    }
    return after;
  });
  return { access, post };
}

/** Who may not edit a post is told why; so is who leaves nothing in it, or too much. */
function requireEditable(access: Access, post: StoredPost, { content, minLevelOrder }: PostChange, now: Date): void {
  const isTheirs = isAuthor(access, post);
  if (!mayEditPost(access, post, now)) throw isTheirs ? errors.fail('edit_window_closed') : fail('forbidden');
  if (content === '' && post.images.length === 0) throw errors.fail('post_empty');
  if (post.kind === 'story' && content.length > storyCaptionMax) throw errors.fail('caption_length');
  if (isTheirs) requireFewLinks(access.viewer, content, now);
  if (minLevelOrder !== undefined) requireLevelWithinOwn(access, minLevelOrder);
}

/** Deletes a post of one's own at once; one of somebody else's is removed, for moderators, by a decision that its author hears of. */
export async function removePost(
  deps: Deps,
  actor: Actor,
  { tribeId, postId }: { tribeId: number; postId: string },
  removal: Removal,
): Promise<void> {
  const access = await getReaderAccess(deps.directory, actor, tribeId);
  if (!mayDeletePost(access, await getVisiblePost(deps, access, postId))) throw fail('forbidden');
  await deps.store.transaction(async (tx) => {
    const { id } = await lockVisiblePost(tx, access, postId);
    const post = requireVisible(access, await tx.posts.find(id, readerOf(access)));
    if (isAuthor(access, post)) return deletePostTx(tx, post);
    recordAudit(deps.ctx, tx, AuditRecorded, { action: 'post_deleted', ...moderated(post) });
    await removeAsModerator(deps, tx, access, { found: postAsObject(post), removal });
  });
}

/** What the audit log says of a post that a moderator changed: whose it was and where, not what it said. */
const moderated = ({ id, authorId, tribeId }: StoredPost): Pick<AuditRecord, 'target' | 'before'> => ({
  target: { type: 'post', id },
  before: { authorId, tribeId },
});

/** Counts once a day for each person, and for each address of visitors (decisions.md 4). */
export async function viewPost(deps: Deps, viewer: Actor, tribeId: number, postId: string): Promise<void> {
  const { post } = await readPost(deps, viewer, tribeId, postId);
  const who = viewer.kind === 'user' ? viewer.id : `visitor:${viewer.visitor}`;
  const at = deps.ctx.clock.now();
  await deps.store.transaction(async (tx) => {
    await tx.views.count(post.id, who, dayOf(at));
    if (viewer.kind === 'user') await tx.activeDays.count(deedOf(viewer, tribeId, at));
  });
}
