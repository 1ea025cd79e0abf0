import { useFormat, useTexts } from '../../lib/i18n.ts';
import { type InsightCohort, localDay } from './api.ts';

const cellClass = 'border-line border-b px-3 py-2 whitespace-nowrap';

/**
 * For each week of joining, how many of those members were active in it and in the weeks since; the newest week first.
 */
export function Retention({ cohorts }: { cohorts: readonly InsightCohort[] }) {
  const { t } = useTexts('insight');
  if (cohorts.length === 0) return null;
  const weeks = Math.max(...cohorts.map(({ active }) => active.length));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <div className="grid gap-1">
        <h2 id="retention" className="font-bold text-title">
          {t('insight.retention.title')}
        </h2>
        <p className="max-w-prose text-pretty text-fg-muted text-small">{t('insight.retention.about')}</p>
      </div>
      <section
        aria-labelledby="retention"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="focus-ring relative overflow-x-auto rounded-lg bg-surface p-2 shadow-card"
      >
        <table className="tabular w-full border-separate border-spacing-0 text-right text-small">
          <thead className="text-caption text-fg-muted">
            <tr>
              <th scope="col" className={`${cellClass} text-left font-medium`}>
                {t('insight.retention.week')}
              </th>
              <th scope="col" className={`${cellClass} font-medium`}>
                {t('insight.retention.joined')}
              </th>
              {Array.from({ length: weeks }, (_, after) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the number of weeks identifies the column
                <th key={after} scope="col" className={`${cellClass} font-medium`}>
                  {after === 0 ? t('insight.retention.sameWeek') : t('insight.retention.after', { week: after })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.toReversed().map((cohort) => (
              <CohortRow key={cohort.week} cohort={cohort} weeks={weeks} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function CohortRow({ cohort, weeks }: { cohort: InsightCohort; weeks: number }) {
  const { t } = useTexts('insight');
  const format = useFormat();
  const { week, joined, followed, active } = cohort;
  return (
    <tr>
      <th scope="row" className={`${cellClass} text-left font-normal`}>
        {format.date(localDay(week))}
      </th>
      <td className={cellClass}>{format.number(joined)}</td>
      {Array.from({ length: weeks }, (_, after) => {
        const people = active[after];
        const share = people === undefined || followed === 0 ? null : people / followed;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the number of weeks identifies the column
          <td key={after} className={cellClass}>
            {share !== null && (
              <>
                <span className="block font-medium">{format.percent(share)}</span>
                <span className="block text-caption text-fg-faint">
                  {t('insight.retention.of', { people: format.number(people ?? 0), all: format.number(followed) })}
                </span>
              </>
            )}
          </td>
        );
      })}
    </tr>
  );
}
