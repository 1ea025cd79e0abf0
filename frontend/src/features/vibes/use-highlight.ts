import { useEffect, useEffectEvent, useState } from 'react';
import type { Post } from './api.ts';

/** Part 2, section 2, Vibes. */
const glowMs = 3_000;

interface Search {
  highlight: string | null;
  vibes: Post[];
  goTo: (index: number) => void;
  /** Asks for further vibes while it is not among these. */
  more: () => void;
}

/** Goes to the vibe that was asked for as soon as it is there; returns its id while it glows. */
export function useHighlight({ highlight, vibes, goTo, more }: Search): string | null {
  const [glowing, setGlowing] = useState<string | null>(null);
  const [found, setFound] = useState<string | null>(null);
  const count = vibes.length;

  const look = useEffectEvent((id: string) => {
    const index = vibes.findIndex((vibe) => vibe.id === id);
    if (index < 0) return more();
    goTo(index);
    setFound(id);
    setGlowing(id);
  });

  useEffect(() => {
    if (highlight && highlight !== found && count > 0) look(highlight);
  }, [highlight, found, count]);

  useEffect(() => {
    if (!glowing) return;
    const timer = setTimeout(() => setGlowing(null), glowMs);
    return () => clearTimeout(timer);
  }, [glowing]);

  return glowing;
}
