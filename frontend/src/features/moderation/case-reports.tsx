import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { UserSentence } from '../../lib/user-sentence.tsx';
import { LoadMore, type PagedState } from '../../ui/load-more.tsx';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { type CaseDetail, caseReportsQuery } from './api.ts';
import { Reasons } from './case-words.tsx';

/** The reports of a case: the newest, and all of them on request. */
export function CaseReports({ found }: { found: CaseDetail }) {
  const { t } = useTexts('moderation');
  const { items, query } = usePagedQuery({
    ...caseReportsQuery(found.id),
    // The first page is requested by a press.
    enabled: ({ state }) => state.data !== undefined,
  });
  const firstPage: PagedState = {
    ...query,
    hasNextPage: found.reportsCount > found.reports.length,
    isFetchingNextPage: query.isFetching,
    isFetchNextPageError: query.isError,
    fetchNextPage: query.refetch,
  };
  return (
    <section aria-labelledby="case-reports" className="grid gap-2">
      <h3 id="case-reports" className="font-semibold text-small">
        {t('moderation.reports', { count: found.reportsCount })}
      </h3>
      {found.reasons.length > 1 && (
        <p className="flex flex-wrap gap-1.5">
          <Reasons of={found} />
        </p>
      )}
      <ul className="grid gap-2">
        {(items.length > 0 ? items : found.reports).map((report) => (
          <li key={report.id}>
            <Report report={report} />
          </li>
        ))}
      </ul>
      <LoadMore query={query.data ? query : firstPage} />
    </section>
  );
}

function Report({ report: { reason, description, createdAt, reporter } }: { report: CaseDetail['reports'][number] }) {
  const { t } = useTexts('moderation');
  return (
    <div className="grid gap-1 text-small">
      <span className="flex flex-wrap items-center gap-2">
        <Pill>{t(`moderation.reasons.${reason}`)}</Pill>
        <RelativeTime value={createdAt} className="text-caption text-fg-muted" />
        {reporter && (
          <span className="text-caption text-fg-muted">
            <UserSentence person={reporter} sentence={(name) => t('moderation.by', { name })} />
          </span>
        )}
      </span>
      {description && (
        <span className="prose-safe" dir="auto">
          {description}
        </span>
      )}
    </div>
  );
}
