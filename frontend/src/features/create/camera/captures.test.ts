import { expect, test } from '@jest/globals';
import { formatElapsed, nameCapture } from './captures.ts';

test('a captured file has the local day and time in its name', () => {
  expect(nameCapture('camara', 'jpg', new Date(2026, 10, 29, 15, 48, 7))).toBe('camara-20261129-154807.jpg');
  expect(nameCapture('camera', 'webm', new Date(2026, 0, 2, 3, 4, 5))).toBe('camera-20260102-030405.webm');
});

test.each([
  [0, '0:00'],
  [999, '0:00'],
  [65_400, '1:05'],
  [599_000, '9:59'],
  [3_600_000, '60:00'],
])('%i ms are shown as %s', (ms, text) => {
  expect(formatElapsed(ms)).toBe(text);
});
