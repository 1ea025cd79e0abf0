import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { LoadMore, type PagedState } from './load-more.tsx';

/** The distance from the end at which the next page is loaded (part 1, section 9). */
const LOAD_MARGIN = '600px';

interface InfiniteState extends PagedState {
  /** Resolves when the page arrived, failed or was cancelled. */
  fetchNextPage: (options?: { cancelRefetch?: boolean }) => Promise<{ isFetchNextPageError: boolean }>;
}

interface InfiniteListProps {
  children: ReactNode;
  query: InfiniteState;
  /** The scrolling ancestor, when it is not the page. */
  root?: Element | null;
  /** Skeletons shown while the next page loads. */
  skeleton?: ReactNode;
}

/**
 * Loads the next page 600 px before the end; the button is for people who do not scroll. After an error only the
 * button loads, since an end that stays in view would request the page again and again.
 */
export function InfiniteList({ children, query, root = null, skeleton }: InfiniteListProps) {
  const end = useRef<HTMLDivElement>(null);
  const [attempts, setAttempts] = useState(0);
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query;
  const isWaiting = hasNextPage && !isFetching && !isFetchNextPageError;
  // A fetch that is under way is awaited: cancelling a refetch would leave the pages as they were before it.
  const loadNext = useEffectEvent(async () => {
    const { isFetchNextPageError: hasFailed } = await query.fetchNextPage({ cancelRefetch: false });
    if (!hasFailed) setAttempts((count) => count + 1);
  });

  // Observes again after each attempt, since an end that is still near causes no new intersection. On a busy device an
  // attempt can end before a render has shown it, so that `isWaiting` alone would not change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of an attempt is a reason to observe again
  useEffect(() => {
    if (!end.current || !isWaiting) return;
    // On a busy device one call may have several entries; the last one is the present state.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void loadNext(), {
      root,
      rootMargin: LOAD_MARGIN,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWaiting, attempts, root]);

  return (
    <>
      {children}
      {isFetchingNextPage && skeleton}
      <div ref={end} className="empty:hidden">
        <LoadMore query={query} />
      </div>
    </>
  );
}
