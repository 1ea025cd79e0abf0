import { expect, test } from '@jest/globals';
import { nameCapture } from './captures.ts';

test('a captured file has the local day and time in its name', () => {
  expect(nameCapture('camara', 'jpg', new Date(2026, 10, 29, 15, 48, 7))).toBe('camara-20261129-154807.jpg');
  expect(nameCapture('camera', 'webm', new Date(2026, 0, 2, 3, 4, 5))).toBe('camera-20260102-030405.webm');
});
