import { tellCaseQueue } from './case-queue.ts';
import type { Deps } from './deps.ts';
import { hideAsCasesSay } from './hiding.ts';
import type { StoredPost } from './store/posts.ts';
import type { ContentTx } from './store/store.ts';

/** What nobody sees of a text: joiners, directions, fillers, spaces. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\s\u2800]/gu;

const seenOf = (text: string): string => text.normalize('NFKC').replace(unseen, '');

/** Whether somebody who reads both sees a difference. */
export const readsDifferently = (text: string, other: string): boolean => seenOf(text) !== seenOf(other);

/**
 * A post that moderators hid until its author edits it is shown once the author has, as far as no other case hides it; the
 * case waits again, with what the post says now, so that somebody looks at it. The post is locked.
 */
export async function showEdited(
  { ctx }: Pick<Deps, 'ctx'>,
  tx: ContentTx,
  { id, authorId }: Pick<StoredPost, 'id' | 'authorId'>,
  content: string,
): Promise<void> {
  const at = ctx.clock.now();
  const [newest, ...others] = await tx.caseHiding.lockUntilEdited(id);
  if (!newest) return;
  for (const each of [newest, ...others]) await tx.caseHiding.set(each.id, null);
  await hideAsCasesSay(tx, newest, at);
  const since = { id, kind: 'post', authorId, text: content, createdAt: at.toISOString() } as const;
  if (await tx.caseHiding.reopen(newest, since, at)) await tellCaseQueue(tx, newest, { added: true });
}
