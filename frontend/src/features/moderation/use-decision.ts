import { useState } from 'react';
import { useFormDraft } from '../../lib/drafts.ts';
import { endIn } from '../../lib/end-choices.tsx';
import { useTexts } from '../../lib/i18n.ts';
import { toast } from '../../ui/toast.tsx';
import { type CaseAction, type CaseDetail, type ReportReason, useResolve } from './api.ts';
import { useStarters } from './message-starters.tsx';

/** Durations of a ban in days; null: without end. */
export const BAN_DAYS = [7, 30, 365, null] as const;
type BanDays = (typeof BAN_DAYS)[number];

/** Decisions against an object, other than those on an appeal. */
const measures: readonly CaseAction[] = ['warn', 'hide', 'remove', 'ban'];

/** The values of the decision form, and a function that sends them. */
export function useDecision(found: CaseDetail, onDone: () => void) {
  const { t } = useTexts('moderation');
  const [action, setAction] = useState<CaseAction | null>(null);
  const [days, setDays] = useState<BanDays>(30);
  const words = useWords(found, action);
  /** The number of edits displayed when a decision was refused first. */
  const [refusedEdits, setRefusedEdits] = useState<number | null>(null);
  const resolve = useResolve(
    found.id,
    (decided) => {
      words.discard();
      toast(() => t(`moderation.done.${decided}`), { tone: 'good' });
      onDone();
    },
    ({ message }) => toast(() => message, { tone: 'bad' }),
    () => setRefusedEdits((first) => first ?? found.edits),
  );
  const isEditedWhileDeciding = refusedEdits !== null && found.edits > refusedEdits;
  /**
   * Sends the decision; returns false when a value is missing. It includes the displayed version, so that a case
   * changed since is not decided. After a refusal because of an edit it is about the displayed text, even if that is
   * edited again.
   */
  const decide = (): boolean => {
    if (!action) return true;
    if (!words.areComplete()) return false;
    const notice = words.notifiesAuthor ? { reason: words.reason, message: words.message.trim() } : {};
    const end = action === 'ban' ? { endsAt: endIn(days) } : {};
    const seen = isEditedWhileDeciding ? { seenEdits: found.edits } : {};
    resolve.mutate({ action, version: found.version, ...seen, ...notice, ...end });
    return true;
  };
  return {
    ...{ action, setAction, days, setDays, words, decide },
    ...{ isEditedWhileDeciding, error: resolve.error, busy: resolve.isPending },
  };
}

/** Before a reason is chosen, it is the most frequent one of the reports. */
const blank: { reason: ReportReason | null; message: string } = { reason: null, message: '' };

/** The draft of the reason and message for the author. */
export const useWordsDraft = (caseId: string) => useFormDraft(`decision:${caseId}`, blank);

/** The reason and message for the author; a draft until it is decided. */
function useWords(found: CaseDetail, action: CaseAction | null) {
  const loadStarters = useStarters();
  const { draft, discard } = useWordsDraft(found.id);
  const [{ reason: chosen, message }, change] = draft;
  const reason = chosen ?? found.usualReason;
  const setMessage = (next: string) => change((before) => ({ ...before, message: next }));
  const [isAsked, setAsked] = useState(false);
  const isMeasure = action !== null && measures.includes(action);
  // A ban needs a message; so does the reason "other", which alone explains nothing.
  const isNeeded = action === 'ban' || (isMeasure && reason === 'other');
  const isMissing = isNeeded && message.trim() === '';
  const starters = loadStarters(reason);
  const isStarter = starters.includes(message);
  return {
    notifiesAuthor: action !== null && action !== 'keep',
    isNeeded,
    showsMissing: isAsked && isMissing,
    reason,
    // An unchanged starter sentence is cleared with its reason; typed text stays.
    setReason: (next: ReportReason) => change((before) => ({ reason: next, message: isStarter ? '' : before.message })),
    message,
    discard,
    setMessage,
    starters: isMeasure ? starters : [],
    start: (sentence: string) =>
      setMessage(message.trim() === '' || isStarter ? sentence : `${message.trimEnd()}\n${sentence}`),
    /** Shows the missing values. */
    areComplete: (): boolean => {
      setAsked(isMissing);
      return !isMissing;
    },
  };
}
