import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useFocusOnSwap } from '../../ui/focus.ts';
import { Pill } from '../../ui/pill.tsx';
import { hasUnsentAnswer, mayAnswer } from './answer-draft.ts';
import { ManualForm } from './manual-form.tsx';
import type { Challenge, ChallengeState, Tribe } from './path-api.ts';
import { QuizForm } from './quiz-form.tsx';
import { StatePill } from './state-pill.tsx';

interface ChallengeItemProps {
  tribe: Tribe;
  challenge: Challenge;
  /** Undefined before the viewer's first submission. */
  state: ChallengeState | undefined;
  /** Whether the viewer may answer it now. */
  isOpen: boolean;
  isPreview?: boolean | undefined;
}

/** A challenge, the viewer's state, and the form to answer it in place. */
export function ChallengeItem({ tribe, challenge, state, isOpen, isPreview = false }: ChallengeItemProps) {
  const { t } = useTexts('challenges');
  const isAnswerable = isOpen && mayAnswer(state);
  const [answering, setAnswering] = useState(() => isAnswerable && !isPreview && hasUnsentAnswer(challenge, state));
  const item = useFocusOnSwap<HTMLLIElement>(answering);
  const isPressed = useRef(false);
  useEffect(() => {
    if (answering && isPressed.current) item.current?.scrollIntoView({ block: 'start' });
  }, [answering, item]);
  const { title, prompt, type } = challenge;
  const open = () => {
    isPressed.current = true;
    setAnswering(true);
  };
  const close = () => setAnswering(false);
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={cx(
        'grid scroll-mt-32 grid-cols-1 gap-3 outline-none',
        answering ? 'py-3.5' : 'rounded-md bg-sunken p-3.5',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h4 className="min-w-0 grow font-semibold">{title}</h4>
        <Pill>{t(type === 'quiz' ? 'challenges.quiz' : 'challenges.manual')}</Pill>
        {state && <StatePill state={state.state} />}
        {typeof state?.score === 'number' && (
          <span className="tabular text-caption text-fg-muted">
            {t('challenges.result', { score: state.score, max: state.maxScore })}
          </span>
        )}
      </div>
      {prompt && <p className="whitespace-pre-line text-pretty text-fg-muted text-small">{prompt}</p>}
      {/* A quiz stays open to show the wrong answers. */}
      {answering && type === 'quiz' && (
        <QuizForm tribe={tribe} challenge={challenge} retryAt={state?.retryAt ?? null} onClose={close} />
      )}
      {answering && type === 'manual' && <ManualForm tribe={tribe} challenge={challenge} onClose={close} />}
      {isAnswerable && !answering && (
        <Button variant="primary" size="sm" className="justify-self-start" disabled={isPreview} onClick={open}>
          {t(state ? 'challenges.again' : 'challenges.answer')}
        </Button>
      )}
    </li>
  );
}
