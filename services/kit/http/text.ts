import { z } from 'zod';

/**
 * What people write, for every contract: `lines()` for what may have several lines, `line()` for names, titles and
 * tags, `opaque` for what is no text. Imports nothing but zod: contracts reach the browser as types.
 */

/**
 * Controls, noncharacters, and what turns the direction of the text around it: it could make a name read as another
 * one. The joiners of emoji and of Arabic and Indic scripts, and the left-to-right and right-to-left marks, are text.
 * Tags carry hidden text; see `flag`.
 */
const control =
  /(?![\t\n])\p{Cc}|[\u061c\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Noncharacter_Code_Point}/u;

/** The only sequence in which tags are text: the flag of a part of a country, by its code, as 🏴 and "gbsct" and the end. */
const flag = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;

/**
 * More combining marks on one letter than any language writes. Of the marks that no script calls its own (accents) 4,
 * Vietnamese needs 2; of all together 6, for pointed Hebrew, Burmese and Tibetan. Invisible characters do not part them.
 */
const stacked =
  /(?:[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]\p{Cf}*){5}|(?:\p{M}\p{Cf}*){7}/u;
const lineBreak = /[\t\n\u2028\u2029]/;

/** Anything that leaves ink or a gap in it; blank letters of scripts are none. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u;

/** One way to write a line break, before anything is counted; text of which nobody sees anything is empty. */
export function normaliseLines(typed: string): string {
  return visible.test(typed) ? typed.replace(/\r\n?|[\u2028\u2029]/g, '\n') : '';
}

/** The same, and one way to write an accent, so that equal names are equal. */
export function normaliseLine(typed: string): string {
  return visible.test(typed) ? typed.trim().normalize('NFC') : '';
}

/** Without controls, overrides of direction, hidden tags, halves of characters and stacks of combining marks. */
export const isPlain = (text: string): boolean =>
  text.isWellFormed() && !control.test(text.replace(flag, '')) && !stacked.test(text);

/** The first `max` UTF-16 units of a text, one fewer where that would cut a character in two. */
export const truncate = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

const textPolicies = {
  lines: [z.overwrite(normaliseLines), z.refine<string>(isPlain, 'text_invalid')],
  line: [
    z.overwrite(normaliseLine),
    z.refine<string>((text) => isPlain(text) && !lineBreak.test(text), 'text_invalid'),
  ],
} as const;

/**
 * Text of several lines: line breaks become `\n`, invisible text becomes `''`, what is not `isPlain` is 400
 * `text_invalid`. `error` is the code for what is no string. Lengths are added by the contract and count after that.
 */
export const lines = (error?: string) => z.string(error).check(...textPolicies.lines);

/** Text of one line: as `lines`, trimmed, in NFC and without any line break. */
export const line = (error?: string) => z.string(error).check(...textPolicies.line);

const emptyPolicy = z.refine(() => true);

/** Says of a string that it is no text: an id, a secret, an address. It is neither shown nor looked into. */
export const opaque = (schema: z.ZodString) => schema.check(emptyPolicy);

/** Whether a string of a contract was declared by one of the above. */
export function isDeclaredText(schema: z.core.$ZodType): boolean {
  const { checks = [] } = schema._zod.def as { checks?: readonly unknown[] };
  return [textPolicies.lines[1], textPolicies.line[1], emptyPolicy].some((check) => checks.includes(check));
}
