import type { Schema } from '../../lib/contract.ts';

type OwnDecision = Schema<'OwnDecision'>;

/** What is true now of something of one's own: what was decided last, or what has become of it since. */
export type Following = Schema<'CaseAction'> | 'hidden' | 'edited' | 'gone' | 'removed' | 'appealed';

/** After these what was reported is still there, unless it was deleted. */
const keeping: readonly Following[] = ['hidden', 'keep', 'warn', 'hide', 'overturn'];

/** Which of the sentences on what follows is true now. */
export function followingOf(decision: OwnDecision): Following {
  const { decisions, hidden, isGone, appeal, mayAppealUntil } = decision;
  const action = decisions.at(-1)?.action ?? 'hidden';
  // Whatever comes of an appeal: it is back.
  if (isBack(decision)) return 'edited';
  if (appeal && action !== 'uphold' && action !== 'overturn') return 'appealed';
  if (isGone && keeping.includes(action)) return 'gone';
  // Since its author edited it, reports have hidden it again.
  if (action === 'hide' && hidden === 'reports') return 'hidden';
  if (action === 'remove' && !mayAppealUntil) return 'removed';
  return action;
}

/** It was hidden until its author edits it, which they have done. */
function isBack({ decisions, hidden, isGone }: OwnDecision): boolean {
  const measure = decisions.findLast(({ action }) => action !== 'uphold');
  return measure?.action === 'hide' && hidden === null && !isGone;
}
