import { plainText } from './plain-text.ts';

/** Scripts without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

const wholeWord = (word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u');

/**
 * Returns a test for words in a text: whole words, or any substring in a script without spaces. The words are
 * normalised as by identity. Matched here and not in the database, which would be slowed down for all by many patterns
 * for each post of a feed.
 */
export function wordsIn(content: string): (word: string) => boolean {
  const text = plainText(content);
  // Most texts contain none of the words, and `includes` is cheap.
  return (word) => text.includes(word) && (unspaced.test(word) || wholeWord(word).test(text));
}
