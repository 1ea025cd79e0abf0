import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  currentEntry,
  currentOverlays,
  isAtClosedOverlay,
  isLeaving,
  isOpen,
  openOverlays,
  readOverlays,
} from './overlay-history.ts';

interface BackOptions {
  /** Back does not leave the screen while it is `open`, however often and fast it is pressed. */
  persists?: boolean;
}

/** Closes an overlay on Back while it is `open`, by calling `onClose`. */
export function useCloseOnBack(open: boolean, onClose: () => void, { persists = false }: BackOptions = {}): void {
  const id = useId();
  const navigate = useNavigate();
  const location = useLocation();
  /** State of the overlay's history entry: none, requested, reached. */
  const entry = useRef<'none' | 'pending' | 'entered'>('none');
  const atEntry = readOverlays(location.state).includes(id);
  const enter = useEffectEvent(() => {
    const { state, ...address } = currentEntry() ?? location;
    const below = readOverlays(state).filter((other) => other !== id && isOpen(other));
    entry.current = 'pending';
    // An overlay opened from a menu takes over the entry of the closed menu.
    void navigate(address, {
      state: { ...state, overlays: [...below, id] },
      replace: isAtClosedOverlay(),
    });
  });
  const leaveEntry = useEffectEvent(() => {
    onClose();
    // At once: another Back may already be in progress.
    if (persists) enter();
  });

  // In a layout effect, so that an overlay opening at that time finds this one closed. Without a clean-up: React also
  // runs that while the overlay only waits for code.
  useLayoutEffect(() => {
    const others = openOverlays.get().filter((other) => other !== id);
    openOverlays.set(open ? [...others, id] : others);
  }, [open, id]);
  useEffect(() => () => openOverlays.set(openOverlays.get().filter((other) => other !== id)), [id]);

  // A Back before the entry was rendered changes no state; only popstate reports it.
  useEffect(() => {
    if (!open) return;
    const onPop = () => {
      if (entry.current !== 'none' && !currentOverlays().includes(id)) leaveEntry();
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [open, id]);

  // In a layout effect, so that the entry exists before a person can see the overlay and press Back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: such overlays enter after the left entry
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
