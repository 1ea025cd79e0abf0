import { errors } from './errors.ts';
/**
 * What a name becomes: the slug, by which no two tribes are alike. Small letters and digits of any script, without
 * the accents of the Latin one; what nobody sees is left out, all else is a hyphen. Empty when nothing of the name can
 * stand in a slug.
 */
export function normalizeName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Whether a word of the name mixes Latin with Cyrillic or Greek letters, or these two: no language does it, and their
 * letters look alike (UTS 39, moderately restrictive). Words of different scripts side by side are fine.
 */
export function mixesScripts(name: string): boolean {
  const words = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '').split(/[^\p{L}\p{M}]+/u);
  return words.some((word) => lookAlikeScripts.filter((script) => script.test(word)).length > 1);
}

const lookAlikeScripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/**
 * Whether the name is the reserved one or looks like it: `h0minini`, `HOMlNlNl`, the same in Greek capitals. Capitals
 * are told apart, since Η looks like an H and η like an n. Not a table of all that looks alike (UTS 39): only what can
 * stand for a letter of this one name.
 */
export function looksReserved(name: string): boolean {
  const plain = name.normalize('NFKD').replace(/[^\p{L}\p{N}|]/gu, '');
  const letters = [...plain].map((letter) => reservedLookAlikes.get(letter) ?? letter.toLowerCase());
  return letters.join('').replaceAll('rn', 'm') === reservedName;
}

const reservedName = 'hominini';
const reservedLookAlikes = new Map(
  Object.entries({
    h: 'ΗНнһʜՀհ',
    o: '0οΟоОᴏօՕσ',
    m: 'ΜМмᴍ',
    i: '1|lιΙіІӏӀıɪɩ',
    n: 'ΝηпᴎɴոռŋƝ',
  }).flatMap(([letter, alike]) => [...alike].map((other) => [other, letter] as const)),
);

/**
 * The slug of an invisible tribe: with an ending that nobody guesses, so that neither a refusal nor an answer tells that
 * there is a tribe of this name.
 */
export const invisibleSlug = (slug: string, ending: string): string => `${slug}-${ending.replaceAll('-', '')}`;

/** The slug itself when it is free, else with the first number with which it is. */
export function freeName(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number++) {
    const candidate = `${slug}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** What was typed to confirm is the name; else 400 `name_mismatch`. */
export function requireTypedName({ name }: { name: string }, typed: string): void {
  if (typed.trim().normalize('NFC') !== name.trim().normalize('NFC')) throw errors.fail('name_mismatch');
}
