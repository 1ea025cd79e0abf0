import { ChartLine, Table2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { Button } from '../button.tsx';
import { ErrorState } from '../error-state.tsx';
import { Loading, Skeleton } from '../skeleton.tsx';
import { ChartLegend } from './chart-legend.tsx';
import type { ChartKind, ChartSeries } from './chart-parts.ts';
import { ChartTable } from './chart-table.tsx';

interface ChartProps {
  /** The title; also the accessible name. */
  label: string;
  /** The times of the values, in ascending order. */
  times: readonly Date[];
  /** One to four lines. */
  series: readonly ChartSeries[];
  kind?: ChartKind;
  /** The columns of the table, where it has more than the plot. */
  tableSeries?: readonly ChartSeries[];
  /** A value as text; a whole number by default. */
  formatValue?: (value: number) => string;
}

const figureClass = 'grid grid-cols-1 gap-3 rounded-lg bg-surface p-4 shadow-card sm:p-5';

/** The plot's code and uPlot are loaded when a chart is first shown. */
const ChartPlot = lazyComponent(async () => (await import('./chart-plot.tsx')).ChartPlot);

/** Numbers over time as lines or bars, or as a table of the same numbers. */
export function Chart({ label, times, series, kind = 'lines', tableSeries = series, formatValue }: ChartProps) {
  const { t } = useTexts();
  const format = useFormat();
  const titleId = useId();
  const [asTable, setAsTable] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const valueText = (value: number | null | undefined) => (value == null ? '–' : (formatValue ?? format.number)(value));
  const parts = { times, series, kind, valueText };
  return (
    <figure aria-labelledby={titleId} className={figureClass}>
      <div className="flex items-center justify-between gap-3">
        <figcaption id={titleId} className="min-w-0 font-display font-semibold">
          {label}
        </figcaption>
        {times.length > 0 && (
          <Button
            size="sm"
            variant="ghost"
            icon={asTable ? <ChartLine /> : <Table2 />}
            onClick={() => setAsTable(!asTable)}
            className="-mr-2"
          >
            {t(asTable ? 'ui.chart.showChart' : 'ui.chart.showTable')}
          </Button>
        )}
      </div>
      {times.length === 0 ? (
        <p className="grid h-64 place-items-center text-fg-muted text-small">{t('ui.chart.empty')}</p>
      ) : asTable ? (
        <ChartTable label={label} {...parts} series={tableSeries} />
      ) : (
        <>
          <ChartLegend {...parts} at={at} />
          <LazyPart
            fallback={<Skeleton className="h-64" />}
            failed={(error, retry) => <ErrorState error={error} onRetry={retry} />}
          >
            <ChartPlot label={label} {...parts} onPoint={setAt} />
          </LazyPart>
        </>
      )}
    </figure>
  );
}

/** The space of a chart of one series whose numbers are loading. */
export function ChartSkeleton() {
  return (
    <Loading className={figureClass}>
      <Skeleton className="my-1.5 h-6 w-28" />
      <Skeleton className="h-4.5 w-40" />
      <Skeleton className="h-64" />
    </Loading>
  );
}
