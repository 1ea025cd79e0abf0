import { expect, test } from '@jest/globals';
import { bakePicture, fitInto } from './bake.ts';
import { plainLook } from './look.ts';

test.each([
  ['stays as it is within the limits', { width: 3000, height: 2000 }, { width: 3000, height: 2000 }],
  ['is reduced to the longest side', { width: 8192, height: 1024 }, { width: 4096, height: 512 }],
  ['is reduced to the number of pixels', { width: 4000, height: 4000 }, { width: 3464, height: 3464 }],
  ['has at least one pixel in each direction', { width: 12_000, height: 1 }, { width: 4096, height: 1 }],
])('a picture %s', (_rule, before, after) => {
  expect(fitInto(before, 4096, 12_000_000)).toEqual(after);
});

test('a picture without a look is sent as it was chosen', async () => {
  const file = new File(['x'], 'foto.gif', { type: 'image/gif' });
  expect(await bakePicture(file, plainLook)).toBe(file);
});
