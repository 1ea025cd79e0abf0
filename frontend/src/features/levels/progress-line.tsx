import { useFormat, useTexts } from '../../lib/i18n.ts';
import type { TribePoints } from './api.ts';
import { computeProgress } from './progress.ts';

interface ProgressLineProps {
  of: TribePoints;
  /** The name of a level, by its number. */
  nameOf: (level: number) => string;
  className?: string;
}

/** The points missing to the next level, in words. */
export function ProgressLine({ of, nameOf, className }: ProgressLineProps) {
  const { t } = useTexts('members');
  const format = useFormat();
  const { next, missing, granted } = computeProgress(of);
  if (next === null) {
    const goal = granted === null ? null : format.number(granted);
    return (
      <span className={className}>
        {goal === null ? t('levels.top') : t('levels.granted', { shown: format.number(of.points), goal })}
      </span>
    );
  }
  const level = nameOf(next);
  return (
    <span className={className}>
      {missing > 0
        ? t('levels.missing', { count: missing, shown: format.number(missing), level })
        : t('levels.reached', { level })}
    </span>
  );
}
