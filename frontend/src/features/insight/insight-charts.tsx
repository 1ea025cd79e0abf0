import { useMemo } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { type Insight, localDay } from './api.ts';

type Key = Exclude<keyof Insight['days'][number], 'day'>;

interface DayChartKind {
  name: 'members' | 'comings' | 'active' | 'activity';
  kind: 'lines' | 'bars';
  keys: readonly Key[];
  /** Also for days without activity. */
  quiet: boolean;
}

const CHARTS: readonly DayChartKind[] = [
  { name: 'members', kind: 'lines', keys: ['members'], quiet: true },
  { name: 'comings', kind: 'bars', keys: ['joined', 'left'], quiet: true },
  { name: 'active', kind: 'bars', keys: ['active'], quiet: false },
  { name: 'activity', kind: 'bars', keys: ['posts', 'comments', 'reactions'], quiet: false },
];

/** Events per day as bars, and totals as a line; each chart with a table of its numbers. */
export function InsightCharts({ days, isQuiet }: { days: Insight['days']; isQuiet: boolean }) {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      {CHARTS.filter(({ quiet }) => quiet || !isQuiet).map((chart) => (
        <DayChart key={chart.name} chart={chart} days={days} />
      ))}
    </div>
  );
}

function DayChart({ chart: { name, kind, keys }, days }: { chart: DayChartKind; days: Insight['days'] }) {
  const { t } = useTexts('insight');
  // Memoised, so that the plot is redrawn for other numbers only, not at each rendering.
  const times = useMemo(() => days.map(({ day }) => localDay(day)), [days]);
  const series = useMemo(
    () =>
      keys.map((key) => ({
        label: t(`insight.${key}`),
        values: days.map((day) => day[key]),
        isBelow: key === 'left',
      })),
    [days, keys, t],
  );
  return <Chart label={t(`insight.chart.${name}`)} kind={kind} times={times} series={series} />;
}
