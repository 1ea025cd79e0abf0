import { expect, test } from '@jest/globals';
import { moveChoice } from './suggest-input.tsx';

test('arrow keys go around the suggestions and the typed text', () => {
  expect([-1, 0, 1].map((active) => moveChoice('ArrowDown', active, 2))).toEqual([0, 1, -1]);
  expect([-1, 0, 1].map((active) => moveChoice('ArrowUp', active, 2))).toEqual([1, -1, 0]);
  expect(moveChoice('a', 0, 2)).toBeNull();
});
