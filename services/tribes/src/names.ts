import { errors } from './errors.ts';
/**
 * Returns the slug of a name, which is unique among tribes: lower-case letters and digits of any script, Latin ones
 * without accents. Invisible characters are dropped, all others become a hyphen. Empty when no character is valid in a
 * slug.
 */
export function normaliseName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Whether a word of the name mixes Latin with Cyrillic or Greek letters, or these two: no language does so, and their
 * letters look alike (UTS 39, moderately restrictive). Words of different scripts side by side are valid.
 */
export function mixesScripts(name: string): boolean {
  const words = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '').split(/[^\p{L}\p{M}]+/u);
  return words.some((word) => lookAlikeScripts.filter((script) => script.test(word)).length > 1);
}

const lookAlikeScripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/**
 * Whether the name is the reserved one or looks like it: `h0minini`, `HOMlNlNl`, the same in Greek capitals. Case
 * matters, since Η looks like an H and η like an n. Covers only look-alikes of this name's letters, not the whole table
 * of UTS 39.
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
 * Returns the slug of an invisible tribe, with an unguessable ending, so that neither an error nor a response reveals
 * that a tribe of this name exists.
 */
export const invisibleSlug = (slug: string, ending: string): string => `${slug}-${ending.replaceAll('-', '')}`;

/** The number of names looked up at once. */
export const namesAtOnce = 50;

/** Returns the slug when it is free, else the slug with the first free number; `takenAmong` looks up a few names. */
export async function findFreeName(
  slug: string,
  takenAmong: (names: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string> {
  for (let from = 1; ; from += namesAtOnce) {
    const names = Array.from({ length: namesAtOnce }, (_, at) => (from + at === 1 ? slug : `${slug}-${from + at}`));
    const taken = await takenAmong(names);
    const free = names.find((name) => !taken.has(name));
    if (free !== undefined) return free;
  }
}

/** Throws 400 `name_mismatch` when the typed name is not the tribe's. */
export function requireTypedName({ name }: { name: string }, typed: string): void {
  if (typed.trim().normalize('NFC') !== name.trim().normalize('NFC')) throw errors.fail('name_mismatch');
}
