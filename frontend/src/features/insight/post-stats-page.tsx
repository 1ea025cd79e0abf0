import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { useChangeParams } from '../../lib/address-params.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ChartSkeleton } from '../../ui/chart/chart.tsx';
import { Chips } from '../../ui/chips.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Page } from '../../ui/page.tsx';
import {
  isPostStatsGroup,
  localDay,
  POST_STATS_GROUPS,
  type PostStats,
  type PostStatsGroup,
  postStatsQuery,
} from './api.ts';
import { PostStatsChart } from './post-stats-chart.tsx';
import { POST_NUMBERS, savePostStats } from './post-stats-file.ts';
import { PostStatsTable } from './post-stats-table.tsx';
import { PostTotals } from './post-totals.tsx';

type Param = 'by' | 'from' | 'to' | 'measure';

/** `/tools/post-stats`, for site admins: numbers of the posts of a period. The address has the period and the group. */
export function PostStatsPage() {
  const { t } = useTexts('insight');
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const wanted = params.get('by');
  const by = isPostStatsGroup(wanted) ? wanted : 'day';
  const measure = POST_NUMBERS.find((name) => name === params.get('measure')) ?? 'posts';
  const [from, to] = [params.get('from'), params.get('to')];
  const { data, error, isPlaceholderData, refetch } = useQuery(postStatsQuery(by, from, to));
  // While numbers load, those before them may be of another group: of tribes instead of days.
  const items = isPlaceholderData || error ? undefined : data?.items;
  return (
    <Page title={t('postStats.title')} lead={t('postStats.lead')}>
      <div className="grid grid-cols-1 gap-4 sm:gap-6">
        <Filters
          by={by}
          from={from ?? data?.from}
          to={to ?? data?.to}
          onChange={(name, value) => changeParams({ [name]: value })}
          onSave={data && items && items.length > 0 ? () => savePostStats(data, by, t) : undefined}
        />
        {!error && (
          <PostTotals
            totals={data?.totals}
            measure={by === 'day' ? measure : undefined}
            onMeasure={(name) => changeParams({ measure: name })}
          />
        )}
        {by === 'day' && !error ? (
          items ? (
            <PostStatsChart days={items} measure={measure} />
          ) : (
            <ChartSkeleton />
          )
        ) : (
          <PostStatsTable key={by} by={by} items={items} error={error} onRetry={() => void refetch()} />
        )}
        {data && (
          <p className="max-w-prose text-pretty text-fg-muted text-small">
            <Period from={data.from} to={data.to} /> {t('postStats.method')}
          </p>
        )}
      </div>
    </Page>
  );
}

interface FiltersProps {
  by: PostStatsGroup;
  from: string | undefined;
  to: string | undefined;
  onChange: (name: Param, value: string) => void;
  /** Saves the numbers as a file; undefined while there are none. */
  onSave: (() => void) | undefined;
}

/** The group, and in one row the period and the file; on the narrowest phones the days are below each other. */
function Filters({ by, onChange, onSave, ...days }: FiltersProps) {
  const { t } = useTexts('insight');
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <Chips
        label={t('postStats.group')}
        options={POST_STATS_GROUPS.map((value) => ({ value, label: t(`postStats.by.${value}`) }))}
        value={by}
        onChange={(value) => onChange('by', value)}
      />
      <div className="flex w-full items-end gap-2 sm:w-auto sm:gap-3">
        <div className="grid min-w-0 grow grid-cols-1 gap-2 min-[360px]:grid-cols-2 sm:gap-3">
          {(['from', 'to'] as const).map((name) => (
            <DateInput
              key={name}
              label={t(`postStats.${name}`)}
              value={days[name] ?? ''}
              onChange={(day) => onChange(name, day)}
              className="max-sm:px-2.5"
            />
          ))}
        </div>
        <Button icon={<Download />} disabled={!onSave} onClick={onSave} className="h-12! max-sm:gap-0 max-sm:px-3.5">
          <span className="max-sm:sr-only">{t('insight.download')}</span>
        </Button>
      </div>
    </div>
  );
}

function Period({ from, to }: Pick<PostStats, 'from' | 'to'>) {
  const { t } = useTexts('insight');
  const format = useFormat();
  return t('insight.span', { from: format.date(localDay(from)), to: format.date(localDay(to)) });
}
