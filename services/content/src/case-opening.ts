import type { Context } from '@tribus/kit/core/context.ts';
import { outlivesAuthor } from './case-rules.ts';
import type { ReportableObject } from './reportable.ts';
import type { StoredCase } from './store/cases.ts';
import type { ContentTx } from './store/store.ts';
import type { Surrounding } from './store/tables.ts';

/** Returns the open case of a locked object, locked until the transaction ends; opens one if there is none. */
export async function openCase(
  ctx: Pick<Context, 'newId'>,
  tx: ContentTx,
  found: ReportableObject,
  at: Date,
): Promise<{ opened: StoredCase; isNew: boolean }> {
  const id = ctx.newId();
  const opened = await tx.cases.openFor({ id, at, ...found });
  return { opened, isNew: opened.id === id };
}

/** Returns a locked object for a new case with its present videos: one may have been replaced since it was read. */
export async function withCurrentVideos(tx: ContentTx, found: ReportableObject): Promise<ReportableObject> {
  const { kind, objectId, object } = found;
  if (kind !== 'post' || !object.videos || object.videos.length === 0) return found;
  const post = await tx.postVideos.find(objectId);
  return post ? { ...found, object: { ...object, videos: post.videos } } : found;
}

/**
 * Returns an object for a new case without the content of deleted users: that of the author, unless it outlives the
 * account, and that of others around the object. It waits while one of these accounts is being deleted, so reports call
 * it before they lock the object.
 */
export async function withoutDeletedAuthors(tx: ContentTx, found: ReportableObject): Promise<ReportableObject> {
  const { authorId, kind, object } = found;
  const around = [...object.before, ...object.after];
  const deleted = await tx.findDeletedActors([...new Set([authorId, ...around.map((each) => each.authorId)])]);
  const withoutDeleted = (each: readonly Surrounding[]) => each.filter(({ authorId }) => !deleted.has(authorId));
  const present = { ...object, before: withoutDeleted(object.before), after: withoutDeleted(object.after) };
  if (!deleted.has(authorId)) return { ...found, object: present };
  if (outlivesAuthor(kind)) return { ...found, authorId: '', object: present };
  return { ...found, authorId: '', object: { ...present, text: '', images: [], videos: [], videoLinks: [] } };
}
