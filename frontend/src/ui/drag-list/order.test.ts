import { expect, test } from '@jest/globals';
import { moveId } from './order.ts';

test.each([
  ['to the front', 'c', 0, 'cab'],
  ['to the middle', 'a', 1, 'bac'],
  ['to the end', 'a', 2, 'bca'],
  ['where it is', 'b', 1, 'abc'],
  ['before the front', 'a', -1, 'abc'],
  ['past the end', 'c', 9, 'abc'],
])('%s', (_case, id, to, order) => {
  expect(moveId(['a', 'b', 'c'], id, to).join('')).toBe(order);
});
