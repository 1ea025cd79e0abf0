import { useEffect } from 'react';

/** Makes the browser confirm closing or reloading the page while there is unsaved data. */
export function useConfirmBeforeUnload(atRisk: boolean): void {
  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [atRisk]);
}
