/** The movement of a finger, by the axis of the swipe: to the right and downwards are positive, px. */
export interface Movement {
  along: number;
  across: number;
  /** Its duration. */
  ms: number;
}

/** 1 shows the next item, -1 the previous one. */
export type Step = -1 | 0 | 1;

/** A movement counts beyond 20 px, if it is more than 1.5 times the one across (part 2, section 9). */
export const isAlong = ({ along, across }: Movement): boolean =>
  Math.abs(along) > 20 && Math.abs(along) > 1.5 * Math.abs(across);

/** The step of a carousel after a swipe: over 30 percent of its width (part 2, section 9, carousel swipe). */
export const carouselStep = (movement: Movement, width: number): Step =>
  isAlong(movement) ? stepBeyond(movement, 0.3 * width) : 0;

/** The step of the lightbox after a swipe: over 40 px (part 2, section 9), and rather sideways than up or down. */
export const lightboxStep = (movement: Movement): Step =>
  Math.abs(movement.along) > Math.abs(movement.across) ? stepBeyond(movement, 40) : 0;

/**
 * The step of the viewer of clips after a swipe: over 80 px or 30 percent of its height, or faster than 0.5 px per ms
 * (part 2, section 9, Swipe thresholds).
 */
export function clipStep(movement: Movement, height: number): Step {
  const isFast = Math.abs(movement.along) / Math.max(1, movement.ms) > 0.5;
  return isAlong(movement) ? stepBeyond(movement, isFast ? 0 : Math.min(80, 0.3 * height)) : 0;
}

function stepBeyond({ along }: Movement, distance: number): Step {
  if (Math.abs(along) <= distance) return 0;
  return along < 0 ? 1 : -1;
}
