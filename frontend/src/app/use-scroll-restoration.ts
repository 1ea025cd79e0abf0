import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { keepsScroll } from '../lib/keep-scroll.ts';

const offsets = new Map<string, number>();

/**
 * Scrolls a new page to its top, unless its state keeps the offset, and restores the offset on Back. Modal routes and
 * overlays do not scroll the page, nor does Back from them: a page can be scrolled while a menu is open.
 */
export function useScrollRestoration(overPage: boolean): void {
  const { key, hash, state } = useLocation();
  const keepsOffset = keepsScroll(state);
  const type = useNavigationType();
  const shown = useRef('');

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    if (overPage) return;
    const isBackFromOver = shown.current === key;
    if (type === 'POP' && !isBackFromOver) window.scrollTo(0, offsets.get(key) ?? 0);
    else if (keepsOffset || isBackFromOver) offsets.set(key, window.scrollY);
    else if (!hash) window.scrollTo(0, 0);
    shown.current = key;
    const remember = () => offsets.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key, hash, keepsOffset, type, overPage]);
}
