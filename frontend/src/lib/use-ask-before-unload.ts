import { useEffect } from 'react';

/** Has the browser ask before the page is closed or loaded anew while there is something to lose. */
export function useAskBeforeUnload(atRisk: boolean): void {
  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [atRisk]);
}
