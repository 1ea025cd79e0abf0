import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { hasUnsentAnswer } from './answer-draft.ts';
import { countPassed, hasLevelsByRole, LevelBody, LevelNumber, type LevelStepProps, statesOf } from './level-step.tsx';

/** A level in one line, which expands: one that the viewer has reached, or one after the next. */
export function LevelLine(props: LevelStepProps) {
  const { level, mine, progress, isPreview } = props;
  const { t } = useTexts('challenges');
  const bodyId = useId();
  const { order, name, challenges } = level;
  const states = statesOf(progress);
  const [isOpen, setOpen] = useState(
    () => !isPreview && challenges.some((challenge) => hasUnsentAnswer(challenge, states.get(challenge.id))),
  );
  const isReached = order <= mine;
  const challengeCount = challenges.length;
  const passed = countPassed(level, progress);
  const total = t('challenges.count', { count: challengeCount });
  const isHere = order === mine;
  const facts = hasLevelsByRole(progress)
    ? [total]
    : [
        t(isHere ? 'challenges.here' : isReached ? 'challenges.done' : 'challenges.later'),
        challengeCount > 0 && (isReached ? t('challenges.have', { passed, required: challengeCount }) : total),
      ];
  return (
    <Card as="li" className="grid grid-cols-1">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          onClick={() => setOpen(!isOpen)}
          className="focus-ring flex w-full items-center gap-3 rounded-lg px-4 py-2 text-left"
        >
          <LevelNumber order={order} isReached={isReached} />
          <span className="grid min-w-0 grow grid-cols-1">
            <span className="truncate font-bold">
              <span className="sr-only">{t('challenges.order', { order })}: </span>
              {name}
            </span>
            <span className="truncate font-normal text-caption text-fg-muted">{facts.filter(Boolean).join(' · ')}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={cx('size-4.5 shrink-0 text-fg-faint transition-transform', isOpen && 'rotate-180')}
          />
        </button>
      </h3>
      {isOpen && (
        <div id={bodyId} className="grid grid-cols-1 gap-3 px-4 pt-1 pb-4">
          <LevelBody {...props} />
        </div>
      )}
    </Card>
  );
}
