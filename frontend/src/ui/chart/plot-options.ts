import uPlot from 'uplot';
import type { ChartKind, ChartSeries } from './chart-parts.ts';
import { seriesStyle } from './series-style.ts';

interface PlotParts {
  /** The element that will contain the plot: determines its size and colours. */
  element: HTMLElement;
  kind: ChartKind;
  seriesLabels: readonly string[];
  timeText: (time: Date) => string;
  valueText: (value: number) => string;
  onPoint: (index: number | null) => void;
}

/** Minimum distance between two labels of the time axis, px. */
const TIME_SPACE = 72;
const VALUE_SPACE = 44;

/** The largest fraction of a day's width that its bar takes, and its maximum and minimum width (px). */
const BAR_SIZE = [0.7, 28, 1] as const;

/** The end of each bar: bars of one time are stacked, the first on top, and are drawn in this order. */
export function barsOf(series: readonly ChartSeries[]): (number | null)[][] {
  return series.map(({ values, isBelow = false }, index) =>
    values.map((value, at) => {
      if (value === null) return null;
      if (isBelow) return -value;
      const beneath = series.slice(index + 1).filter((other) => !other.isBelow);
      return beneath.reduce((sum, other) => sum + (other.values[at] ?? 0), value);
    }),
  );
}

/** The time axis; the first and the last bar get as much space as the others. */
function timeRange(kind: ChartKind): uPlot.Scale.Range {
  return (plot, min, max) => {
    const half = kind === 'bars' ? (max - min) / Math.max(1, plot.data[0].length - 1) / 2 : 0;
    return [min - half, max + half];
  };
}

function seriesOf(
  kind: ChartKind,
  label: string,
  index: number,
  onlyOne: boolean,
  colour: (name: string) => string,
): uPlot.Series {
  const style = seriesStyle(index);
  const points = { show: false };
  if (kind === 'bars')
    return { label, fill: colour(style.colour), width: 0, paths: uPlot.paths.bars?.({ size: [...BAR_SIZE] }), points };
  const fill = onlyOne ? colour('--ember-soft') : undefined;
  return { label, stroke: colour(style.colour), width: 2.5, dash: style.dash, fill, points };
}

export function plotOptions({ element, kind, seriesLabels, timeText, valueText, onPoint }: PlotParts): uPlot.Options {
  const styles = getComputedStyle(element);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
  const axis = {
    stroke: colour('--fg-faint'),
    font: `12px ${styles.fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === 'lines', size: 8 } },
    scales: {
      x: { range: timeRange(kind) },
      y: { range: (_plot, min, max) => [min < 0 ? min * 1.08 : 0, max > 0 ? max * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        space: TIME_SPACE,
        size: 30,
        grid: { show: false },
        values: (_plot, seconds) => seconds.map((second) => timeText(new Date(second * 1000))),
      },
      {
        ...axis,
        space: VALUE_SPACE,
        size: 52,
        values: (_plot, values) => values.map((value) => valueText(Math.abs(value))),
      },
    ],
    series: [
      {},
      ...seriesLabels.map((label, index) => seriesOf(kind, label, index, seriesLabels.length === 1, colour)),
    ],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
  };
}
