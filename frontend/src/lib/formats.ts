/** Decimal units (factor 1000), as operating systems use them; `language` as for Intl. */
export function bytesIn(language: string, value: number): string {
  const power = value < 1_000 ? 0 : value < 999_950 ? 1 : 2;
  const unit = (['byte', 'kilobyte', 'megabyte'] as const)[power];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: power === 2 ? 1 : 0 });
  return format.format(value / 1_000 ** power);
}

const STEPS: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, 'second'],
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [7 * 86_400, 86_400, 'day'],
];

/** A relative time; after a week the date. */
export function formatAgo(
  relative: Intl.RelativeTimeFormat,
  date: Intl.DateTimeFormat,
  value: Date,
  now: Date,
): string {
  const seconds = Math.max(0, (now.getTime() - value.getTime()) / 1000);
  if (seconds < 45) return relative.format(0, 'second');
  const step = STEPS.find(([limit]) => seconds < limit);
  return step ? relative.format(-Math.max(1, Math.floor(seconds / step[1])), step[2]) : date.format(value);
}
