interface SeriesStyle {
  /** The custom property of its colour (ui/tokens.css). */
  colour: '--ember' | '--chart-2' | '--chart-3' | '--chart-4';
  /** Line and gap lengths, px: the lines differ without their colours, too. */
  dash: number[];
}

const first: SeriesStyle = { colour: '--ember', dash: [] };
const styles: SeriesStyle[] = [
  first,
  { colour: '--chart-2', dash: [9, 4] },
  { colour: '--chart-3', dash: [2, 4] },
  { colour: '--chart-4', dash: [12, 4, 2, 4] },
];

/** How the line of a series looks, by its place in the chart. */
export function seriesStyle(index: number): SeriesStyle {
  return styles[index % styles.length] ?? first;
}
