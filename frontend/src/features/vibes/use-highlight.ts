import { useEffect, useEffectEvent, useState } from 'react';
import type { Post } from './api.ts';

/** Part 2, section 2, Vibes. */
const highlightMs = 3_000;

interface Search {
  highlight: string | null;
  vibes: Post[];
  goTo: (index: number) => void;
  /** Loads more vibes while the highlighted vibe is not loaded. */
  more: () => void;
}

/** Scrolls to the vibe of a link once it is loaded; returns its id while it is highlighted. */
export function useHighlight({ highlight, vibes, goTo, more }: Search): string | null {
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [found, setFound] = useState<string | null>(null);
  const count = vibes.length;

  const look = useEffectEvent((id: string) => {
    const index = vibes.findIndex((vibe) => vibe.id === id);
    if (index < 0) return more();
    goTo(index);
    setFound(id);
    setHighlighted(id);
  });

  useEffect(() => {
    if (highlight && highlight !== found && count > 0) look(highlight);
  }, [highlight, found, count]);

  useEffect(() => {
    if (!highlighted) return;
    const timer = setTimeout(() => setHighlighted(null), highlightMs);
    return () => clearTimeout(timer);
  }, [highlighted]);

  return highlighted;
}
