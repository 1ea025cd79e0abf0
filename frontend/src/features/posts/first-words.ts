import { collapsedWords } from '@limits/content';

/**
 * Returns the first words of a text, without punctuation after the last one; undefined when the text has no more words.
 */
export function firstWords(text: string, words = collapsedWords): string | undefined {
  const all = text.split(/\s+/).filter(Boolean);
  return all.length > words
    ? all
        .slice(0, words)
        .join(' ')
        .replace(/[.,;:…。，；：、]+$/u, '')
    : undefined;
}
