import { expect, test } from '@jest/globals';
import { moveChoice } from './suggest-input.tsx';
import { lastTag, withoutTag, withSuggestedTag } from './tag-text.ts';

test.each([
  ['', ''],
  ['no', 'no'],
  ['noche, fu', 'fu'],
  ['noche #fu', '#fu'],
  ['noche, ', ''],
])('in "%s" the tag being typed is "%s"', (text, tag) => {
  expect(lastTag(text)).toBe(tag);
});

test('a suggestion replaces the tag being typed only', () => {
  expect(withSuggestedTag('noche, fu', 'fuego')).toBe('noche, fuego, ');
  expect(withSuggestedTag('fu', 'fuego')).toBe('fuego, ');
});

test('a removed tag leaves the others', () => {
  expect(withoutTag('Noche, #fuego río', 'fuego')).toBe('noche, rio');
  expect(withoutTag('noche', 'noche')).toBe('');
});

test('arrow keys go around the suggestions and the typed text', () => {
  expect([-1, 0, 1].map((active) => moveChoice('ArrowDown', active, 2))).toEqual([0, 1, -1]);
  expect([-1, 0, 1].map((active) => moveChoice('ArrowUp', active, 2))).toEqual([1, -1, 0]);
  expect(moveChoice('a', 0, 2)).toBeNull();
});
