/** The movement of a finger, px and ms. */
export interface Swipe {
  x: number;
  y: number;
  ms: number;
  /** The width of the carousel, px. */
  width: number;
}

/** A horizontal movement counts beyond 20 px, if it is more than 1.5 times the vertical one (part 2, section 9). */
export const isHorizontal = ({ x, y }: Pick<Swipe, 'x' | 'y'>): boolean =>
  Math.abs(x) > 20 && Math.abs(x) > 1.5 * Math.abs(y);

/**
 * Returns the step of a carousel after a swipe: over 80 px or 30 percent of the width, or faster than 0.5 px per ms
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
