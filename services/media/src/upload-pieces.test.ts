import { expect, test } from '@jest/globals';
import { countJoined } from './upload-pieces.ts';

test.each<[string, number[], number, number]>([
  ['the first bytes', [], 5, 0],
  ['fewer than half of the last piece', [10], 4, 0],
  ['half of it', [10], 5, 0],
  ['more than half of it', [10], 6, 1],
  ['more than half of what they are joined with', [200, 40, 10], 11, 2],
  ['more than all pieces', [100, 40, 10], 1_000, 3],
])('%s: of the pieces %j, %i new bytes are joined with %i', (_what, sizes, newBytes, joined) => {
  expect(countJoined(sizes, newBytes)).toBe(joined);
});

test.each([1, 7, 1_000])(
  'in requests of %i bytes a part has few pieces, and its bytes are copied few times',
  (size) => {
    const total = 20_000 * size;
    const pieces: number[] = [];
    let most = 0;
    let copied = 0;
    for (let received = 0; received < total; received += size) {
      const joined = pieces.splice(pieces.length - countJoined(pieces, size)).reduce((sum, each) => sum + each, 0);
      copied += joined;
      pieces.push(joined + size);
      most = Math.max(most, pieces.length);
    }
    expect(pieces.reduce((sum, each) => sum + each, 0)).toBe(total);
    expect(most).toBeLessThanOrEqual(Math.ceil(Math.log2(20_000)));
    expect(copied / total).toBeLessThan(Math.log2(20_000));
  },
);
