/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, expect, jest, test } from '@jest/globals';
import { bakePicture, fitInto } from './bake.ts';
import { blankFields, type CreateFields } from './fields.ts';
import { plainLook } from './look.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test.each([
  ['stays as it is within the limits', { width: 3000, height: 2000 }, { width: 3000, height: 2000 }],
  ['is reduced to the longest side', { width: 8192, height: 1024 }, { width: 4096, height: 512 }],
  ['is reduced to the number of pixels', { width: 4000, height: 4000 }, { width: 3464, height: 3464 }],
  ['has at least one pixel in each direction', { width: 12_000, height: 1 }, { width: 4096, height: 1 }],
])('a picture %s', (_rule, before, after) => {
  expect(fitInto(before, 4096, 12_000_000)).toEqual(after);
});

const picture = () => new File(['x'], 'foto.gif', { type: 'image/gif' });

test('a picture without a look is sent as it was chosen', async () => {
  const file = picture();
  expect(await bakePicture(file, plainLook)).toBe(file);
});

/** Pictures of one pixel, which this window decodes and encodes. */
function stubCanvas(): void {
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  Object.assign(HTMLImageElement.prototype, { decode: async () => undefined });
  const context = {
    fillRect: () => undefined,
    drawImage: () => undefined,
    getImageData: () => ({ data: new Uint8ClampedArray(4) }),
    putImageData: () => undefined,
  };
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => context) as never);
  jest
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((done) => done(new Blob(['baked'], { type: 'image/jpeg' })));
}

test('a draft with the same look is sent with the same file, whatever else has changed, and with another look not', async () => {
  stubCanvas();
  const file = picture();
  const draft: CreateFields = { ...blankFields, filter: { type: 'mono', amount: 100 }, content: 'Uno', savedAt: 1 };
  const baked = await bakePicture(file, draft);
  expect(baked.name).toBe('foto.jpg');
  const changed: CreateFields = { ...draft, content: 'Dos', savedAt: 2 };
  expect(await bakePicture(file, changed)).toBe(baked);
  expect(await bakePicture(file, { ...draft, overlay: 'glow' })).not.toBe(baked);
});
