import { useFormat, useTexts } from '../../lib/i18n.ts';
import type { ChartParts } from './chart-parts.ts';

const cellClass = 'border-line border-b px-3 py-2 whitespace-nowrap';

/** The numbers of a chart, the newest first. */
export function ChartTable({ label, times, series, valueText }: ChartParts & { label: string }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="focus-ring relative max-h-80 overflow-auto rounded-sm"
    >
      <table className="tabular w-full border-separate border-spacing-0 text-right text-small">
        <thead className="text-caption text-fg-muted">
          <tr>
            <th scope="col" className={`${cellClass} sticky top-0 bg-surface text-left font-medium`}>
              {t('ui.chart.date')}
            </th>
            {series.map(({ label: name }) => (
              <th key={name} scope="col" className={`${cellClass} sticky top-0 bg-surface font-medium`}>
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
