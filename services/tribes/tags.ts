import { tribeTagMax, tribeTagMin } from './limits.ts';

/** An invalid tag as typed, and its error code. */
export interface TribeTagProblem {
  code: 'tag_length' | 'tag_characters';
  tag: string;
}

/**
 * Parses tags separated by commas: trimmed, lower-cased, without empty ones and duplicates (specification 2, section
 * 5). Forms display the first problem.
 */
export function parseTribeTags(typed: string | readonly string[]): { tags: string[]; problems: TribeTagProblem[] } {
  const parts = (typeof typed === 'string' ? [typed] : typed).flatMap((part) => part.split(','));
  const tags = [...new Set(parts.map((part) => part.trim().toLowerCase()).filter((tag) => tag !== ''))];
  return { tags, problems: tags.flatMap((tag) => tribeTagProblem(tag) ?? []) };
}

/** Length is checked before characters. */
export function tribeTagProblem(tag: string): TribeTagProblem | undefined {
  if (tag.length < tribeTagMin || tag.length > tribeTagMax) return { code: 'tag_length', tag };
  if (!/^[a-z0-9-]+$/.test(tag)) return { code: 'tag_characters', tag };
  return undefined;
}
