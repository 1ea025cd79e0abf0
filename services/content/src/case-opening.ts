import type { Context } from '@tribus/kit/runtime/context.ts';
import type { ReportableObject } from './reportable.ts';
import type { StoredCase } from './store/cases.ts';
import type { ContentTx } from './store/store.ts';

/** The open case of something that is locked, itself locked until the transaction ends; opened where there is none. */
export async function openCase(
  ctx: Pick<Context, 'newId'>,
  tx: ContentTx,
  found: ReportableObject,
  at: Date,
): Promise<{ opened: StoredCase; isNew: boolean }> {
  const id = ctx.newId();
  const opened = await tx.cases.openFor(await withoutGoneAuthor(tx, { id, at, ...found }));
  return { opened, isNew: opened.id === id };
}

/** What somebody wrote whose account is gone is not kept once more. */
async function withoutGoneAuthor<T extends ReportableObject>(tx: ContentTx, found: T): Promise<T> {
  if (!(await tx.isActorGone(found.authorId))) return found;
  return { ...found, authorId: '', object: { ...found.object, text: '', images: [] } };
}
