import { useSyncExternalStore } from 'react';

/** 64rem: from this width the left rail replaces the bottom tabs. The same as `lg:` in class names. */
const DESK = '(min-width: 64rem)';

function follow(listener: () => void): () => void {
  const query = window.matchMedia(DESK);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useIsDesk(): boolean {
  return useSyncExternalStore(follow, () => window.matchMedia(DESK).matches);
}
