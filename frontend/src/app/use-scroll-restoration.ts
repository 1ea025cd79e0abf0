import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { keepsScroll } from '../lib/keep-scroll.ts';
import { readJson, tab } from '../lib/storage.ts';

const STORED = 'scroll';

// The router names every entry of the history but the first, whose key would be the same in all documents.
if (!history.state?.key) history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2) }, '');

/** By the key of the history entry. Stored for the lifetime of the tab, so that they survive a reload. */
const offsets: Record<string, number> = Object(readJson(tab, STORED));

function store(): void {
  tab.write(STORED, JSON.stringify(offsets));
  // While the page loads again the browser restores the offset in the first view.
  history.scrollRestoration = 'auto';
}

/**
 * Scrolls a new page to its top, unless its state keeps the offset, and restores the offset on Back and after a reload.
 * Modal routes and overlays do not scroll the page, nor does Back from them: a page can be scrolled while a menu is open.
 * The first page stays where the person has scrolled its first view.
 */
export function useScrollRestoration(overPage: boolean): void {
  const { key, hash, state } = useLocation();
  const keepsOffset = keepsScroll(state);
  const type = useNavigationType();
  const shown = useRef('');

  useEffect(() => {
    window.addEventListener('pagehide', store);
    return () => window.removeEventListener('pagehide', store);
  }, []);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    if (overPage) return;
    const isScrolledFirstView = shown.current === '' && window.scrollY > 0;
    const isBackFromOver = shown.current === key;
    if (isScrolledFirstView || isBackFromOver) offsets[key] = window.scrollY;
    else if (type === 'POP') window.scrollTo(0, offsets[key] ?? 0);
    else if (keepsOffset) offsets[key] = window.scrollY;
    else if (!hash) window.scrollTo(0, 0);
    shown.current = key;
    const remember = () => {
      offsets[key] = window.scrollY;
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key, hash, keepsOffset, type, overPage]);
}
