import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { observable, useObservable } from '../lib/observable.ts';

/**
 * Overlays in the history: opening one adds an entry with the same address, so that Back on a phone closes it and
 * leaves the screen where it is. The entry's state names the overlays that are open at it, the topmost last.
 */
const openOverlays = observable<readonly string[]>([]);

/** The overlays that a history entry was made for. */
export function overlaysOf(state: unknown): readonly string[] {
  const named = typeof state === 'object' && state !== null && 'overlays' in state ? state.overlays : [];
  return Array.isArray(named) ? named.filter((id) => typeof id === 'string') : [];
}

interface BackOptions {
  /** Back leads nowhere as long as it is `open`, however often and soon it comes. */
  holds?: boolean;
}

/** Closes an overlay on Back while it is `open`, by calling `onClose`. */
export function useCloseOnBack(open: boolean, onClose: () => void, { holds = false }: BackOptions = {}): void {
  const id = useId();
  const navigate = useNavigate();
  const location = useLocation();
  /** Where the overlay is with its history entry: none, asked for, reached. */
  const entry = useRef<'none' | 'pending' | 'entered'>('none');
  const atEntry = overlaysOf(location.state).includes(id);
  const enter = useEffectEvent(() => {
    const known = overlaysOf(location.state);
    const below = known.includes(id) ? known.slice(0, known.indexOf(id)) : known;
    entry.current = 'pending';
    void navigate(location, { state: { ...location.state, overlays: [...below, id] } });
  });
  const leaveEntry = useEffectEvent(() => {
    onClose();
    // At once: another Back may be under way.
    if (holds) enter();
  });

  useEffect(() => {
    if (!open) return;
    openOverlays.set([...openOverlays.get(), id]);
    return () => openOverlays.set(openOverlays.get().filter((other) => other !== id));
  }, [open, id]);

  // A Back that comes before the entry was rendered changes no state, so only popstate tells of it.
  useEffect(() => {
    if (!open) return;
    const onPop = () => {
      if (entry.current !== 'none' && !overlaysOf(window.history.state?.usr).includes(id)) leaveEntry();
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [open, id]);

  // In a layout effect, so that the entry exists before a person can see the overlay and press Back.
  useLayoutEffect(() => {
    if (!open) {
      entry.current = 'none';
    } else if (atEntry) {
      entry.current = 'entered';
    } else if (entry.current === 'none') {
      enter();
    } else if (entry.current === 'entered') {
      leaveEntry();
    }
  }, [open, atEntry]);
}

/** Goes back from a history entry whose overlay is closed, whatever closed it and whatever led to the entry. */
export function useOverlayHistory(): void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const open = useObservable(openOverlays);
  const topmost = overlaysOf(state).at(-1);
  const stale = topmost !== undefined && !open.includes(topmost) ? topmost : null;

  useEffect(() => {
    if (stale !== null) void navigate(-1);
  }, [stale, navigate]);
}

/**
 * Replaces this page with another one, so that Back does not return here. The caller closes the overlays over this
 * page; their history entries are left first.
 */
export function useReplacePage(): (to: string, state?: object) => void {
  const navigate = useNavigate();
  const depth = overlaysOf(useLocation().state).length;
  const [next, setNext] = useState<{ to: string; state?: object } | null>(null);

  useEffect(() => {
    if (next === null || depth > 0) return;
    // Leads there again when it is asked for again.
    setNext(null);
    void navigate(next.to, { replace: true, state: next.state });
  }, [next, depth, navigate]);

  return (to, state) => setNext({ to, ...(state && { state }) });
}
