import { History } from 'lucide-react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { UserLink } from '../../lib/user-link.tsx';
import { UserSentence } from '../../lib/user-sentence.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { useReopen } from './changes-api.ts';
import { decidedSubmissionsQuery, type ReviewedSubmission, type Tribe } from './path-api.ts';
import { StatePill, stateOf } from './state-pill.tsx';
import { SubmissionContent } from './submission-content.tsx';

/** The decided submissions; each can be reopened for a day. */
export function DecidedSubmissions({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('challenges');
  const { items, query } = usePagedQuery(decidedSubmissionsQuery(tribe.id));
  if (query.isPending)
    return (
      <Loading className="grid gap-3">
        <Skeleton className="h-32 w-full rounded-lg" />
      </Loading>
    );
  if (items.length === 0 && query.isError)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (items.length === 0) return <EmptyState icon={<History />} title={t('challenges.review.noneDecided')} />;
  return (
    <ul className="grid grid-cols-1 gap-3">
      <InfiniteList query={query}>
        {items.map((submission) => (
          <Decided key={submission.id} tribe={tribe} submission={submission} />
        ))}
      </InfiniteList>
    </ul>
  );
}

/** A decided submission as a row of a list. */
export function Decided({ tribe, submission }: { tribe: Tribe; submission: ReviewedSubmission }) {
  const { t } = useTexts('challenges');
  const { id, user, score, maxScore, note, decidedAt, decidedBy, canReopen } = submission;

  const reopening = useReopen(tribe.id, id);
  const reopen = () =>
    reopening.mutate(undefined, {
      onSuccess: () => toast(() => t('challenges.review.reopened'), { tone: 'good' }),
      onError: (error) => toast(() => messageOf(error, t('challenges.review.reopenFailed')), { tone: 'bad' }),
    });

  return (
    <Card as="li" className="grid grid-cols-1 gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 grow truncate font-display font-semibold">
          <UserLink person={user}>{user.name}</UserLink>
        </span>
        <StatePill state={stateOf(submission)} />
        <span className="tabular text-caption text-fg-muted">
          {t('challenges.result', { score: score ?? 0, max: maxScore })}
        </span>
      </div>
      <SubmissionContent submission={submission} />
      {note && <p className="border-ember border-l-2 pl-3 text-small">{note}</p>}
      <div className="flex flex-wrap items-center justify-between gap-3 text-caption text-fg-muted">
        <span>
          {decidedBy && (
            <>
              <UserSentence person={decidedBy} sentence={(name) => t('challenges.review.by', { name })} />
              {' · '}
            </>
          )}
          {decidedAt && <RelativeTime value={decidedAt} />}
        </span>
        {canReopen && (
          <Button size="sm" loading={reopening.isPending} onClick={reopen}>
            {t('challenges.review.reopen')}
          </Button>
        )}
      </div>
    </Card>
  );
}
