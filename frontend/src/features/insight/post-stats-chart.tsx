import { useMemo } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { localDay, type PostStats } from './api.ts';
import { POST_NUMBERS } from './post-stats-file.ts';

/** The numbers of each day as bars. */
export function PostStatsChart({ days }: { days: PostStats['items'] }) {
  const { t } = useTexts('insight');
  // Memoised, so that the plot is redrawn for other numbers only, not at each rendering.
  const times = useMemo(() => days.map(({ key }) => localDay(key)), [days]);
  const series = useMemo(
    () => POST_NUMBERS.map((name) => ({ label: t(`insight.${name}`), values: days.map((day) => day[name]) })),
    [days, t],
  );
  return <Chart label={t('postStats.chart')} kind="bars" times={times} series={series} />;
}
