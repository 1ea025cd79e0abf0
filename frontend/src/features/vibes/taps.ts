import { doubleTapMs, heart, sparkle } from '@limits/vibes-realtime';

export type TapEmoji = typeof sparkle | typeof heart;

/**
 * Counts taps (part 2, section 4, Tap counting): the first sends a sparkle, a second within 260 ms of it a heart, and
 * the count begins anew.
 *
 * @param now the clock, in ms
 */
export function createTapCounter(now: () => number): () => TapEmoji {
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
