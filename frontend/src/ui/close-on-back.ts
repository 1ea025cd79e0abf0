import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { currentOverlays, isAtClosedOverlay, isLeaving, isOpen, openOverlays, overlaysOf } from './overlay-history.ts';

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
    const below = overlaysOf(location.state).filter((other) => other !== id && isOpen(other));
    entry.current = 'pending';
    // What opens from a menu takes over the entry of the menu, which has closed.
    void navigate(location, {
      state: { ...location.state, overlays: [...below, id] },
      replace: isAtClosedOverlay(),
    });
  });
  const leaveEntry = useEffectEvent(() => {
    onClose();
    // At once: another Back may be under way.
    if (holds) enter();
  });

  // In a layout effect, so that what opens as another one closes finds that closed. Without a clean-up: React runs it
  // also while the overlay only waits for code.
  useLayoutEffect(() => {
    const others = openOverlays.get().filter((other) => other !== id);
    openOverlays.set(open ? [...others, id] : others);
  }, [open, id]);
  useEffect(() => () => openOverlays.set(openOverlays.get().filter((other) => other !== id)), [id]);

  // A Back that comes before the entry was rendered changes no state, so only popstate tells of it.
  useEffect(() => {
    if (!open) return;
    const onPop = () => {
      if (entry.current !== 'none' && !currentOverlays().includes(id)) leaveEntry();
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [open, id]);

  // In a layout effect, so that the entry exists before a person can see the overlay and press Back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opened while an entry is left enters after that
  useLayoutEffect(() => {
    if (!open) {
      entry.current = 'none';
    } else if (entry.current === 'none' && isLeaving()) {
      return;
    } else if (atEntry) {
      entry.current = 'entered';
    } else if (entry.current === 'none') {
      enter();
    } else if (entry.current === 'entered') {
      leaveEntry();
    }
  }, [open, atEntry, location.key]);
}
