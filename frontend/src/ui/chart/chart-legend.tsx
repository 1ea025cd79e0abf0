import { useFormat } from '../../lib/i18n.ts';
import type { ChartParts } from './chart-parts.ts';
import { seriesStyle } from './series-style.ts';

/** Names the series; with the values at the point under the pointer, else the latest values. */
export function ChartLegend({ times, series, kind, valueText, at }: ChartParts & { at: number | null }) {
  const format = useFormat();
  const shown = at ?? times.length - 1;
  const time = times[shown];
  return (
    <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-caption text-fg-muted">
      {time && <time dateTime={time.toISOString()}>{format.date(time)}</time>}
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {series.map(({ label, values }, index) => (
          <li key={label} className="flex items-center gap-2">
            {kind === 'bars' ? (
              <span
                aria-hidden="true"
                className="size-2.5 rounded-xs"
                style={{ background: `var(${seriesStyle(index).colour})` }}
              />
            ) : (
              <svg width="22" height="4" aria-hidden="true">
                <line
                  x1="0"
                  y1="2"
                  x2="22"
                  y2="2"
                  stroke={`var(${seriesStyle(index).colour})`}
                  strokeWidth="3"
                  strokeDasharray={seriesStyle(index).dash.join(' ')}
                />
              </svg>
            )}
            {label}
            <span className="tabular font-semibold text-fg">{valueText(values[shown])}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
