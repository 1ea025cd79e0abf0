import { useEffect, useLayoutEffect, useRef } from 'react';
import { checkBuild, isOutdated, reloadOnce } from '../lib/build.ts';

/**
 * Notices that the server has a newer build when a tab is looked at again and at changes of the screen, and reloads the
 * page at the next change: what was typed on the screen before is left then anyway. `screen` is the address without the
 * modal over it.
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
