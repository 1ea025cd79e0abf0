/** Normalises a tag to lower-case letters, digits and single hyphens; `''` when nothing remains. */
export function normaliseTag(typed: string, max: number): string {
  const dashed = typed
    .replace(/^#+/, '')
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-');
  return trimHyphens(trimHyphens(dashed.replace(/-+/g, '-')).slice(0, max));
}

/** Returns the slug of a place: a tag of its words without accents; `''` when nothing remains. */
export function placeSlug(typed: string, max: number): string {
  const plain = typed.normalize('NFD').replace(/\p{M}/gu, '').trim();
  return normaliseTag(plain.replace(/\s+/g, '-'), max);
}

const trimHyphens = (tag: string): string => tag.replace(/^-+|-+$/g, '');
