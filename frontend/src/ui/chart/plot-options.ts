import type uPlot from 'uplot';
import { seriesStyle } from './series-style.ts';

interface PlotParts {
  /** Where the plot will be: its size and its colours are taken from here. */
  element: HTMLElement;
  seriesLabels: readonly string[];
  timeText: (time: Date) => string;
  valueText: (value: number) => string;
  onPoint: (index: number | null) => void;
}

/** Less than this between two labels of the time axis (px) is hard to read. */
const TIME_SPACE = 72;
const VALUE_SPACE = 44;

export function plotOptions({ element, seriesLabels, timeText, valueText, onPoint }: PlotParts): uPlot.Options {
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
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: { y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.08 : 1] } },
    axes: [
      {
        ...axis,
        space: TIME_SPACE,
        size: 30,
        grid: { show: false },
        values: (_plot, seconds) => seconds.map((second) => timeText(new Date(second * 1000))),
      },
      { ...axis, space: VALUE_SPACE, size: 52, values: (_plot, values) => values.map(valueText) },
    ],
    series: [
      {},
      ...seriesLabels.map((label, index): uPlot.Series => {
        const style = seriesStyle(index);
        const onlyOne = seriesLabels.length === 1;
        return {
          label,
          stroke: colour(style.colour),
          width: 2.5,
          dash: style.dash,
          fill: onlyOne ? colour('--ember-soft') : undefined,
          points: { show: false },
        };
      }),
    ],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
  };
}
