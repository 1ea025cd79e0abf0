import { useLayoutEffect, useRef, useState } from 'react';

interface MoveAnnouncement<Place> {
  /** What a screen reader is told. */
  announcement: string;
  /** Tells `text` once what was moved stands at `to`; `onArrival` runs with it. */
  announceAt: (to: Place, text: string, onArrival?: () => void) => void;
}

/**
 * Where something was moved, told once it is seen there and not before: the change may come to the screen a moment after
 * it was asked for, and whoever heard of it presses the next key.
 */
export function useMoveAnnouncement<Place>(isAt: (to: Place) => boolean): MoveAnnouncement<Place> {
  const [announcement, setAnnouncement] = useState('');
  const awaited = useRef<{ to: Place; text: string; onArrival: (() => void) | undefined } | null>(null);

  function tellIfArrived(): void {
    if (!awaited.current || !isAt(awaited.current.to)) return;
    const { text, onArrival } = awaited.current;
    awaited.current = null;
    setAnnouncement(text);
    onArrival?.();
  }

  useLayoutEffect(tellIfArrived);
  return {
    announcement,
    announceAt: (to, text, onArrival) => {
      awaited.current = { to, text, onArrival };
      tellIfArrived();
    },
  };
}
