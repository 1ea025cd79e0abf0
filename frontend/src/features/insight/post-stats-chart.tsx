import { useMemo } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { localDay, type PostStats } from './api.ts';
import { POST_NUMBERS, type PostNumber } from './post-stats-file.ts';

interface PostStatsChartProps {
  days: PostStats['items'];
  /** The number that the bars show. */
  measure: PostNumber;
}

/** One number of each day as bars; the table has all of them. */
export function PostStatsChart({ days, measure }: PostStatsChartProps) {
  const { t } = useTexts('insight');
  // Memoised, so that the plot is redrawn for other numbers only, not at each rendering.
  const times = useMemo(() => days.map(({ key }) => localDay(key)), [days]);
  const all = useMemo(
    () => POST_NUMBERS.map((name) => ({ label: t(`insight.${name}`), values: days.map((day) => day[name]) })),
    [days, t],
  );
  const shown = useMemo(() => all.filter((_, index) => POST_NUMBERS[index] === measure), [all, measure]);
  return <Chart label={t('postStats.chart')} kind="bars" times={times} series={shown} tableSeries={all} />;
}
