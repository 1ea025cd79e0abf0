/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cutPicture } from './cut-picture.ts';

const frame = { x: 0, y: 0, width: 100, height: 100 };
/** The types that this browser can encode. */
let writes = ['image/png', 'image/jpeg', 'image/webp'];

beforeEach(() => {
  writes = ['image/png', 'image/jpeg', 'image/webp'];
  Object.assign(HTMLImageElement.prototype, { decode: async () => undefined });
  jest
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((done, type = '') =>
      done(new Blob(['x'], { type: writes.includes(type) ? type : 'image/png' })),
    );
});
afterEach(() => {
  jest.restoreAllMocks();
});

test.each([
  ['yo.jpeg', 'image/jpeg', 'yo.jpg', 'image/jpeg'],
  ['yo.png', 'image/png', 'yo.png', 'image/png'],
  ['yo.webp', 'image/webp', 'yo.webp', 'image/webp'],
  ['yo.de.verano.gif', 'image/gif', 'yo.de.verano.png', 'image/png'],
])(
  '%s may be transparent unless it is a JPEG, and its name has the extension of its new type',
  async (name, type, as, kind) => {
    const cut = await cutPicture('blob:x', frame, new File(['x'], name, { type }));
    expect([cut.name, cut.type]).toEqual([as, kind]);
  },
);

test('a browser that cannot encode WebP produces a PNG', async () => {
  writes = ['image/png', 'image/jpeg'];
  const cut = await cutPicture('blob:x', frame, new File(['x'], 'yo.webp', { type: 'image/webp' }));
  expect([cut.name, cut.type]).toEqual(['yo.png', 'image/png']);
});
