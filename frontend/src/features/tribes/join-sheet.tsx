import { joinAnswerMax } from '@limits/tribes';
import { useFormDraft } from '../../lib/drafts.ts';
import { useTexts } from '../../lib/i18n.ts';
import { TribeRules } from '../../lib/tribe-rules.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { MembershipChange, Tribe } from './api.ts';

export interface JoinSheetProps {
  open: boolean;
  onClose: () => void;
  tribeId: number;
  /** Of the tribe. */
  name: string;
  rules: Tribe['rules'];
  questions: Tribe['questions'];
  /** Of the button that joins, or asks to. */
  label: string;
  busy: boolean;
  /** `markSent` is to be called once one is in, or waits to be. */
  onJoin: (answers: NonNullable<MembershipChange['answers']>, markSent: () => void) => void;
}

/** By question. */
const blank: { answers: Record<string, string> } = { answers: {} };

/** The rules of a tribe, and what it asks of those who come. What was answered stays until one is in. */
export function JoinSheet({ open, onClose, tribeId, name, rules, questions, label, busy, onJoin }: JoinSheetProps) {
  const { t } = useTexts('tribe');
  const { draft, markSent } = useFormDraft(`join:${tribeId}`, blank);
  const [{ answers }, change] = draft;
  const given = questions.map(({ id }) => ({ questionId: id, answer: (answers[id] ?? '').trim() }));
  return (
    <Sheet open={open} onClose={onClose} title={t('tribe.comingIn', { name })}>
      <form
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          onJoin(given, markSent);
        }}
      >
        <TribeRules rules={rules} />
        {questions.map(({ id, text }) => (
          <Textarea
            key={id}
            label={text}
            value={answers[id] ?? ''}
            limit={joinAnswerMax}
            onChange={({ target: { value } }) => change((before) => ({ answers: { ...before.answers, [id]: value } }))}
          />
        ))}
        <Button type="submit" variant="primary" loading={busy} disabled={given.some(({ answer }) => answer === '')}>
          {label}
        </Button>
      </form>
    </Sheet>
  );
}
