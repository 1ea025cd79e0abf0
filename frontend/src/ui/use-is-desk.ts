import { useSyncExternalStore } from 'react';

/** 64rem: where the left rail takes the place of the bottom tabs. The `lg:` of the class names. */
const DESK = '(min-width: 64rem)';

function follow(listener: () => void): () => void {
  const query = window.matchMedia(DESK);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useIsDesk(): boolean {
  return useSyncExternalStore(follow, () => window.matchMedia(DESK).matches);
}
