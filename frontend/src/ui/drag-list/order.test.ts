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

test.each([
  ['to the front', 'd', 0, 'abdc'],
  ['among the fixed', 'd', 1, 'abdc'],
  ['past the end', 'c', 9, 'abdc'],
  ['a fixed one', 'a', 3, 'abcd'],
])('the first two ids stay where they are when one moves %s', (_case, id, to, order) => {
  expect(moveId(['a', 'b', 'c', 'd'], id, to, 2).join('')).toBe(order);
});
