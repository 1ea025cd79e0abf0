import { expect, test } from '@jest/globals';
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
