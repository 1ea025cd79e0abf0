import { ContentHidden, ContentShown, TribeMediaHidden } from '@tribus/proto/content/v1/events.ts';
import type { StoredCase } from './store/cases.ts';
import type { PostOfComment } from './store/comment-state.ts';
import { isHideable } from './store/hiding.ts';
import type { ContentTx } from './store/store.ts';
import type { HiddenCause } from './store/tables.ts';

/** A case about a post, a comment or a picture of a tribe. */
type HideableCase = Pick<StoredCase, 'id' | 'kind' | 'objectId' | 'tribeId' | 'authorId' | 'object'>;

export type OwnCause = Exclude<HiddenCause, 'parent'>;

/**
 * Locks the object of a case, always before the case itself: a fixed lock order. Returns false when it is deleted or
 * stored by another service.
 */
export async function lockObject(tx: ContentTx, { kind, objectId, object }: HideableCase): Promise<boolean> {
  if (!isHideable(kind)) {
    await tx.caseHiding.lockRemoteObject(objectId);
    return false;
  }
  if (kind === 'tribe_media') return tx.tribeMedia.lock(objectId);
  if (!object.postId || !(await tx.posts.lock(object.postId))) return false;
  return kind === 'post' || tx.comments.lock(objectId);
}

/**
 * Sets the cause for which a case hides its object (null: it does not), and updates the object. The object must be
 * locked.
 */
export async function setHiding(tx: ContentTx, found: HideableCase, hides: OwnCause | null, at: Date): Promise<void> {
  await tx.caseHiding.set(found.id, hides);
  await applyStrictestCase(tx, found, at);
}

/** Hides or shows the object of a case, if content stores it, as the strictest of its cases requires. */
export async function applyStrictestCase(tx: ContentTx, found: HideableCase, at: Date): Promise<void> {
  const { kind, objectId } = found;
  if (!isHideable(kind)) return;
  const present = await tx.hiding.causeOf(kind, objectId);
  const strictest = await tx.caseHiding.strictest(kind, objectId);
  if (present === undefined || present === (strictest?.hides ?? null)) return;
  const hiding = strictest && { at, cause: strictest.hides, wasHidden: present !== null };
  if (hiding) await hideObject(tx, { ...found, id: strictest.id }, hiding);
  else await showObject(tx, found);
}

/** Hides the object and emits an event for its author and for other services that show it. */
async function hideObject(
  tx: ContentTx,
  found: HideableCase,
  { at, cause, wasHidden }: { at: Date; cause: OwnCause; wasHidden: boolean },
): Promise<void> {
  const { id: caseId, kind, objectId, object, authorId } = found;
  if (kind === 'tribe_media') {
    // A picture cannot be edited, so it is never hidden until an edit.
    if (cause === 'moderator') throw new Error('a picture cannot be hidden until an edit');
    await tx.hiding.setMedia(objectId, { at, cause });
    tx.emit(TribeMediaHidden, { tribeId: found.tribeId ?? 0, mediaId: objectId, uploaderId: authorId, caseId, cause });
    return;
  }
  const viewers = await setHidden(tx, { kind, objectId, object }, { at, cause });
  // A removed post could no longer be unpinned.
  if (kind === 'post' && cause === 'removed') await tx.pins.delete(objectId);
  const postKind = object.postKind ?? 'none';
  tx.emit(ContentHidden, { ...addressOf(found), ...viewers, caseId, cause, postKind, wasHidden });
}

/** Hides or shows (null) a post or a comment; returns who may see the post, as events contain it. */
async function setHidden(
  tx: ContentTx,
  { kind, objectId: id, object }: Pick<HideableCase, 'kind' | 'objectId' | 'object'>,
  hidden: { at: Date; cause: OwnCause } | null,
): Promise<PostOfComment> {
  if (kind === 'comment') return tx.hiding.setComment({ id, postId: object.postId ?? '' }, hidden);
  return { minLevelOrder: await tx.hiding.setPost(id, hidden), postAuthorId: '' };
}

async function showObject(tx: ContentTx, found: HideableCase): Promise<void> {
  const { kind, objectId, object } = found;
  if (kind === 'tribe_media') return tx.hiding.setMedia(objectId, null);
  tx.emit(ContentShown, { ...addressOf(found), ...(await setHidden(tx, { kind, objectId, object }, null)) });
}

const addressOf = ({ kind, objectId, tribeId, authorId, object }: HideableCase) => ({
  tribeId: tribeId ?? 0,
  postId: object.postId ?? '',
  commentId: kind === 'comment' ? objectId : '',
  authorId,
});
