/** The movement of a finger, px to the right and downwards. */
export interface Movement {
  x: number;
  y: number;
}

/** 1 shows the next item, -1 the previous one. */
export type Step = -1 | 0 | 1;

/** A horizontal movement counts beyond 20 px, if it is more than 1.5 times the vertical one (part 2, section 9). */
export const isHorizontal = ({ x, y }: Movement): boolean => Math.abs(x) > 20 && Math.abs(x) > 1.5 * Math.abs(y);

/** The step of a carousel after a swipe: over 30 percent of its width (part 2, section 9, carousel swipe). */
export const carouselStep = (movement: Movement, width: number): Step =>
  isHorizontal(movement) ? stepBeyond(movement.x, 0.3 * width) : 0;

/** The step of the lightbox after a swipe: over 40 px (part 2, section 9), and rather sideways than up or down. */
export const lightboxStep = ({ x, y }: Movement): Step => (Math.abs(x) > Math.abs(y) ? stepBeyond(x, 40) : 0);

function stepBeyond(x: number, distance: number): Step {
  if (Math.abs(x) <= distance) return 0;
  return x < 0 ? 1 : -1;
}
