/**
 * What a name becomes: the slug, by which no two tribes are alike. Small letters and digits of any script, without
 * the accents of the Latin one; what nobody sees is left out, all else is a hyphen. Empty when nothing of the name can
 * stand in a slug.
 */
export function normalizeName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|\p{Cf}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The slug itself when it is free, else with the first number that makes it so. */
export function freeName(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number++) {
    const candidate = `${slug}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
