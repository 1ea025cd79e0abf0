import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { UserSentence } from '../../lib/user-sentence.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { type CaseDetail, caseReportsQuery } from './api.ts';

/** The reports of a case: the newest, and all of them on request. */
export function CaseReports({ found }: { found: CaseDetail }) {
  const { t } = useTexts('moderation');
  const [showsAll, setShowsAll] = useState(false);
  const { items, query: pages } = usePagedQuery({ ...caseReportsQuery(found.id), enabled: showsAll });
  const hasMore = showsAll ? pages.hasNextPage || pages.isPending : found.reportsCount > found.reports.length;
  return (
    <section aria-labelledby="case-reports" className="grid gap-2">
      <h3 id="case-reports" className="font-semibold text-small">
        {t('moderation.reports', { count: found.reportsCount })}
      </h3>
      <ul className="grid gap-2">
        {(items.length > 0 ? items : found.reports).map((report) => (
          <li key={report.id}>
            <Report report={report} />
          </li>
        ))}
      </ul>
      {pages.isError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      <LoadMore
        hasMore={hasMore && !pages.isError}
        loading={pages.isFetching}
        onMore={() => (showsAll ? void pages.fetchNextPage() : setShowsAll(true))}
      />
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
