import { doubleTapMs, heart, sparkle } from '@limits/vibes-realtime';

export type ReactionEmoji = typeof sparkle | typeof heart;

/**
 * Counts taps (part 2, section 4, Tap counting): the first sends a sparkle, a second within 260 ms a heart, after which
 * the count begins again.
 * @param now the clock, in ms
 */
export function createTapCounter(now: () => number): () => ReactionEmoji {
  let first: number | null = null;
  return () => {
    const at = now();
    if (first !== null && at - first <= doubleTapMs) {
      first = null;
      return heart;
    }
    first = at;
    return sparkle;
  };
}
