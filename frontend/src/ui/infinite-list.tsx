import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTexts } from '../lib/i18n.ts';
import { Button } from './button.tsx';

/** How near the end the next page is asked for (part 1, section 9). */
const NEAR = '600px';

interface InfiniteListProps {
  children: ReactNode;
  hasMore: boolean;
  loading: boolean;
  onMore: () => void;
  /** Where the list scrolls, when that is not the page. */
  root?: Element | null;
  /** Skeletons of the next items, shown while they come. */
  skeleton?: ReactNode;
}

/** Asks for more 600 px before the end; a button stays for those who do not scroll. */
export function InfiniteList({ children, hasMore, loading, onMore, root = null, skeleton }: InfiniteListProps) {
  const { t } = useTexts();
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(() => {
    if (hasMore && !loading) onMore();
  });

  // Watching anew when a page has come: an end that is still near asks again.
  useEffect(() => {
    if (!end.current || !hasMore || loading) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { root, rootMargin: NEAR });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [hasMore, loading, root]);

  return (
    <>
      {children}
      {loading && skeleton}
      <div ref={end} className="grid justify-items-center empty:hidden">
        {hasMore && (
          <Button variant="ghost" loading={loading} onClick={onMore} className="my-4">
            {t('ui.loadMore')}
          </Button>
        )}
      </div>
    </>
  );
}
