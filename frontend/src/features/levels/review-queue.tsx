import { waitingCountedMax } from '@limits/tribes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { useScreenKeys } from '../../lib/use-screen-keys.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useFocusOnNext } from '../../ui/focus.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { pendingSubmissionsQuery, type ReviewedSubmission, type Tribe } from './path-api.ts';
import { RemovedSubmission } from './removed-submission.tsx';
import { SubmissionReview } from './submission-review.tsx';
import { useSubmissionInView } from './use-submission-in-view.ts';

/** The waiting submissions, one at a time; ← and → navigate. */
export function ReviewQueue({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('challenges');
  const query = useInfiniteQuery(pendingSubmissionsQuery(tribe.id));
  const pages = query.data?.pages ?? [];
  const items = pages.flatMap((page) => page.items);
  const { current, index, removedId, show, acknowledge, setProgress } = useSubmissionInView(items);
  const part = useFocusOnNext<HTMLDivElement>(removedId ?? current?.id);
  const move = (to: number) => {
    if (removedId !== null || to < 0 || to >= items.length) return;
    show(to);
    if (to >= items.length - 3 && query.hasNextPage) void query.fetchNextPage();
  };
  useScreenKeys(({ key }) => {
    if (key === 'ArrowLeft') move(index - 1);
    if (key === 'ArrowRight') move(index + 1);
  });
  if (query.isPending)
    return (
      <Loading className="grid gap-3">
        <Skeleton className="h-64 w-full rounded-lg" />
      </Loading>
    );
  if (removedId !== null)
    return (
      <div ref={part}>
        <RemovedSubmission key={removedId} tribe={tribe} id={removedId} onContinue={acknowledge} />
      </div>
    );
  if (!current && query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!current)
    return (
      <EmptyState icon={<CircleCheck />} title={t('challenges.review.none')} text={t('challenges.review.noneText')} />
    );
  return (
    <div ref={part} className="grid grid-cols-1 gap-4">
      <div className="flex items-center justify-between gap-3">
        <Button size="sm" disabled={index === 0} onClick={() => move(index - 1)}>
          {t('challenges.review.previous')}
        </Button>
        <span role="status" className="tabular text-fg-muted text-small">
          {!current.isOwn && t('challenges.review.position', positionOf(items, index, pages.at(-1)?.waiting ?? 0))}
        </span>
        <Button size="sm" disabled={index === items.length - 1} onClick={() => move(index + 1)}>
          {t('challenges.review.next')}
        </Button>
      </div>
      <SubmissionReview
        key={current.id}
        tribe={tribe}
        submission={current}
        onProgress={(progress) => setProgress(current.id, progress)}
      />
      <p className="text-caption text-fg-muted max-sm:hidden">{t('challenges.review.keys')}</p>
    </div>
  );
}

/**
 * The position of a submission among those that the viewer may review, which are not their own. `waiting` counts those
 * that are not fetched yet, too.
 */
function positionOf(items: readonly ReviewedSubmission[], index: number, waiting: number) {
  const countOf = (some: readonly ReviewedSubmission[]) => some.filter(({ isOwn }) => !isOwn).length;
  const number = countOf(items.slice(0, index + 1));
  const total = Math.max(countOf(items), waiting);
  return { number, total: total < waitingCountedMax ? total : `${waitingCountedMax - 1}+` };
}
