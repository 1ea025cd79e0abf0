import { useFormat, useTexts } from '../../lib/i18n.ts';
import type { TribePoints } from './api.ts';
import { computeProgress } from './progress.ts';

interface ProgressLineProps {
  of: TribePoints;
  /** The name of a level, by its number. */
  nameOf: (level: number) => string;
  className?: string;
}

/** The points missing to those of the next level, in words. The points alone do not give the level. */
export function ProgressLine({ of, nameOf, className }: ProgressLineProps) {
  const { t } = useTexts('members');
  const format = useFormat();
  const { next, missing, granted } = computeProgress(of);
  if (next === null)
    return (
      <span className={className}>
        {granted === null
          ? t('levels.top')
          : t('levels.granted', { shown: format.number(of.points), goal: format.number(granted) })}
      </span>
    );
  const level = nameOf(next);
  const goal = of.points + missing;
  return (
    <span className={className}>
      {missing > 0
        ? t('levels.missing', { count: missing, shown: format.number(missing), goal: format.number(goal), level })
        : t('levels.reached', { level })}
    </span>
  );
}
