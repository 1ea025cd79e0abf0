import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { keepsScroll } from '../lib/keep-scroll.ts';
import { readJson, tab } from '../lib/storage.ts';

const STORED = 'scroll';
/** Input with which a person may scroll; the browser also changes the offset of a page that becomes shorter. */
const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

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
 * Scrolls a new page to its top, unless its state keeps the offset, and restores the offset on Back and after a reload,
 * as soon as the page is long enough. Modal routes and overlays do not scroll the page, nor does Back from them: a page
 * can be scrolled while a menu is open. The first page stays where the person has scrolled its first view.
 */
export function useScrollRestoration(overPage: boolean): void {
  const { key, hash, state } = useLocation();
  const keepsOffset = keepsScroll(state);
  const type = useNavigationType();
  const client = useQueryClient();
  const shown = useRef('');

  useEffect(() => {
    window.addEventListener('pagehide', store);
    return () => window.removeEventListener('pagehide', store);
  }, []);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    if (overPage) return;
    const stored = offsets[key] ?? 0;
    const isTooShort = document.documentElement.scrollHeight - window.innerHeight < stored - 1;
    const isScrolledFirstView = shown.current === '' && window.scrollY > 0 && !isTooShort;
    const isBackFromOver = shown.current === key;
    const stays = isScrolledFirstView || isBackFromOver || (keepsOffset && type !== 'POP');
    shown.current = key;
    const remember = () => {
      offsets[key] = window.scrollY;
    };
    const left = new AbortController();
    const follow = () => window.addEventListener('scroll', remember, { passive: true, signal: left.signal });
    if (stays) remember();
    else if (type === 'POP') window.scrollTo(0, stored);
    else if (!hash) window.scrollTo(0, 0);
    // While the page is too short, its offset is not the one to return to.
    if (!stays && type === 'POP' && isTooShort) void restore(stored, client, left.signal).then(follow);
    else follow();
    return () => left.abort();
  }, [key, hash, keepsOffset, type, overPage, client]);
}

/** Scrolls to an offset as the page becomes longer, until the person may scroll. Ends also when that fails. */
async function restore(to: number, client: QueryClient, left: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  const end = () => ended.abort();
  for (const input of inputs) window.addEventListener(input, end, { signal });
  left.addEventListener('abort', end);
  const code = await import('./restore-scroll.ts').catch(() => undefined);
  await code?.restoreScroll(to, client, signal);
}
