import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Content above a section may load for this long after it. */
const settlesMs = 5_000;
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to a section of a page while the address names it by its hash. Content that loads above would push it away,
 * so it stays in place until the person scrolls or the time has passed.
 */
export function useShownByHash(name: string): RefObject<HTMLDivElement | null> {
  const { hash } = useLocation();
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash !== `#${name}`) return;
    const over = new AbortController();
    const end = () => over.abort();
    const observer = new ResizeObserver(() => part.current?.scrollIntoView());
    over.signal.addEventListener('abort', () => observer.disconnect());
    // Called at once, and each time the page grows or shrinks.
    observer.observe(document.body);
    for (const move of moves) window.addEventListener(move, end, { passive: true, signal: over.signal });
    const timer = setTimeout(end, settlesMs);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [hash, name]);
  return part;
}
