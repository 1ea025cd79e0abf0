import { useEffect, useLayoutEffect, useRef } from 'react';
import { checkBuild, isOutdated, reloadOnce } from '../lib/build.ts';

/**
 * Checks for a newer build on the server when the tab becomes visible and when the screen changes, and reloads the page
 * at the next change of screen, which discards input anyway. `screen` is the path without the modal over it.
 */
export function useNewBuild(screen: string): void {
  const shown = useRef(screen);

  useLayoutEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    if (!isOutdated() || !reloadOnce()) checkBuild();
  }, [screen]);

  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && checkBuild();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
