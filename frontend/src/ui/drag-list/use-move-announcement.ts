import { useLayoutEffect, useRef, useState } from 'react';

interface MoveAnnouncement<Position> {
  /** The text for screen readers. */
  announcement: string;
  /** Announces `text` once the item is at `to`, and then calls `onMoved`. */
  announceAt: (to: Position, text: string, onMoved?: () => void) => void;
}

/**
 * Announces a move once it is rendered and not before: the change may be rendered a moment after the key press, and
 * people press the next key after the announcement.
 */
export function useMoveAnnouncement<Position>(isAt: (to: Position) => boolean): MoveAnnouncement<Position> {
  const [announcement, setAnnouncement] = useState('');
  const awaited = useRef<{ to: Position; text: string; onMoved: (() => void) | undefined } | null>(null);

  function announceIfArrived(): void {
    if (!awaited.current || !isAt(awaited.current.to)) return;
    const { text, onMoved } = awaited.current;
    awaited.current = null;
    setAnnouncement(text);
    onMoved?.();
  }

  useLayoutEffect(announceIfArrived);
  return {
    announcement,
    announceAt: (to, text, onMoved) => {
      awaited.current = { to, text, onMoved };
      announceIfArrived();
    },
  };
}
