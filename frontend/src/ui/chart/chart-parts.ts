export interface ChartSeries {
  label: string;
  /** One for each time; null where nothing is known. */
  values: readonly (number | null)[];
}

/** What the parts of a chart share. */
export interface ChartParts {
  times: readonly Date[];
  series: readonly ChartSeries[];
  valueText: (value: number | null | undefined) => string;
}
