import { expect, test } from '@jest/globals';
import { type Swipe, stepOf } from './swipe.ts';

/** Slow enough that only its distance counts. */
const slow = { y: 0, ms: 2_000, width: 358 };

test.each<[string, Swipe, number]>([
  ['over 80 px to the left shows the next', { ...slow, x: -81 }, 1],
  ['over 80 px to the right shows the previous', { ...slow, x: 81 }, -1],
  ['of 80 px, slow, shows the same', { ...slow, x: -80 }, 0],
  ['over 30 percent of a narrow carousel shows the next', { ...slow, width: 200, x: -61 }, 1],
  ['of 30 percent of a narrow carousel shows the same', { ...slow, width: 200, x: -60 }, 0],
  ['faster than 0.5 px per ms shows the next', { ...slow, x: -31, ms: 60 }, 1],
  ['of 0.5 px per ms shows the same', { ...slow, x: -30, ms: 60 }, 0],
  ['of 20 px shows the same, however fast', { ...slow, x: -20, ms: 1 }, 0],
  ['that is not 1.5 times as wide as high scrolls the page', { ...slow, x: -150, y: 100 }, 0],
  ['more than 1.5 times as wide as high shows the next', { ...slow, x: -151, y: 100 }, 1],
])('a swipe %s', (_rule, swipe, step) => {
  expect(stepOf(swipe)).toBe(step);
});
