import { isHorizontal } from '../../ui/swipe.ts';

/** The movement of a finger, px and ms. */
export interface Swipe {
  x: number;
  y: number;
  ms: number;
  /** The extent of the viewer, px. */
  width: number;
}

/**
 * Returns the step of the viewer of clips after a swipe: over 80 px or 30 percent of the width, or faster than 0.5 px per ms
 * (part 2, section 9, Carousel).
 */
export function stepOf(swipe: Swipe): -1 | 0 | 1 {
  const { x, ms, width } = swipe;
  const distance = Math.abs(x);
  const isFar = distance > 80 || distance > 0.3 * width;
  const isFast = distance / Math.max(1, ms) > 0.5;
  if (!isHorizontal(swipe) || !(isFar || isFast)) return 0;
  return x < 0 ? 1 : -1;
}
