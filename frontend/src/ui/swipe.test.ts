import { expect, test } from '@jest/globals';
import { carouselStep, lightboxStep } from './swipe.ts';

test.each([
  ['over 30 percent of the width to the left shows the next', { x: -121, y: 0 }, 400, 1],
  ['over 30 percent of the width to the right shows the previous', { x: 121, y: 0 }, 400, -1],
  ['of 30 percent of the width shows the same', { x: -120, y: 0 }, 400, 0],
  ['of 20 px in a very narrow carousel shows the same', { x: -20, y: 0 }, 40, 0],
  ['that is not 1.5 times as wide as high scrolls the page', { x: -150, y: 100 }, 400, 0],
  ['more than 1.5 times as wide as high shows the next', { x: -151, y: 100 }, 400, 1],
])('a swipe in a carousel %s', (_rule, movement, width, step) => {
  expect(carouselStep(movement, width)).toBe(step);
});

test.each([
  ['over 40 px to the left shows the next', { x: -41, y: 0 }, 1],
  ['over 40 px to the right shows the previous', { x: 41, y: 40 }, -1],
  ['of 40 px shows the same', { x: -40, y: 0 }, 0],
  ['that is not wider than high shows the same', { x: -90, y: 90 }, 0],
])('a swipe in the lightbox %s', (_rule, movement, step) => {
  expect(lightboxStep(movement)).toBe(step);
});
