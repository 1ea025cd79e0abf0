import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const places = new Map<string, number>();

/** Scrolls a new page to its top and restores the position on Back. Modal routes and overlays do not scroll the page. */
export function useScrollRestoration(overPage: boolean): void {
  const { key, hash } = useLocation();
  const type = useNavigationType();

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    if (overPage) return;
    if (type === 'POP') window.scrollTo(0, places.get(key) ?? 0);
    else if (!hash) window.scrollTo(0, 0);
    const remember = () => places.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key, hash, type, overPage]);
}
