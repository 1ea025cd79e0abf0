import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { LoadMore, type PagedState } from './load-more.tsx';

/** The distance from the end at which the next page is loaded (part 1, section 9). */
const LOAD_MARGIN = '600px';

interface InfiniteListProps {
  children: ReactNode;
  query: PagedState;
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
  const [cancelled, setCancelled] = useState(0);
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query;
  const isWaiting = hasNextPage && !isFetching && !isFetchNextPageError;
  // A fetch that is under way is awaited: cancelling a refetch would leave the pages as they were before it.
  const loadNext = useEffectEvent(async () => {
    const { data, isError } = await query.fetchNextPage({ cancelRefetch: false });
    if (!isError && data === query.data) setCancelled((count) => count + 1);
  });

  // Observes again after each page, since an end that is still near causes no new intersection, and after a cancelled
  // fetch, which may end before a render has shown it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a cancelled fetch is a reason to observe again
  useEffect(() => {
    if (!end.current || !isWaiting) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void loadNext(), {
      root,
      rootMargin: LOAD_MARGIN,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWaiting, cancelled, root]);

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
