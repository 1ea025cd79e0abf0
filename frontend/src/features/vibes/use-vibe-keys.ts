import { useEffect, useEffectEvent } from 'react';
import { isBrowserShortcut } from '../../lib/browser-shortcut.ts';

export interface VibeMoves {
  /** Moves by a number of vibes; Infinity and -Infinity are the ends. */
  move: (by: number) => void;
  stepPicture: (by: 1 | -1) => void;
}

const MOVES: Record<string, number> = {
  ArrowDown: 1,
  PageDown: 1,
  ArrowUp: -1,
  PageUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
const STEPS: Record<string, 1 | -1> = { ArrowRight: 1, ArrowLeft: -1 };

/** Elements in which keys have another meaning. */
const ELSEWHERE = 'input, textarea, select, [role="combobox"], [role="listbox"], [role="dialog"], [role="menu"]';

/** Arrow keys move through the vibes and their pictures, wherever the focus is. */
export function useVibeKeys({ move, stepPicture }: VibeMoves): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const busy = event.target instanceof Element && event.target.closest(ELSEWHERE);
    if (busy || event.defaultPrevented || isBrowserShortcut(event) || event.shiftKey) return;
    const by = MOVES[event.key];
    const step = STEPS[event.key];
    if (by !== undefined) move(by);
    else if (step !== undefined) stepPicture(step);
    else return;
    event.preventDefault();
  });

  useEffect(() => {
    const handle = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, []);
}
