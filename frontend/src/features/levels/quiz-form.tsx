import { answerMax } from '@limits/tribes';
import { Check, X } from 'lucide-react';
import { type RefObject, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { DraftNote } from '../../lib/draft-note.tsx';
import { ApiError, messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useQuizDraft } from './answer-draft.ts';
import { type QuizResult, useAnswerQuiz } from './changes-api.ts';
import type { Challenge, Tribe } from './path-api.ts';

interface QuizFormProps {
  tribe: Tribe;
  challenge: Challenge;
  /** The time of the next allowed attempt; null when it is allowed now. */
  retryAt: string | null;
  onClose: () => void;
}

/**
 * The questions of a quiz, judged by the server: the result marks the wrong answers, never the right ones. The answers
 * are a draft until the quiz is passed.
 */
export function QuizForm({ tribe, challenge, retryAt, onClose }: QuizFormProps) {
  const { t } = useTexts('challenges');
  const { data, maxScore } = challenge;
  const form = useQuizDraft(challenge);
  const [{ answers }, change] = form.draft;
  const ref = useRef<HTMLFormElement>(null);
  const judging = useJudging(tribe, challenge, form.discard, onClose);
  const { result, pausedUntil, isSending } = judging;
  const { missing, error, check } = useMissing(ref, answers);
  const waitSeconds = Math.max(useSecondsUntil(retryAt), useSecondsUntil(pausedUntil));
  const isPauseOver = pausedUntil !== null && waitSeconds === 0;
  const set = (index: number, answer: number | null) => {
    judging.forget();
    change((before) => ({ ...before, answers: before.answers.with(index, answer) }));
  };
  const cancel = () => {
    form.discard();
    onClose();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const answered = check();
    if (answered) judging.send(answered);
  };

  return (
    <form ref={ref} onSubmit={submit} className="grid grid-cols-1 gap-4">
      <DraftNote of={form} />
      <Outcome result={result} maxScore={maxScore} />
      {answers.map((answer, index) => {
        const question = data?.questions[index];
        const isWrong = result?.wrong.includes(index) ?? false;
        const verdict = result ? t(isWrong ? 'challenges.wrong' : 'challenges.right') : undefined;
        const place = { index, count: answers.length, isMissing: missing.includes(index) };
        const shared = { ...place, answer, verdict, isWrong, onAnswer: (next: number | null) => set(index, next) };
        return question ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions are identified by their index
          <Choices key={index} {...shared} prompt={question.prompt} choices={question.choices} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <NumberAnswer key={index} {...shared} />
        );
      })}
      {/* The reason of a refused early attempt, for as long as it applies. */}
      <FormError>{error ?? (!isPauseOver && judging.error)}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" size="sm" type="submit" loading={isSending} disabled={waitSeconds > 0}>
          {waitSeconds > 0 ? t('challenges.wait', { count: waitSeconds }) : t('challenges.send')}
        </Button>
        <Button variant="ghost" size="sm" disabled={isSending} onClick={cancel}>
          {t('challenges.cancel')}
        </Button>
      </div>
    </form>
  );
}

interface Result {
  passed: boolean;
  score: number;
  wrong: readonly number[];
}

/** The result of the last attempt, above the marked answers: it is scrolled to when it arrives. */
function Outcome({ result, maxScore }: { result: Result | null; maxScore: number }) {
  const { t } = useTexts('challenges');
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (result) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  return (
    <p
      ref={ref}
      role="status"
      className={cx(
        scrolledClass,
        'font-semibold text-small empty:-mt-4',
        result?.passed ? 'text-moss' : 'text-danger',
      )}
    >
      {result &&
        t(result.passed ? 'challenges.passedAll' : 'challenges.failed', { score: result.score, max: maxScore })}
    </p>
  );
}

/**
 * The questions without an answer, once the person tried to send. `check` returns the answers if there are none, or
 * else leads to the first of them.
 */
function useMissing(form: RefObject<HTMLFormElement | null>, answers: readonly (number | null)[]) {
  const { t } = useTexts('challenges');
  const format = useFormat();
  const [isChecked, setChecked] = useState(false);
  const open = answers.flatMap((answer, index) => (answer === null ? index : []));
  const missing = isChecked ? open : [];
  function check(): number[] | undefined {
    setChecked(open.length > 0);
    const [first] = open;
    if (first === undefined) return answers.filter((answer) => answer !== null);
    const question = form.current?.querySelector(`[data-question="${first}"]`);
    question?.querySelector('input')?.focus({ preventScroll: true });
    question?.scrollIntoView({ block: 'nearest' });
    return undefined;
  }
  const numbers = format.list(missing.map((index) => format.number(index + 1)));
  const error = missing.length > 0 ? t('challenges.missing', { count: missing.length, numbers }) : undefined;
  return { missing, error, check };
}

