import { questionsMax } from '@limits/tribes';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Input } from '../../ui/input.tsx';
import type { Challenge } from './path-api.ts';
import { blankQuestion, type DraftQuestion, QuestionFields } from './question-fields.tsx';

/** A quiz while it is written. What was written for one place stays while the other is chosen. */
export interface DraftQuiz {
  /** Questions with their choices stand here; those of the prompt are answered with numbers. */
  place: 'here' | 'prompt';
  questions: readonly DraftQuestion[];
  /** The right numbers, as typed. */
  key: string;
}

/** The numbers of a key as they are typed; undefined when there is anything else among them, or nothing. */
export function parseKey(typed: string): number[] | undefined {
  const words = typed.split(/[,;\s]+/).filter((word) => word !== '');
  return words.length > 0 && words.every((word) => /^\d+$/.test(word)) ? words.map(Number) : undefined;
}

/** What the editor begins with: equal for equal challenges, so that a draft can be compared with it. */
export function quizOf(challenge: Challenge | null): DraftQuiz {
  const answers = challenge?.answerKey?.answers ?? [];
  const questions = (challenge?.data?.questions ?? []).map(({ prompt, choices }, index) => ({
    id: String(index),
    prompt,
    choices: [...choices],
    right: answers[index] ?? 0,
  }));
  const isInPrompt = challenge?.type === 'quiz' && questions.length === 0;
  return {
    place: isInPrompt ? 'prompt' : 'here',
    questions: questions.length > 0 ? questions : [{ ...blankQuestion(), id: '0' }],
    key: isInPrompt ? answers.join(', ') : '',
  };
}

/** Questions with their choices, or the numbers that answer those of the prompt. */
export function QuizFields({ quiz, onQuiz }: { quiz: DraftQuiz; onQuiz: (quiz: DraftQuiz) => void }) {
  const { t } = useTexts('challenges');
  const { place, questions, key } = quiz;
  const set = (next: readonly DraftQuestion[]) => onQuiz({ ...quiz, questions: next });
  return (
    <>
      <Choices
        name="quiz-place"
        legend={t('challenges.editor.place')}
        values={['here', 'prompt'] as const}
        chosen={place}
        onChoose={(next) => onQuiz({ ...quiz, place: next })}
        text={(each) => t(`challenges.editor.places.${each}`)}
      />
      {place === 'prompt' ? (
        <Input
          label={t('challenges.editor.key')}
          hint={t('challenges.editor.keyHint')}
          inputMode="numeric"
          placeholder="3, 12"
          value={key}
          onChange={({ target }) => onQuiz({ ...quiz, key: target.value })}
        />
      ) : (
        <>
          {questions.map((question, index) => (
            <QuestionFields
              key={question.id}
              number={index + 1}
              question={question}
              onChange={(next) => set(questions.map((each) => (each.id === next.id ? next : each)))}
              onRemove={questions.length > 1 ? () => set(questions.filter(({ id }) => id !== question.id)) : null}
            />
          ))}
          <Button
            size="sm"
            className="justify-self-start"
            disabled={questions.length >= questionsMax}
            onClick={() => set([...questions, blankQuestion()])}
          >
            {t('challenges.editor.addQuestion')}
          </Button>
        </>
      )}
    </>
  );
}
