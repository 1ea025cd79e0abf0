import { tagMax } from '@tribus/community/limits.ts';
import { normaliseTag as normalise, placeSlug } from '@tribus/community/tags.ts';
import { moods, vibeTag } from './limits.ts';

/**
 * Normalises entered tags: splits on commas and spaces, removes # and accents, lower-cases, replaces characters other
 * than a-z, 0-9 and hyphen by hyphens, and drops duplicates (specification 2, section 5).
 */
export function normaliseTags(typed: string | readonly string[]): string[] {
  const parts = (typeof typed === 'string' ? [typed] : typed).flatMap((part) => part.split(/[,\s]+/));
  return [...new Set(parts.map(normaliseTag).filter((tag) => tag !== ''))];
}

/** Normalises one tag; `''` when no character is left. */
export const normaliseTag = (typed: string): string => normalise(typed, tagMax);

/** The slug of a place; `''` when it has no letter or digit. */
export const placeSlugOf = (place: string): string => placeSlug(place, tagMax);

/** The mood of a vibe: the first of its tags that is a mood. */
export function moodOf(tags: readonly string[]): (typeof moods)[number] | undefined {
  return tags.map((tag) => moods.find((mood) => mood === tag)).find((mood) => mood !== undefined);
}

/** The tags of a story: its mood and `vibe` (specification 2, section 5). */
export function storyTags(tags: readonly string[]): string[] {
  const mood = moodOf(tags);
  return mood ? [mood, vibeTag] : [vibeTag];
}