/** Submits the answers and shows the result. */
function useJudging(tribe: Tribe, challenge: Challenge, discard: () => void, onPassed: () => void) {
  const { t } = useTexts('challenges');
  const [result, setResult] = useState<Result | null>(null);
  const [pausedUntil, setPausedUntil] = useState<string | null>(null);
  const quiz = useAnswerQuiz(tribe.id, challenge.id, ({ submission }) => {
    const passed = hasPassed(submission);
    setResult({ passed, score: submission.score ?? 0, wrong: submission.wrong });
    if (passed) discard();
  });
  const failureOf = (error: Error) => messageOf(error, t('challenges.sendFailed'));

  function send(answers: number[]): void {
    setPausedUntil(null);
    setResult(null);
    quiz.mutate(answers, {
      onError: (error) => setPausedUntil(pauseAfter(error)),
      onScreen: { onSuccess: ({ submission }) => hasPassed(submission) && onPassed() },
      offScreen: { onError: (error) => toast(() => failureOf(error), { tone: 'bad' }) },
    });
  }

  const error = quiz.error && failureOf(quiz.error);
  return { send, forget: () => setResult(null), result, error, pausedUntil, isSending: quiz.isPending };
}

/** Returns when the next attempt is allowed after one that came too early, e.g. because of one on another device. */
const pauseAfter = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 429 && error.retryAfter !== undefined
    ? new Date(Date.now() + error.retryAfter * 1_000).toISOString()
    : null;

const hasPassed = ({ status }: QuizResult['submission']): boolean => status === 'approved';

interface AnswerProps {
  index: number;
  /** The number of questions. */
  count: number;
  /** The person tried to send the quiz without an answer to this question. */
  isMissing: boolean;
  answer: number | null;
  /** The result of the last attempt. */
  verdict: string | undefined;
  isWrong: boolean;
  onAnswer: (answer: number | null) => void;
}

/** Keeps the parts that are scrolled to out of the bars above and below. */
const scrolledClass = 'scroll-mt-32 scroll-mb-28';

function Choices({
  index,
  count,
  isMissing,
  answer,
  verdict,
  isWrong,
  onAnswer,
  prompt,
  choices,
}: AnswerProps & { prompt: string; choices: readonly string[] }) {
  const { t } = useTexts('challenges');
  const name = useId();
  return (
    <fieldset
      data-question={index}
      className={cx(
        scrolledClass,
        'grid grid-cols-1 gap-1.5 rounded-sm outline-offset-4',
        isMissing && 'outline-2 outline-danger',
      )}
    >
      <legend className="mb-1.5 font-medium text-small">
        <span className="mb-0.5 block text-caption text-fg-muted">
          {t('challenges.questionOf', { number: index + 1, total: count })}
          {isMissing && <span className="font-semibold text-danger"> · {t('challenges.noAnswer')}</span>}
        </span>
        {prompt}
      </legend>
      {choices.map((choice, number) => (
        <label
          // biome-ignore lint/suspicious/noArrayIndexKey: choices are identified by their index, older ones may be equal
          key={number}
          className={cx(
            'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm bg-sunken px-3 py-2 text-small hover:bg-hover has-checked:outline-2',
            verdict === undefined
              ? 'has-checked:outline-ember'
              : isWrong
                ? 'has-checked:outline-danger'
                : 'has-checked:outline-moss',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={answer === number}
            onChange={() => onAnswer(number)}
            className="size-5 shrink-0 accent-ember"
          />
          <span className="min-w-0 grow">{choice}</span>
          {answer === number && <QuizOutcome text={verdict} isWrong={isWrong} />}
        </label>
      ))}
    </fieldset>
  );
}

/** The questions are in the prompt; the answers are numbers. */
function NumberAnswer({ index, isMissing, answer, verdict, isWrong, onAnswer }: AnswerProps) {
  const { t } = useTexts('challenges');
  return (
    <div data-question={index} className={scrolledClass}>
      <Input
        type="number"
        inputMode="numeric"
        min={0}
        max={answerMax}
        step={1}
        label={
          <>
            {t('challenges.number', { number: index + 1 })} <QuizOutcome text={verdict} isWrong={isWrong} />
          </>
        }
        error={isMissing && t('challenges.noAnswer')}
        value={answer ?? ''}
        onChange={({ target }) => onAnswer(target.value === '' ? null : Number(target.value))}
      />
    </div>
  );
}

function QuizOutcome({ text, isWrong }: { text: string | undefined; isWrong: boolean }) {
  if (text === undefined) return null;
  const Icon = isWrong ? X : Check;
  return (
    <span
      className={cx('inline-flex shrink-0 items-center gap-1 font-semibold', isWrong ? 'text-danger' : 'text-moss')}
    >
      <Icon aria-hidden="true" className="size-4" />
      {text}
    </span>
  );
}

/** Returns the remaining seconds, counted down while mounted. */
function useSecondsUntil(time: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  const left = time === null ? 0 : Math.max(0, Math.ceil((Date.parse(time) - now) / 1_000));
  const isLocked = left > 0;
  useEffect(() => {
    setNow(Date.now());
    if (time === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [time]);
  return isLocked ? left : 0;
}
