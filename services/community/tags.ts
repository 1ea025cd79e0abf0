/** How a tag is written everywhere: small letters, digits and single hyphens; `''` when nothing is left of it. */
export function normaliseTag(typed: string, max: number): string {
  const dashed = typed
    .replace(/^#+/, '')
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-');
  return trimHyphens(trimHyphens(dashed.replace(/-+/g, '-')).slice(0, max));
}

const trimHyphens = (tag: string): string => tag.replace(/^-+|-+$/g, '');
