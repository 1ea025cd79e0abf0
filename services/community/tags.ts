/** Normalises a tag to lower-case letters without accents, digits and single hyphens; `''` when nothing remains. */
export function normaliseTag(typed: string, max: number): string {
  const dashed = withoutAccents(typed)
    .replace(/^#+/, '')
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-');
  return trimHyphens(trimHyphens(dashed.replace(/-+/g, '-')).slice(0, max));
}

/**
 * Returns the slug of a place: its words in any script, in lower case without accents, with hyphens between them; `''`
 * when it has no letter or digit. The slug of a slug is the slug itself.
 */
export function placeSlug(typed: string, max: number): string {
  const plain = typed.normalize('NFKD').replace(/[\u0300-\u036f\p{Cf}\p{Variation_Selector}]/gu, '');
  // Vowel signs of some scripts are marks.
  const words =
    plain
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{Mn}\p{Mc}]*/gu) ?? [];
  return trimHyphens([...words.join('-')].slice(0, max).join(''));
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

const trimHyphens = (tag: string): string => tag.replace(/^-+|-+$/g, '');
