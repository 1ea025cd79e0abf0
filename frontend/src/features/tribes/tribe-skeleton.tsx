import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Loading, Skeleton, SkeletonAuthor, SkeletonText } from '../../ui/skeleton.tsx';

/** The widths of the links in the bar. */
const LINKS = ['w-16', 'w-12', 'w-14', 'w-14', 'w-16'] as const;

/** A tribe that is loading: its header, its bar, and the feed with its aside, or one of its parts. */
export function TribeSkeleton({ isPart }: { isPart: boolean }) {
  return (
    <Loading className="mx-auto w-full max-w-6xl pb-16 lg:px-6 lg:pt-6">
      {!isPart && <Skeleton className="h-28 rounded-none lg:h-40 lg:rounded-xl" />}
      <div className={cx('grid gap-1 px-4 pb-1 sm:gap-1.5 sm:px-6 sm:pb-2 lg:px-5', isPart && 'pt-3')}>
        <div className="flex items-center gap-3">
          <div
            className={cx(
              'shrink-0 rounded-md bg-ground ring-4 ring-ground',
              isPart ? 'size-10' : 'relative -mt-5 size-14 self-end',
            )}
          >
            <Skeleton className="size-full rounded-md" />
          </div>
          <div className="flex h-11 min-w-0 grow items-center">
            <Skeleton className="h-7 w-48 max-w-full" />
          </div>
        </div>
        {!isPart && (
          <>
            <Skeleton className="h-6 w-56 max-w-full" />
            <SkeletonText lines={2} className="max-w-2xl py-0.75" />
          </>
        )}
      </div>
      <div className="flex h-12 items-center gap-5 overflow-hidden px-4 shadow-[inset_0_-1px_0_var(--line)] sm:px-7">
        {LINKS.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: links are identified by their index
          <Skeleton key={index} className={cx('h-4 shrink-0', width)} />
        ))}
      </div>
      <div className={cx('px-4 sm:px-6 sm:pt-4 lg:px-0 lg:pt-5', isPart ? 'pt-4' : 'pt-1.5')}>
        {isPart ? <Skeleton className="h-96 rounded-lg" /> : <FeedSkeleton />}
      </div>
    </Loading>
  );
}

const FeedSkeleton = () => (
  <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
    <div className="grid grid-cols-1 content-start gap-2 sm:gap-5">
      <Skeleton className="h-16 rounded-lg" />
      <Card className="grid gap-4 p-4 sm:p-5">
        <SkeletonAuthor />
        <Skeleton className="aspect-4/3 w-full rounded-md" />
      </Card>
    </div>
    <div className="grid content-start gap-5 max-lg:hidden">
      <Skeleton className="h-36 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  </div>
);
