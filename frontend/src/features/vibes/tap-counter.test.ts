import { expect, test } from '@jest/globals';
import { heart, sparkle } from '@limits/vibes-realtime';
import { createTapCounter } from './tap-counter.ts';

test.each([
  ['one tap is a sparkle', [0], [sparkle]],
  ['a second within 260 ms is a heart', [0, 260], [sparkle, heart]],
  ['a second after 260 ms is a sparkle again', [0, 261], [sparkle, sparkle]],
  ['the count restarts after a heart', [0, 100, 200], [sparkle, heart, sparkle]],
  ['four quick taps are two of each', [0, 50, 100, 150], [sparkle, heart, sparkle, heart]],
  ['a late second tap can begin a heart itself', [0, 300, 400], [sparkle, sparkle, heart]],
])('%s', (_name, times, expected) => {
  const clock = [...times];
  const tap = createTapCounter(() => clock.shift() ?? 0);
  expect(times.map(() => tap())).toEqual(expected);
});
