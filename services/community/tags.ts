/** Normalises a tag to lower-case letters, digits and single hyphens; `''` when nothing remains. */
export function normaliseTag(typed: string, max: number): string {
  const dashed = typed
    .replace(/^#+/, '')
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-');
  return trimHyphens(trimHyphens(dashed.replace(/-+/g, '-')).slice(0, max));
}

const trimHyphens = (tag: string): string => tag.replace(/^-+|-+$/g, '');
