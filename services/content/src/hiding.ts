import { ContentHidden, ContentShown, TribeMediaHidden } from '@tribus/proto/content/v1/events.ts';
import type { StoredCase } from './store/cases.ts';
import { isHideable } from './store/hiding.ts';
import type { ContentTx } from './store/store.ts';
import type { HiddenCause } from './store/tables.ts';

/** A post, a comment or a picture of a tribe that a case is about. */
type HideableCase = Pick<StoredCase, 'id' | 'kind' | 'objectId' | 'tribeId' | 'authorId' | 'object'>;

export type OwnCause = Exclude<HiddenCause, 'parent'>;

/**
 * Locks what a case is about, always before the case itself: one order of locks. False when it is gone or another service
 * has it.
 */
export async function lockObject(tx: ContentTx, { kind, objectId, object }: HideableCase): Promise<boolean> {
  if (!isHideable(kind)) {
    await tx.caseHiding.lockElsewhere(objectId);
    return false;
  }
  if (kind === 'tribe_media') return tx.tribeMedia.lock(objectId);
  if (!object.postId || !(await tx.posts.lock(object.postId))) return false;
  return kind === 'post' || tx.comments.lock(objectId);
}

/** Has a case hide its object, which is locked, for this reason, or no longer (null). */
export async function setHiding(tx: ContentTx, found: HideableCase, hides: OwnCause | null, at: Date): Promise<void> {
  await tx.caseHiding.set(found.id, hides);
  await hideAsCasesSay(tx, found, at);
}

/** Hides or shows what a case is about, if content has it, as the strictest of its cases says. */
export async function hideAsCasesSay(tx: ContentTx, found: HideableCase, at: Date): Promise<void> {
  const { kind, objectId } = found;
  if (!isHideable(kind)) return;
  const present = await tx.hiding.causeOf(kind, objectId);
  const strictest = await tx.caseHiding.strictest(kind, objectId);
  if (present === undefined || present === (strictest?.hides ?? null)) return;
  if (strictest) await hideObject(tx, { ...found, id: strictest.id }, strictest.hides, at);
  else await showObject(tx, found);
}

/** Hides it; what shows it elsewhere, and whose it is, are told. */
async function hideObject(tx: ContentTx, found: HideableCase, cause: OwnCause, at: Date): Promise<void> {
  const { id: caseId, kind, objectId, object, authorId } = found;
  if (kind === 'tribe_media') {
    // Nobody edits a picture, so none is hidden until it is edited.
    if (cause === 'moderator') throw new Error('a picture cannot wait for an edit');
    await tx.hiding.setMedia(objectId, { at, cause });
    tx.emit(TribeMediaHidden, { tribeId: found.tribeId ?? 0, mediaId: objectId, uploaderId: authorId, caseId, cause });
    return;
  }
  if (kind === 'post') {
    await tx.hiding.setPost(objectId, { at, cause });
    // Nobody could take its pin from it any more.
    if (cause === 'removed') await tx.pins.delete(objectId);
  } else await tx.hiding.setComment({ id: objectId, postId: object.postId ?? '' }, { at, cause });
  tx.emit(ContentHidden, { ...addressOf(found), caseId, cause });
}

/** Shows it again. */
async function showObject(tx: ContentTx, found: HideableCase): Promise<void> {
  const { kind, objectId, object } = found;
  if (kind === 'tribe_media') return tx.hiding.setMedia(objectId, null);
  if (kind === 'post') await tx.hiding.setPost(objectId, null);
  else await tx.hiding.setComment({ id: objectId, postId: object.postId ?? '' }, null);
  tx.emit(ContentShown, addressOf(found));
}

const addressOf = ({ kind, objectId, tribeId, authorId, object }: HideableCase) => ({
  tribeId: tribeId ?? 0,
  postId: object.postId ?? '',
  commentId: kind === 'comment' ? objectId : '',
  authorId,
});
