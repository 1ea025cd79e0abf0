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
  ['99', [99]],
  [Array(30).fill(7).join(), Array(30).fill(7)],
])('the key %p contains the numbers %p', (typed, answers) => {
  expect(parseKey(typed)).toEqual({ answers });
});

test.each([
  ['', 'none'],
  [' , ', 'none'],
  ['dos', 'none'],
  ['1, dos', 'range'],
  ['-1', 'range'],
  ['1.5', 'range'],
  ['3, 100', 'range'],
  [Array(31).fill(7).join(), 'count'],
])('the key %p is refused: %p', (typed, problem) => {
  expect(parseKey(typed)).toEqual({ problem });
});
