import { expect, test } from '@jest/globals';
import { carouselStep, clipStep, lightboxStep, type Movement } from './swipe.ts';

/** Slow enough that only its distance counts. */
const slow = { across: 0, ms: 2_000 };

test.each<[string, Movement, number, number]>([
  ['over 30 percent of the width to the left shows the next', { ...slow, along: -121 }, 400, 1],
  ['over 30 percent of the width to the right shows the previous', { ...slow, along: 121 }, 400, -1],
  ['of 30 percent of the width shows the same', { ...slow, along: -120 }, 400, 0],
  ['of 20 px in a very narrow carousel shows the same', { ...slow, along: -20 }, 40, 0],
  ['that is not 1.5 times as wide as high scrolls the page', { ...slow, along: -150, across: 100 }, 400, 0],
  ['more than 1.5 times as wide as high shows the next', { ...slow, along: -151, across: 100 }, 400, 1],
])('a swipe in a carousel %s', (_rule, movement, width, step) => {
  expect(carouselStep(movement, width)).toBe(step);
});

test.each<[string, Movement, number]>([
  ['over 40 px to the left shows the next', { ...slow, along: -41 }, 1],
  ['over 40 px to the right shows the previous', { ...slow, along: 41, across: 40 }, -1],
  ['of 40 px shows the same', { ...slow, along: -40 }, 0],
  ['that is not wider than high shows the same', { ...slow, along: -90, across: 90 }, 0],
])('a swipe in the lightbox %s', (_rule, movement, step) => {
  expect(lightboxStep(movement)).toBe(step);
});

test.each<[string, Movement, number, number]>([
  ['over 80 px upwards shows the next', { ...slow, along: -81 }, 358, 1],
  ['over 80 px downwards shows the previous', { ...slow, along: 81 }, 358, -1],
  ['of 80 px, slow, shows the same', { ...slow, along: -80 }, 358, 0],
  ['over 30 percent of a low viewer shows the next', { ...slow, along: -61 }, 200, 1],
  ['of 30 percent of a low viewer shows the same', { ...slow, along: -60 }, 200, 0],
  ['faster than 0.5 px per ms shows the next', { ...slow, along: -31, ms: 60 }, 358, 1],
  ['of 0.5 px per ms shows the same', { ...slow, along: -30, ms: 60 }, 358, 0],
  ['of 20 px shows the same, however fast', { ...slow, along: -20, ms: 1 }, 358, 0],
  ['that is not 1.5 times as high as wide shows the same', { ...slow, along: -150, across: 100 }, 358, 0],
  ['more than 1.5 times as high as wide shows the next', { ...slow, along: -151, across: 100 }, 358, 1],
])('a swipe in the viewer of clips %s', (_rule, movement, height, step) => {
  expect(clipStep(movement, height)).toBe(step);
});
