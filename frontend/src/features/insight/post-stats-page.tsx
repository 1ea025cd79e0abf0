import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { useChangeParams } from '../../lib/address-params.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
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

type Param = 'by' | 'from' | 'to';

/** `/tools/post-stats`, for site admins: numbers of the posts of a period. The address has the period and the group. */
export function PostStatsPage() {
  const { t } = useTexts('insight');
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const wanted = params.get('by');
  const by = isPostStatsGroup(wanted) ? wanted : 'day';
  const [from, to] = [params.get('from'), params.get('to')];
  const { data, error, isPlaceholderData, refetch } = useQuery(postStatsQuery(by, from, to));
  // While numbers load, those before them may be of another group: of tribes instead of days.
  const items = isPlaceholderData || error ? undefined : data?.items;
  return (
    <Page
      title={t('postStats.title')}
      lead={t('postStats.lead')}
      actions={
        <Button icon={<Download />} disabled={!items?.length} onClick={() => data && savePostStats(data, by, t)}>
          {t('insight.download')}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        <Filters
          by={by}
          from={from ?? data?.from}
          to={to ?? data?.to}
          onChange={(name, value) => changeParams({ [name]: value })}
        />
        {!error && <Numbers totals={data?.totals} />}
        {by === 'day' && !error && (items ? <PostStatsChart days={items} /> : <Skeleton className="h-90 rounded-lg" />)}
        <PostStatsTable key={by} by={by} items={items} error={error} onRetry={() => void refetch()} />
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
}

function Filters({ by, onChange, ...days }: FiltersProps) {
  const { t } = useTexts('insight');
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <Chips
        label={t('postStats.group')}
        options={POST_STATS_GROUPS.map((value) => ({ value, label: t(`postStats.by.${value}`) }))}
        value={by}
        onChange={(value) => onChange('by', value)}
      />
      <div className="grid grid-cols-2 gap-3">
        {(['from', 'to'] as const).map((name) => (
          <DateInput
            key={name}
            label={t(`postStats.${name}`)}
            value={days[name] ?? ''}
            onChange={(day) => onChange(name, day)}
          />
        ))}
      </div>
    </div>
  );
}

function Period({ from, to }: Pick<PostStats, 'from' | 'to'>) {
  const { t } = useTexts('insight');
  const format = useFormat();
  return t('insight.span', { from: format.date(localDay(from)), to: format.date(localDay(to)) });
}

/** The totals of the period; skeletons until they are known. */
function Numbers({ totals }: { totals: PostStats['totals'] | undefined }) {
  const { t } = useTexts('insight');
  const format = useFormat();
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {POST_NUMBERS.map((name) => (
        <Card key={name} className="flex min-w-0 flex-col gap-1 p-4">
          <dt className="text-fg-muted text-small">{t(`insight.${name}`)}</dt>
          <dd className="tabular font-bold font-display text-title">
            {totals ? format.number(totals[name]) : <Skeleton className="h-7 w-16" />}
          </dd>
        </Card>
      ))}
    </dl>
  );
}
