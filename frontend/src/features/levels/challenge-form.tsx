import { challengeTitleMax, defaultMaxScore, maxScoreMax, promptMax } from '@limits/tribes';
import { type SubmitEvent, useState } from 'react';
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
import { type DraftQuiz, parseKey, QuizFields, quizOf } from './quiz-fields.tsx';

interface ChallengeFormProps {
  tribe: Tribe;
  level: Level;
  /** Null for a new one. */
  challenge: Challenge | null;
  onDone: () => void;
}

/** A challenge: what is asked, and of a quiz the right answers, by choosing them or as numbers. */
export function ChallengeForm({ tribe, level, challenge, onDone }: ChallengeFormProps) {
  const { t } = useTexts('challenges');
  const [type, setType] = useState<Challenge['type']>(challenge?.type ?? 'quiz');
  const [title, setTitle] = useState(challenge?.title ?? '');
  const [prompt, setPrompt] = useState(challenge?.prompt ?? '');
  const [maxScore, setMaxScore] = useState(String(challenge?.maxScore ?? defaultMaxScore));
  const [quiz, setQuiz] = useState(() => quizOf(challenge));
  const { save, error, isSaving } = useSave(tribe, level, challenge, onDone);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save({ type, title, prompt, maxScore: Number(maxScore), quiz });
  };

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4 pb-2">
      {!challenge && <TypeField type={type} onType={setType} />}
      <Input
        label={t('challenges.editor.title')}
        maxLength={challengeTitleMax}
        required
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Textarea
        label={t('challenges.editor.prompt')}
        rows={3}
        maxLength={promptMax}
        value={prompt}
        onChange={({ target }) => setPrompt(target.value)}
      />
      <Input
        type="number"
        min={1}
        max={maxScoreMax}
        required
        label={t('challenges.editor.maxScore')}
        value={maxScore}
        onChange={({ target }) => setMaxScore(target.value)}
      />
      {type === 'quiz' && <QuizFields quiz={quiz} onQuiz={setQuiz} />}
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

interface Draft {
  type: Challenge['type'];
  title: string;
  prompt: string;
  maxScore: number;
  quiz: DraftQuiz;
}

function useSave(tribe: Tribe, level: Level, challenge: Challenge | null, onDone: () => void) {
  const { t } = useTexts('challenges');
  const saving = useSaveChallenge(tribe.id, level, challenge);
  const [isKeyWrong, setKeyWrong] = useState(false);
  const failureOf = (error: Error) => messageOf(error, t('challenges.editor.saveFailed'));

  function save({ quiz: { place, questions, key }, ...details }: Draft): void {
    const isHere = place === 'here';
    const answers = isHere ? questions.map(({ right }) => right) : parseKey(key);
    const isQuiz = details.type === 'quiz';
    setKeyWrong(isQuiz && !answers);
    if (isQuiz && !answers) return;
    const asked = questions.map(({ prompt, choices }) => ({ prompt, choices }));
    const quiz = isQuiz && answers && { answerKey: { answers }, data: isHere ? { questions: asked } : null };
    saving.mutate(
      { ...details, ...quiz },
      {
        onScreen: { onSuccess: onDone },
        offScreen: { onError: (error) => toast(failureOf(error), { tone: 'bad' }) },
      },
    );
  }

  const error = isKeyWrong ? t('challenges.editor.keyError') : saving.error && failureOf(saving.error);
  return { save, error, isSaving: saving.isPending };
}
