import type { Context } from '@tribus/kit/core/context.ts';
import type { ReportableObject } from './reportable.ts';
import type { StoredCase } from './store/cases.ts';
import type { ContentTx } from './store/store.ts';
import type { Surrounding } from './store/tables.ts';

/** The open case of something that is locked, itself locked until the transaction ends; opened where there is none. */
export async function openCase(
  ctx: Pick<Context, 'newId'>,
  tx: ContentTx,
  found: ReportableObject,
  at: Date,
): Promise<{ opened: StoredCase; isNew: boolean }> {
  const id = ctx.newId();
  const opened = await tx.cases.openFor(await withoutGoneAuthors(tx, { id, at, ...found }));
  return { opened, isNew: opened.id === id };
}

/** What somebody wrote whose account is gone is not kept once more, nor is what such people wrote around it. */
async function withoutGoneAuthors<T extends ReportableObject>(tx: ContentTx, found: T): Promise<T> {
  const { authorId, object } = found;
  const [before, after] = [await withoutGone(tx, object.before), await withoutGone(tx, object.after)];
  if (!(await tx.isActorDeleted(authorId))) return { ...found, object: { ...object, before, after } };
  return { ...found, authorId: '', object: { ...object, text: '', images: [], before, after } };
}

async function withoutGone(tx: ContentTx, surroundings: readonly Surrounding[]): Promise<Surrounding[]> {
  const present: Surrounding[] = [];
  for (const each of surroundings) if (!(await tx.isActorDeleted(each.authorId))) present.push(each);
  return present;
}
