interface SeriesStyle {
  /** The custom property of its colour (ui/tokens.css). */
  colour: '--ember' | '--chart-2' | '--chart-3' | '--chart-4';
  /** Line and gap lengths, px: they also distinguish the lines without colour. */
  dash: number[];
}

const first: SeriesStyle = { colour: '--ember', dash: [] };
const styles: SeriesStyle[] = [
  first,
  { colour: '--chart-2', dash: [9, 4] },
  { colour: '--chart-3', dash: [2, 4] },
  { colour: '--chart-4', dash: [12, 4, 2, 4] },
];

/** Returns the line style of a series by its index in the chart. */
export function seriesStyle(index: number): SeriesStyle {
  return styles[index % styles.length] ?? first;
}
