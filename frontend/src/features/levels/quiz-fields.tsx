import { answerMax, questionsMax } from '@limits/tribes';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { useFocusOnRemoval } from '../../ui/focus.ts';
import { Input } from '../../ui/input.tsx';
import type { Challenge } from './path-api.ts';
import { blankQuestion, type DraftQuestion, QuestionFields } from './question-fields.tsx';

/** A quiz in the editor. The values of one answer form stay while the other is chosen. */
export interface DraftQuiz {
  /** `here`: questions with choices in these fields; `prompt`: questions in the prompt, answered with numbers. */
  answerForm: 'here' | 'prompt';
  questions: readonly DraftQuestion[];
  /** The right numbers, as typed. */
  key: string;
}

/** Why a typed key is refused: no numbers, a word that is not an allowed number, or too many of them. */
export type KeyProblem = 'none' | 'range' | 'count';

/** Returns the numbers of a typed key, or why the server would refuse it. */
export function parseKey(typed: string): { answers: number[] } | { problem: KeyProblem } {
  const words = typed.split(/[,;\s]+/).filter((word) => word !== '');
  if (!words.some((word) => Number.isFinite(Number(word)))) return { problem: 'none' };
  if (!words.every((word) => /^\d+$/.test(word) && Number(word) <= answerMax)) return { problem: 'range' };
  return words.length > questionsMax ? { problem: 'count' } : { answers: words.map(Number) };
}

/** The initial value of the editor: equal for equal challenges, so that a draft can be compared with it. */
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
    answerForm: isInPrompt ? 'prompt' : 'here',
    questions: questions.length > 0 ? questions : [{ ...blankQuestion(), id: '0' }],
    key: isInPrompt ? answers.join(', ') : '',
  };
}

interface QuizFieldsProps {
  quiz: DraftQuiz;
  /** Equal choices are marked as errors, after an attempt to save them. */
  isChecked: boolean;
  onQuiz: (quiz: DraftQuiz) => void;
}

/** Questions with their choices, or the numbers that answer those of the prompt. */
export function QuizFields({ quiz, isChecked, onQuiz }: QuizFieldsProps) {
  const { t } = useTexts('challenges');
  const { answerForm, questions, key } = quiz;
  const list = useFocusOnRemoval(questions.map(({ id }) => id));
  const set = (next: readonly DraftQuestion[]) => onQuiz({ ...quiz, questions: next });
  return (
    <>
      <Choices
        name="quiz-place"
        legend={t('challenges.editor.place')}
        values={['here', 'prompt'] as const}
        chosen={answerForm}
        onChoose={(next) => onQuiz({ ...quiz, answerForm: next })}
        text={(each) => t(`challenges.editor.places.${each}`)}
      />
      {answerForm === 'prompt' ? (
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
          <div {...list} className="grid grid-cols-1 gap-4">
            {questions.map((question, index) => (
              <QuestionFields
                key={question.id}
                number={index + 1}
                question={question}
                isChecked={isChecked}
                onChange={(next) => set(questions.map((each) => (each.id === next.id ? next : each)))}
                onRemove={questions.length > 1 ? () => set(questions.filter(({ id }) => id !== question.id)) : null}
              />
            ))}
          </div>
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
