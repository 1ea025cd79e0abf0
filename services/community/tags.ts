/** Normalises a tag to lower-case letters without accents, digits and single hyphens; `''` when nothing remains. */
export function normaliseTag(typed: string, max: number): string {
  const dashed = withoutAccents(typed)
    .replace(/^#+/, '')
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-');
  return trimHyphens(trimHyphens(dashed.replace(/-+/g, '-')).slice(0, max));
}

/** Returns the slug of a place: a tag of its words; `''` when nothing remains. */
export const placeSlug = (typed: string, max: number): string => normaliseTag(typed.trim().replace(/\s+/g, '-'), max);

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

const trimHyphens = (tag: string): string => tag.replace(/^-+|-+$/g, '');
