export interface ChartSeries {
  label: string;
  /** One for each time; null where nothing is known. */
  values: readonly (number | null)[];
  /** Of bars: drawn downwards from zero. */
  isBelow?: boolean;
}

/** Bars stand on each other, but for those below zero. */
export type ChartKind = 'lines' | 'bars';

/** What the parts of a chart share. */
export interface ChartParts {
  times: readonly Date[];
  series: readonly ChartSeries[];
  kind: ChartKind;
  valueText: (value: number | null | undefined) => string;
}
