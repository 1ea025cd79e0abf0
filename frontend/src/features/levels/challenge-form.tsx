import { answerMax, challengeTitleMax, defaultMaxScore, maxScoreMax, promptMax, questionsMax } from '@limits/tribes';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { closeWhenSaved } from '../../lib/close-when-saved.ts';
import { DraftNote } from '../../lib/draft-note.tsx';
import { type FormDraft, useFormDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSaveChallenge } from './changes-api.ts';
import type { Challenge, Level, Tribe } from './path-api.ts';
import { hasRepeatedChoice } from './question-fields.tsx';
import { type DraftQuiz, type KeyProblem, parseKey, QuizFields, quizOf } from './quiz-fields.tsx';

interface ChallengeFormProps {
  tribe: Tribe;
  level: Level;
  /** Null for a new challenge. */
  challenge: Challenge | null;
  onDone: () => void;
}

/** The form of a challenge: its prompt, and for a quiz the right answers, by choosing them or as numbers. */
export function ChallengeForm({ tribe, level, challenge, onDone }: ChallengeFormProps) {
  const { t } = useTexts('challenges');
  const form = useFormDraft(`challenge:${level.id}:${challenge?.id ?? 'new'}`, fieldsOf(challenge));
  const [fields, change] = form.draft;
  const { type, title, prompt, maxScore, quiz } = fields;
  const set = (next: Partial<Fields>) => change((before) => ({ ...before, ...next }));
  const { save, error, isSaving, refusals } = useSave(tribe, level, challenge, form, onDone);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save(fields);
  };

  return (
    <form ref={element} onSubmit={submit} className="grid grid-cols-1 gap-4 pb-2">
      <DraftNote of={form} />
      {!challenge && <TypeField type={type} onType={(next) => set({ type: next })} />}
      <Input
        label={t('challenges.editor.title')}
        limit={challengeTitleMax}
        required
        value={title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <Textarea
        label={t('challenges.editor.prompt')}
        rows={3}
        limit={promptMax}
        value={prompt}
        onChange={({ target }) => set({ prompt: target.value })}
      />
      <Input
        type="number"
        min={1}
        max={maxScoreMax}
        required
        label={t('challenges.editor.maxScore')}
        value={maxScore}
        onChange={({ target }) => set({ maxScore: target.value })}
      />
      {type === 'quiz' && <QuizFields quiz={quiz} isChecked={refusals > 0} onQuiz={(next) => set({ quiz: next })} />}
      <FormError>{error}</FormError>
      <Button variant="primary" type="submit" loading={isSaving} disabled={title.trim() === ''}>
        {t('challenges.editor.save')}
      </Button>
    </form>
  );
}

function TypeField({ type, onType }: { type: Challenge['type']; onType: (type: Challenge['type']) => void }) {
  const { t } = useTexts('challenges');
  return (
    <Choices
      name="challenge-type"
      legend={t('challenges.editor.type')}
      values={['quiz', 'manual'] as const}
      chosen={type}
      onChoose={onType}
      text={(each) => t(`challenges.${each}`)}
    />
  );
}

interface Fields {
  type: Challenge['type'];
  title: string;
  prompt: string;
  /** The text of the number field, as typed. */
  maxScore: string;
  quiz: DraftQuiz;
}

const fieldsOf = (challenge: Challenge | null): Fields => ({
  type: challenge?.type ?? 'quiz',
  title: challenge?.title ?? '',
  prompt: challenge?.prompt ?? '',
  maxScore: String(challenge?.maxScore ?? defaultMaxScore),
  quiz: quizOf(challenge),
});

function useSave(tribe: Tribe, level: Level, challenge: Challenge | null, form: FormDraft<Fields>, onDone: () => void) {
  const { t } = useTexts('challenges');
  const saving = useSaveChallenge(tribe.id, level, challenge);
  const [keyProblem, setKeyProblem] = useState<KeyProblem | null>(null);
  /** The number of attempts to save a question with equal choices. */
  const [refusals, setRefusals] = useState(0);
  const failureOf = (error: Error) => messageOf(error, t('challenges.editor.saveFailed'));

  function save(fields: Fields): void {
    const {
      maxScore,
      quiz: { answerForm, questions, key },
      ...details
    } = fields;
    const isHere = answerForm === 'here';
    const answerKey = isHere ? { answers: questions.map(({ right }) => right) } : parseKey(key);
    const isQuiz = details.type === 'quiz';
    const problem = isQuiz && 'problem' in answerKey ? answerKey.problem : null;
    setKeyProblem(problem);
    if (problem) return;
    if (isQuiz && isHere && questions.some(hasRepeatedChoice)) {
      setRefusals((before) => before + 1);
      return;
    }
    const questionsBody = questions.map(({ prompt, choices }) => ({ prompt, choices }));
    const quiz = isQuiz && 'answers' in answerKey && { answerKey, data: isHere ? { questions: questionsBody } : null };
    saving.mutate(
      { ...details, maxScore: Number(maxScore), ...quiz },
      {
        ...(challenge
          ? closeWhenSaved(() => form.markSaved(fields), onDone)
          : { onSuccess: form.markSent, onScreen: { onSuccess: onDone } }),
        offScreen: { onError: (error) => toast(() => failureOf(error), { tone: 'bad' }) },
      },
    );
  }

  const error = keyProblem
    ? t(`challenges.editor.keyProblems.${keyProblem}`, { max: answerMax, questions: questionsMax })
    : saving.error && failureOf(saving.error);
  return { save, error, isSaving: saving.isPending, refusals };
}
