import { useState } from 'react';
import { useFormDraft } from '../../lib/drafts.ts';
import { endIn } from '../../lib/end-choices.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { toast } from '../../ui/toast.tsx';
import { type CaseAction, type CaseDetail, type ReportReason, useResolve } from './api.ts';
import { useStarters } from './message-starters.tsx';

/** How long a ban lasts; null: without end. */
export const BAN_DAYS = [7, 30, 365, null] as const;
type BanDays = (typeof BAN_DAYS)[number];

/** What is decided against something, and not about an appeal. */
const measures: readonly CaseAction[] = ['warn', 'hide', 'remove', 'ban'];

/** What is chosen and typed, and the way to send it. */
export function useDecision(found: CaseDetail, onDone: () => void) {
  const { t } = useTexts('moderation');
  const [action, setAction] = useState<CaseAction | null>(null);
  const [days, setDays] = useState<BanDays>(30);
  const words = useWords(found, action);
  const resolve = useResolve(found.id, (decided) => {
    words.discard();
    toast(t(`moderation.done.${decided}`), { tone: 'good' });
    onDone();
  });
  /** False when something is missing. The version that was looked at is sent along: nobody decides what has changed since. */
  const decide = (): boolean => {
    if (!action) return true;
    if (!words.areComplete()) return false;
    const told = words.tellsAuthor ? { reason: words.reason, message: words.message.trim() } : {};
    const end = action === 'ban' ? { endsAt: endIn(days) } : {};
    resolve.mutate({ action, version: found.version, ...told, ...end });
    return true;
  };
  return { action, setAction, days, setDays, words, decide, error: resolve.error, busy: resolve.isPending };
}

/** Before a reason is chosen it is the one that reports name most. */
const blank: { reason: ReportReason | null; message: string } = { reason: null, message: '' };

/** What the author is to read of a decision; a draft until it is decided. */
function useWords(found: CaseDetail, action: CaseAction | null) {
  const startersOf = useStarters();
  const { draft, discard } = useFormDraft(`decision:${found.id}`, blank);
  const [{ reason: chosen, message }, change] = draft;
  const reason = chosen ?? found.usualReason;
  const setMessage = (next: string) => change((before) => ({ ...before, message: next }));
  const [isAsked, setAsked] = useState(false);
  const isMeasure = action !== null && measures.includes(action);
  // Who is banned reads why; so does whoever would read "another reason" alone.
  const isNeeded = action === 'ban' || (isMeasure && reason === 'other');
  const isMissing = isNeeded && message.trim() === '';
  const starters = startersOf(reason);
  const isStarter = starters.includes(message);
  return {
    tellsAuthor: action !== null && action !== 'keep',
    isNeeded,
    showsMissing: isAsked && isMissing,
    reason,
    // A sentence as it was chosen goes with its reason; what was typed stays.
    setReason: (next: ReportReason) => change((before) => ({ reason: next, message: isStarter ? '' : before.message })),
    message,
    discard,
    setMessage,
    starters: isMeasure ? starters : [],
    start: (sentence: string) =>
      setMessage(message.trim() === '' || isStarter ? sentence : `${message.trimEnd()}\n${sentence}`),
    /** Shows what is missing. */
    areComplete: (): boolean => {
      setAsked(isMissing);
      return !isMissing;
    },
  };
}
