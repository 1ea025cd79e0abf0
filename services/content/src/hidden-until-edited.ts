import { emitCaseQueue } from './case-queue.ts';
import { decidedAs } from './case-rules.ts';
import type { Deps } from './deps.ts';
import { applyStrictestCase } from './hiding.ts';
import type { StoredPost } from './store/posts.ts';
import type { ContentTx } from './store/store.ts';
import type { Surrounding } from './store/tables.ts';

/** Invisible characters: joiners, directions, fillers, spaces. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\s\u2800]/gu;

const visibleText = (text: string): string => text.normalize('NFKC').replace(invisible, '');

/** Whether two texts differ visibly. */
export const isVisiblyDifferent = (text: string, other: string): boolean => visibleText(text) !== visibleText(other);

const editedText = ({ id, authorId }: Pick<StoredPost, 'id' | 'authorId'>, text: string, at: Date): Surrounding => ({
  id,
  kind: 'post',
  authorId,
  text,
  createdAt: at.toISOString(),
});

/**
 * Adds a post's new text to its waiting cases, so that no decision about the former text applies to it. The post must
 * be locked.
 */
export async function recordEdit(
  { ctx }: Pick<Deps, 'ctx'>,
  tx: ContentTx,
  post: Pick<StoredPost, 'id' | 'authorId' | 'content'>,
  content: string,
): Promise<void> {
  if (content !== post.content) await tx.caseEdits.record(editedText(post, content, ctx.clock.now()));
}

/**
 * Shows a post that was hidden until an edit by its author, unless another case hides it, and reopens the case with the
 * new text, so that a moderator reviews it. The post must be locked.
 */
export async function showEdited(
  { ctx }: Pick<Deps, 'ctx'>,
  tx: ContentTx,
  post: Pick<StoredPost, 'id' | 'authorId'>,
  content: string,
): Promise<void> {
  const at = ctx.clock.now();
  const [newest, ...others] = await tx.caseHiding.lockUntilEdited(post.id);
  if (!newest) return;
  for (const each of [newest, ...others]) await tx.caseHiding.set(each.id, null);
  await applyStrictestCase(tx, newest, at);
  if (!(await tx.caseHiding.reopen(newest, editedText(post, content, at), at))) return;
  // A moderator of the tribe who has decided may decide again.
  const bySite = (await tx.caseDecisions.listOf(newest.id)).some((decision) => decidedAs(decision) === 'admin');
  await tx.cases.setAwaitsSite(newest.id, bySite);
  emitCaseQueue(tx, { ...newest, awaitsSite: bySite }, { added: true });
}
