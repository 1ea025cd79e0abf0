import type { Schema } from '../../lib/contract.ts';

type OwnDecision = Schema<'OwnDecision'>;

/** The current state of an object of the viewer: the last decision, or a later change. */
export type Consequence = Schema<'CaseAction'> | 'hidden' | 'edited' | 'gone' | 'removed' | 'appealed';

/** After these decisions the reported object still exists, unless it was deleted. */
const stillExisting: readonly Consequence[] = ['hidden', 'keep', 'warn', 'hide', 'overturn'];

/** Returns which sentence about the consequences applies now. */
export function describeConsequence(decision: OwnDecision): Consequence {
  const { decisions, hidden, isGone, appeal, mayAppealUntil } = decision;
  const action = decisions.at(-1)?.action ?? 'hidden';
  // Restored by an edit, whatever the outcome of an appeal.
  if (isRestoredAfterEdit(decision)) return 'edited';
  if (appeal && action !== 'uphold' && action !== 'overturn') return 'appealed';
  if (isGone && stillExisting.includes(action)) return 'gone';
  // After its author's edit, reports have hidden it again.
  if (action === 'hide' && hidden === 'reports') return 'hidden';
  if (action === 'remove' && !mayAppealUntil) return 'removed';
  return action;
}

/** Whether the author's edit restored the hidden object. */
function isRestoredAfterEdit({ decisions, hidden, isGone }: OwnDecision): boolean {
  const measure = decisions.findLast(({ action }) => action !== 'uphold');
  return measure?.action === 'hide' && hidden === null && !isGone;
}
