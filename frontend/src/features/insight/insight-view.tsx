import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { useChangeParams } from '../../lib/address-params.ts';
import type { Schema } from '../../lib/contract.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { INSIGHT_DAYS, type Insight, type InsightDays, insightQuery, localDay } from './api.ts';
import { BestPosts } from './best-posts.tsx';
import { InsightCharts } from './insight-charts.tsx';
import { saveInsight } from './insight-file.ts';
import { Retention } from './retention.tsx';
import { Totals } from './totals.tsx';

const isDays = (value: string | null): value is InsightDays => INSIGHT_DAYS.some((days) => days === value);

/** Statistics over time of a tribe, or of all of Tribus (null). The number of days is in the address. */
export function InsightView({ tribe }: { tribe: Pick<Schema<'Tribe'>, 'id' | 'name'> | null }) {
  const { t } = useTexts('insight');
  const [query] = useSearchParams();
  const changeParams = useChangeParams();
  const daysParam = query.get('days');
  const days = isDays(daysParam) ? daysParam : '28';
  const tribeId = tribe?.id ?? null;
  const { data, error, isPlaceholderData, refetch } = useQuery(insightQuery(tribeId, days));
  return (
    <div className="grid w-full grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Chips
          label={t('insight.range')}
          options={INSIGHT_DAYS.map((value) => ({ value, label: t(`insight.days.${value}`) }))}
          value={days}
          onChange={(next) => changeParams({ days: next })}
        />
        {data && (
          <Button
            size="sm"
            icon={<Download />}
            disabled={isPlaceholderData}
            onClick={() => saveInsight(data, tribe?.name, t)}
          >
            {t('insight.download')}
          </Button>
        )}
      </div>
      {data ? (
        <div aria-busy={isPlaceholderData} className={cx('grid grid-cols-1 gap-8', isPlaceholderData && 'opacity-60')}>
          <Numbers insight={data} tribeId={tribeId} />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <InsightSkeleton />
      )}
    </div>
  );
}

function Numbers({ insight, tribeId }: { insight: Insight; tribeId: number | null }) {
  const { t } = useTexts('insight');
  const format = useFormat();
  const { totals, days, from, to } = insight;
  const isQuiet = [totals.active, totals.posts, totals.comments, totals.reactions].every(({ value }) => value === 0);
  return (
    <>
      <div className="grid grid-cols-1 gap-3">
        <p className="text-pretty text-fg-muted text-small">
          {t('insight.span', { from: format.date(localDay(from)), to: format.date(localDay(to)) })}
        </p>
        <Totals totals={totals} />
      </div>
      <InsightCharts days={days} isQuiet={isQuiet} />
      {isQuiet && (
        <EmptyState
          title={t('insight.quiet')}
          text={t('insight.quietText')}
          action={tribeId !== null && <ButtonLink to={paths.tribe(tribeId)}>{t('insight.toTheFire')}</ButtonLink>}
        />
      )}
      <Retention cohorts={insight.cohorts} />
      <BestPosts posts={insight.bestPosts} showsTribe={tribeId === null} />
      <HowItCounts />
    </>
  );
}

/** Explains the computation of the statistics. */
function HowItCounts() {
  const { t } = useTexts('insight');
  return (
    <details className="group max-w-prose text-pretty text-small">
      <summary className="focus-ring flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-sm font-display font-semibold">
        <h2>{t('insight.method.title')}</h2>
        <ChevronDown aria-hidden="true" className="size-4.5 text-fg-faint group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 gap-2 pb-2 text-fg-muted">
        <p>{t('insight.method.days')}</p>
        <p>{t('insight.method.active')}</p>
        <p>{t('insight.method.retention')}</p>
      </div>
    </details>
  );
}

function InsightSkeleton() {
  return (
    <Loading className="grid grid-cols-1 gap-8">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {['members', 'active', 'posts', 'comments'].map((tile) => (
          <Skeleton key={tile} className="h-25 rounded-lg" />
        ))}
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Skeleton className="h-90 rounded-lg" />
        <Skeleton className="h-90 rounded-lg" />
      </div>
    </Loading>
  );
}
