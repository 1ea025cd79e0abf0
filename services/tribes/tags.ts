import { tribeTagMax, tribeTagMin } from './limits.ts';

/** What is wrong with a tag, as an error code; both speak of the tag as it was typed. */
export interface TribeTagProblem {
  code: 'tag_length' | 'tag_characters';
  tag: string;
}

/**
 * The tags of a tribe as people type them, separated by commas: trimmed, lower-cased, empty ones and repetitions
 * dropped (specification 2, section 5). The first problem is what the form shows.
 */
export function parseTribeTags(typed: string | readonly string[]): { tags: string[]; problems: TribeTagProblem[] } {
  const parts = (typeof typed === 'string' ? [typed] : typed).flatMap((part) => part.split(','));
  const tags = [...new Set(parts.map((part) => part.trim().toLowerCase()).filter((tag) => tag !== ''))];
  return { tags, problems: tags.flatMap((tag) => tribeTagProblem(tag) ?? []) };
}

/** Length is judged before characters. */
export function tribeTagProblem(tag: string): TribeTagProblem | undefined {
  if (tag.length < tribeTagMin || tag.length > tribeTagMax) return { code: 'tag_length', tag };
  if (!/^[a-z0-9-]+$/.test(tag)) return { code: 'tag_characters', tag };
  return undefined;
}
