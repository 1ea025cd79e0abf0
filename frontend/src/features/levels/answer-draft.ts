import { isDraftStored, useFormDraft, useTabDraft } from '../../lib/drafts.ts';
import { useConfirmBeforeUnload } from '../../lib/use-confirm-before-unload.ts';
import type { Challenge, ChallengeState } from './path-api.ts';

const draftName = (challengeId: string): string => `answer:${challengeId}`;

/** `fileName` is stored with the texts; the file itself stays in memory, for the life of the tab. */
const blank = { text: '', hint: '', fileName: '' };

/** The unsent answer to a challenge with review. */
export function useAnswerDraft(challengeId: string) {
  const form = useFormDraft(draftName(challengeId), blank);
  const [file, changeFile] = useTabDraft<File | null>(`${draftName(challengeId)}-file`, null);
  const [fields, change] = form.draft;
  useConfirmBeforeUnload(file !== null);
  const setFile = (next: File | null): void => {
    changeFile(() => next);
    change((before) => ({ ...before, fileName: next?.name ?? '' }));
  };
  return {
    fields,
    set: (changed: Partial<typeof blank>) => change((before) => ({ ...before, ...changed })),
    file,
    setFile,
    /** The name of a file chosen before a reload, which must be chosen again. */
    lostFileName: file ? '' : fields.fileName,
    isRestored: form.isRestored,
    discard() {
      changeFile(() => null);
      form.discard();
    },
    /** Removes what was sent: text typed or a file chosen meanwhile stays. */
    markSent() {
      form.markSent();
      changeFile((now) => (now === file ? null : now));
      change((now) => (now.fileName === fields.fileName ? { ...now, fileName: '' } : now));
    },
  };
}

/** The answers to a quiz, null for those not given yet. They are dropped when its questions have changed since. */
export function useQuizDraft({ id, prompt, data, answersCount }: Challenge) {
  const answers: (number | null)[] = Array(answersCount).fill(null);
  return useFormDraft(draftName(id), { questions: JSON.stringify(data ?? prompt), answers });
}

/** Whether the person has begun an answer to a challenge that they may still send. */
export const hasUnsentAnswer = ({ id }: Challenge, state: ChallengeState | undefined): boolean =>
  mayAnswer(state) && isDraftStored(draftName(id));

/** Whether a challenge may be answered in this state; undefined before the first submission. */
export const mayAnswer = (state: ChallengeState | undefined): boolean =>
  state?.state !== 'passed' && state?.state !== 'pending';
