/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { arrangeStools } from './level-arc.tsx';
import { parseKey } from './quiz-fields.tsx';

test.each([1, 2, 5, 10])('%i stools have distinct positions, each nearer to the fire than the one before', (count) => {
  const stools = arrangeStools(count);
  expect(stools).toHaveLength(count);
  for (const [index, stool] of stools.slice(1).entries()) {
    const before = stools[index];
    expect(stool.x - (before?.x ?? 0)).toBeGreaterThan(((before?.size ?? 0) + stool.size) * 0.9);
  }
});

test.each([
  ['1, 0,2', [1, 0, 2]],
  ['3;4 5', [3, 4, 5]],
  ['', undefined],
  [' , ', undefined],
  ['1, dos', undefined],
  ['-1', undefined],
])('the key %p is parsed as %p', (typed, key) => {
  expect(parseKey(typed)).toEqual(key);
});
