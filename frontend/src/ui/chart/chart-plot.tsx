import { useEffect, useEffectEvent, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { useTheme } from '../../lib/theme.ts';
import type { ChartParts } from './chart-parts.ts';
import { barsOf, plotOptions } from './plot-options.ts';

interface ChartPlotProps extends ChartParts {
  label: string;
  /** Receives the index of the time under the pointer; null when it leaves. */
  onPoint: (index: number | null) => void;
}

/**
 * The lines or bars, drawn by uPlot. For screen readers one sentence with the first and the last values; the table has
 * the rest.
 */
export function ChartPlot({ label, times, series, kind, valueText, onPoint }: ChartPlotProps) {
  const { t } = useTexts();
  const format = useFormat();
  const theme = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const pointed = useEffectEvent(onPoint);
  const makePlot = useEffectEvent((element: HTMLDivElement) => {
    const options = plotOptions({
      element,
      kind,
      seriesLabels: series.map(({ label: name }) => name),
      timeText: format.dayMonth,
      valueText,
      onPoint: pointed,
    });
    const data: uPlot.AlignedData = [
      times.map((time) => time.getTime() / 1000),
      ...(kind === 'bars' ? barsOf(series) : series.map(({ values }) => [...values])),
    ];
    return new uPlot(options, data, element);
  });

  // Recreated for a new theme or language: the canvas does not follow styles.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect event reads them
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const plot = makePlot(element);
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, kind, theme, format.language]);

  const changes = series.map(({ label: name, values }) =>
    t('ui.chart.change', { name, from: valueText(values[0]), to: valueText(values.at(-1)) }),
  );
  const [first, last] = [times[0], times.at(-1)];
  const span = first && last ? t('ui.chart.span', { from: format.date(first), to: format.date(last) }) : '';
  return <div ref={box} role="img" aria-label={`${label}. ${span}. ${changes.join('. ')}.`} className="h-64 min-w-0" />;
}
