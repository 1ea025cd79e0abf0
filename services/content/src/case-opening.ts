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
  const opened = await tx.cases.openFor(await withoutDeletedAuthors(tx, { id, at, ...found }));
  return { opened, isNew: opened.id === id };
}

/**
 * Removes the content of deleted users from a new case: that of the author, unless it outlives the account, and that of
 * others around the object.
 */
async function withoutDeletedAuthors<T extends ReportableObject>(tx: ContentTx, found: T): Promise<T> {
  const { authorId, kind, object } = found;
  const [before, after] = [await withoutDeleted(tx, object.before), await withoutDeleted(tx, object.after)];
  if (!(await tx.isActorDeleted(authorId))) return { ...found, object: { ...object, before, after } };
  if (outlivesAuthor(kind)) return { ...found, authorId: '', object: { ...object, before, after } };
  return { ...found, authorId: '', object: { ...object, text: '', images: [], before, after } };
}

async function withoutDeleted(tx: ContentTx, surroundings: readonly Surrounding[]): Promise<Surrounding[]> {
  const present: Surrounding[] = [];
  for (const each of surroundings) if (!(await tx.isActorDeleted(each.authorId))) present.push(each);
  return present;
}
