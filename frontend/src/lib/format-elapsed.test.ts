import { expect, test } from '@jest/globals';
import { formatElapsed } from './format-elapsed.ts';

test.each([
  [0, '0:00'],
  [999, '0:00'],
  [65_400, '1:05'],
  [599_000, '9:59'],
  [3_600_000, '60:00'],
])('%i ms are shown as %s', (ms, text) => {
  expect(formatElapsed(ms)).toBe(text);
});
