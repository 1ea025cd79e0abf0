import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { LoadMore } from './load-more.tsx';

/** The distance from the end at which the next page is loaded (part 1, section 9). */
const LOAD_MARGIN = '600px';

interface InfiniteListProps {
  children: ReactNode;
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
  /** The scrolling ancestor, when it is not the page. */
  root?: Element | null;
  /** Skeletons shown while the next page loads. */
  skeleton?: ReactNode;
}

/** Loads the next page 600 px before the end; the button is for people who do not scroll. */
export function InfiniteList({ children, hasMore, loading, onMore, root = null, skeleton }: InfiniteListProps) {
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(() => {
    if (hasMore && !loading) onMore();
  });

  // Observes again after each page, since an end that is still near causes no new intersection.
  useEffect(() => {
    if (!end.current || !hasMore || loading) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), {
      root,
      rootMargin: LOAD_MARGIN,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, loading, root]);

  return (
    <>
      {children}
      {loading && skeleton}
      <div ref={end} className="empty:hidden">
        <LoadMore hasMore={hasMore} loading={loading} onMore={onMore} />
      </div>
    </>
  );
}
