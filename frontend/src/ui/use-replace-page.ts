import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readOverlays } from './overlay-history.ts';

/**
 * Replaces this page with another one, so that Back does not return here. The component closes the overlays over this
 * page; their history entries are left first.
 */
export function useReplacePage(): (to: string, state?: object) => void {
  const navigate = useNavigate();
  const depth = readOverlays(useLocation().state).length;
  const [next, setNext] = useState<{ to: string; state?: object } | null>(null);

  useEffect(() => {
    if (next === null || depth > 0) return;
    // Navigates there again when called again.
    setNext(null);
    void navigate(next.to, { replace: true, state: next.state });
  }, [next, depth, navigate]);

  return (to, state) => setNext({ to, ...(state && { state }) });
}
