import type { ReactNode } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PostStats } from './api.ts';
import { POST_NUMBERS, type PostNumber } from './post-stats-file.ts';

interface PostTotalsProps {
  /** Undefined until they are known. */
  totals: PostStats['totals'] | undefined;
  /** The number that the chart shows; without one there is no chart. */
  measure?: PostNumber | undefined;
  onMeasure: (measure: PostNumber) => void;
}

const gridClass = 'grid min-w-0 grid-cols-2 gap-2 sm:gap-3 lg:grid-cols-4';
const tileClass =
  'flex min-h-12 min-w-0 flex-wrap items-center justify-between gap-x-2 rounded-lg bg-surface px-4 py-2 text-left shadow-card lg:flex-col lg:items-start lg:gap-1 lg:p-4';

/** The totals of the period; where there is a chart, a press on one shows it there. */
export function PostTotals({ totals, measure, onMeasure }: PostTotalsProps) {
  const { t } = useTexts('insight');
  if (!measure)
    return (
      <dl className={gridClass}>
        {POST_NUMBERS.map((name) => (
          <div key={name} className={tileClass}>
            <dt className="text-fg-muted text-small">{t(`insight.${name}`)}</dt>
            <Total as="dd" total={totals?.[name]} />
          </div>
        ))}
      </dl>
    );
  return (
    <fieldset aria-label={t('postStats.measure')} className={gridClass}>
      {POST_NUMBERS.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === measure}
          onClick={() => onMeasure(name)}
          className={`focus-ring pressable hoverable:hover:bg-hover aria-pressed:bg-ember-soft aria-pressed:text-ember-text ${tileClass}`}
        >
          <span className="text-small">{t(`insight.${name}`)}</span> <Total as="span" total={totals?.[name]} />
        </button>
      ))}
    </fieldset>
  );
}

function Total({ as: Tag, total }: { as: 'dd' | 'span'; total: number | undefined }): ReactNode {
  const format = useFormat();
  return (
    <Tag className="tabular font-bold font-display text-title">
      {total === undefined ? <Skeleton className="h-7 w-16" /> : format.number(total)}
    </Tag>
  );
}
