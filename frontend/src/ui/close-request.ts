import { useEffect, useRef } from 'react';

/** The second press of a double click on the opener reaches the backdrop. */
const doubleClickMs = 300;

interface CloseReason {
  reason: string;
}

/**
 * Returns the handler for an overlay's `onOpenChange`: it calls `onClose` when the overlay wants to close, except for a
 * press outside right after opening.
 */
export function useCloseRequest(open: boolean, onClose: () => void): (next: boolean, why: CloseReason) => void {
  const openedAt = useRef(0);
  useEffect(() => {
    if (open) openedAt.current = Date.now();
  }, [open]);
  return (next, { reason }) => {
    const isSecondPress = reason === 'outside-press' && Date.now() - openedAt.current < doubleClickMs;
    if (!next && !isSecondPress) onClose();
  };
}
