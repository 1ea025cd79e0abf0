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
  /** The rules and questions of the tribe. */
  name: string;
  rules: Tribe['rules'];
  questions: Tribe['questions'];
  /** The label of the submit button: join, or ask to join. */
  label: string;
  busy: boolean;
  /** `markSent` must be called once the person has joined or asked to. */
  onJoin: (answers: NonNullable<MembershipChange['answers']>, markSent: () => void) => void;
}

/** Answers by question id. */
const blank: { answers: Record<string, string> } = { answers: {} };

/** The rules and questions of a tribe before joining. The answers stay a draft until the person has joined. */
export function JoinSheet({ open, onClose, tribeId, name, rules, questions, label, busy, onJoin }: JoinSheetProps) {
  const { t } = useTexts('tribe');
  const { draft, markSent } = useFormDraft(`join:${tribeId}`, blank);
  const [{ answers }, change] = draft;
  const answersBody = questions.map(({ id }) => ({ questionId: id, answer: (answers[id] ?? '').trim() }));
  return (
    <Sheet open={open} onClose={onClose} title={t('tribe.comingIn', { name })}>
      <form
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          onJoin(answersBody, markSent);
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
        <Button
          type="submit"
          variant="primary"
          loading={busy}
          disabled={answersBody.some(({ answer }) => answer === '')}
        >
          {label}
        </Button>
      </form>
    </Sheet>
  );
}
