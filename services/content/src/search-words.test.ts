import { expect, test } from '@jest/globals';
import { parseSearch } from './search-words.ts';

const none: string[] = [];

test.each([
  ['Fuego lento', { words: ['Fuego', 'lento'], lastIsPrefix: true, bigrams: none }],
  // A complete word, because a space follows.
  ['fuego ', { words: ['fuego'], lastIsPrefix: false, bigrams: none }],
  ['#fuego-lento, @luz!', { words: ['fuego', 'lento', 'luz'], lastIsPrefix: true, bigrams: none }],
  ['a', { words: ['a'], lastIsPrefix: false, bigrams: none }],
  ['ｆｕｅｇｏ', { words: ['fuego'], lastIsPrefix: true, bigrams: none }],
  ['篝火晚会', { words: none, lastIsPrefix: false, bigrams: ['篝火', '火晚', '晚会'] }],
  ['人々の一〇〇', { words: none, lastIsPrefix: false, bigrams: ['人々', '々の', 'の一', '一〇', '〇〇'] }],
  ['火', { words: none, lastIsPrefix: false, bigrams: ['火'] }],
  ['tribu篝火', { words: ['tribu'], lastIsPrefix: true, bigrams: ['篝火'] }],
])('a search for "%s" is split into words and pairs of characters', (typed, parts) => {
  expect(parseSearch(typed)).toEqual(parts);
});

test('a search contains at most ten words', () => {
  const typed = Array.from({ length: 30 }, (_, index) => `palabra${index}`).join(' ');
  expect(parseSearch(typed)?.words).toHaveLength(10);
});

test.each(['', '   ', '!!! -- \'"', '🔥', '\u0000'])(
  'a search without a letter or a digit ("%s") is empty',
  (typed) => {
    expect(parseSearch(typed)).toBeUndefined();
  },
);
