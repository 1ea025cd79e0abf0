import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { keepsPlace } from '../lib/keep-place.ts';

const places = new Map<string, number>();

/**
 * Scrolls a new page to its top, unless it keeps its place, and restores the position on Back. Modal routes and overlays
 * do not scroll the page, nor does the way back from them: a page can be scrolled beside an open menu.
 */
export function useScrollRestoration(overPage: boolean): void {
  const { key, hash, state } = useLocation();
  const stays = keepsPlace(state);
  const type = useNavigationType();
  const shown = useRef('');

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    if (overPage) return;
    const isBackFromOver = shown.current === key;
    if (type === 'POP' && !isBackFromOver) window.scrollTo(0, places.get(key) ?? 0);
    else if (stays || isBackFromOver) places.set(key, window.scrollY);
    else if (!hash) window.scrollTo(0, 0);
    shown.current = key;
    const remember = () => places.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key, hash, stays, type, overPage]);
}
