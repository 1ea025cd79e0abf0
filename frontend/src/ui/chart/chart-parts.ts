export interface ChartSeries {
  label: string;
  /** One per time; null when unknown. */
  values: readonly (number | null)[];
  /** For bars: drawn downwards from zero. */
  isBelow?: boolean;
}

/** Stacks the bars, except those below zero. */
export type ChartKind = 'lines' | 'bars';

/** Props shared by the parts of a chart. */
export interface ChartParts {
  times: readonly Date[];
  series: readonly ChartSeries[];
  kind: ChartKind;
  valueText: (value: number | null | undefined) => string;
}
