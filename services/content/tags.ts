import { normaliseTag as normalise } from '@tribus/community/tags.ts';
import { moods, tagMax, vibeTag } from './limits.ts';

/**
 * Tags as people type them: split on commas and spaces, # removed, lower-cased, other characters than a-z, 0-9 and
 * hyphen turned to hyphens, repetitions dropped (specification 2, section 5).
 */
export function normaliseTags(typed: string | readonly string[]): string[] {
  const parts = (typeof typed === 'string' ? [typed] : typed).flatMap((part) => part.split(/[,\s]+/));
  return [...new Set(parts.map(normaliseTag).filter((tag) => tag !== ''))];
}

/** One tag; `''` when nothing is left of it. */
export const normaliseTag = (typed: string): string => normalise(typed, tagMax);

/** A place's slug: the same characters as a tag, with accents taken off first. */
export function placeSlugOf(place: string): string {
  const plain = place.normalize('NFD').replace(/\p{M}/gu, '').trim();
  return normaliseTag(plain.replace(/\s+/g, '-'));
}

/** The mood of a vibe: the first of its tags that is one. */
export function moodOf(tags: readonly string[]): (typeof moods)[number] | undefined {
  return tags.map((tag) => moods.find((mood) => mood === tag)).find((mood) => mood !== undefined);
}

/** The tags a story keeps: its mood and `vibe` (specification 2, section 5). */
export function storyTags(tags: readonly string[]): string[] {
  const mood = moodOf(tags);
  return mood ? [mood, vibeTag] : [vibeTag];
}
