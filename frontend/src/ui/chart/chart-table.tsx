import { useFormat, useTexts } from '../../lib/i18n.ts';
import type { ChartParts } from './chart-parts.ts';

/** Narrow on a phone, where the numbers of a day fit beside each other. */
const cellClass = 'border-line border-b px-1 py-2 first:pl-0 last:pr-0 sm:px-3 whitespace-nowrap';
const headClass = `${cellClass} sticky top-0 bg-surface font-medium`;

/** The numbers of a chart, the newest first. */
export function ChartTable({ label, times, series, valueText }: ChartParts & { label: string }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="focus-ring relative max-h-80 overflow-auto rounded-sm max-sm:-mx-1.5"
    >
      <table className="tabular w-full border-separate border-spacing-0 text-right text-caption sm:text-small">
        <thead className="text-[0.6875rem] text-fg-muted sm:text-caption">
          <tr>
            <th scope="col" className={`${headClass} text-left`}>
              {t('ui.chart.date')}
            </th>
            {series.map(({ label: name }) => (
              <th key={name} scope="col" className={headClass}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times
            .map((time, index) => (
              <tr key={time.toISOString()}>
                <th scope="row" className={`${cellClass} text-left font-normal`}>
                  {format.date(time)}
                </th>
                {series.map(({ label: name, values }) => (
                  <td key={name} className={cellClass}>
                    {valueText(values[index])}
                  </td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  );
}
