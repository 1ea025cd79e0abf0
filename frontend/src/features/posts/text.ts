import { collapsedWords } from '@limits/content';

/** The first words of a text, without the stop after the last one, or undefined when it is no longer than that. */
export function firstWords(text: string, words = collapsedWords): string | undefined {
  const all = text.split(/\s+/).filter(Boolean);
  return all.length > words
    ? all
        .slice(0, words)
        .join(' ')
        .replace(/[.,;:…。，；：、]+$/u, '')
    : undefined;
}

const narrow = 3 / 4;
const tall = 9 / 16;
const wide = 4 / 3;

/** The frame of a post's picture by the ratio of its sides (part 2, section 9, Media frame). */
export function frameOf(width: number, height: number): number {
  const ratio = height > 0 ? width / height : 1;
  if (ratio > 1.3) return wide;
  return ratio > 0.8 ? narrow : tall;
}
