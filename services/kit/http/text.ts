import { z } from 'zod';

/**
 * User text in contracts: `lines()` for multi-line text, `line()` for names, titles and tags, `opaque` for strings that
 * are not text. Imports only zod, because the browser imports contracts.
 */

/**
 * Control characters, noncharacters, direction overrides (which can disguise a name as another one) and tags (which
 * carry hidden text; see `flag`). The joiners of emoji and of Arabic and Indic scripts and the direction marks are
 * allowed.
 */
const control =
  /(?![\t\n])\p{Cc}|[\u061c\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Noncharacter_Code_Point}/u;

/** The only allowed tag sequence: the flag of a country's subdivision, e.g. 🏴, the tags "gbsct" and the end tag. */
const flag = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;

/**
 * More combining marks on one letter than any language needs. At most 4 script-independent marks (accents; Vietnamese
 * needs 2) and 6 in total, for pointed Hebrew, Burmese and Tibetan. Invisible characters do not separate marks.
 */
const stacked =
  /(?:[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]\p{Cf}*){5}|(?:\p{M}\p{Cf}*){7}/u;
const lineBreak = /[\t\n\u2028\u2029]/;

/** A visible character; blank letters of scripts do not count. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u;

/** Normalises line breaks to `\n`, before lengths are checked; invisible text becomes `''`. */
export function normaliseLines(typed: string): string {
  return visible.test(typed) ? typed.replace(/\r\n?|[\u2028\u2029]/g, '\n') : '';
}

/** Trims and normalises to NFC, so that equal names compare equal; invisible text becomes `''`. */
export function normaliseLine(typed: string): string {
  return visible.test(typed) ? typed.trim().normalize('NFC') : '';
}

/** Whether a text has no controls, direction overrides, hidden tags, lone surrogates or stacked combining marks. */
export const isPlain = (text: string): boolean =>
  text.isWellFormed() && !control.test(text.replace(flag, '')) && !stacked.test(text);

/** Returns the first `max` UTF-16 units of a text, one fewer when that would split a surrogate pair. */
export const truncate = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

const textPolicies = {
  lines: [z.overwrite(normaliseLines), z.refine<string>(isPlain, 'text_invalid')],
  line: [
    z.overwrite(normaliseLine),
    z.refine<string>((text) => isPlain(text) && !lineBreak.test(text), 'text_invalid'),
  ],
} as const;

/**
 * Multi-line text: line breaks become `\n`, invisible text becomes `''`, text that is not `isPlain` is 400
 * `text_invalid`. `error` is the code for a value of another type. Contracts add lengths, which are checked after
 * normalisation.
 */
export const lines = (error?: string) => z.string(error).check(...textPolicies.lines);

/** Single-line text: as `lines`, trimmed, in NFC and without line breaks. */
export const line = (error?: string) => z.string(error).check(...textPolicies.line);

const emptyPolicy = z.refine(() => true);

/** Declares that a string is not text but an id, a secret or an address; it is not normalised or checked. */
export const opaque = (schema: z.ZodString) => schema.check(emptyPolicy);

/** Whether a string of a contract was declared by `lines`, `line` or `opaque`. */
export function isDeclaredText(schema: z.core.$ZodType): boolean {
  const { checks = [] } = schema._zod.def as { checks?: readonly unknown[] };
  return [textPolicies.lines[1], textPolicies.line[1], emptyPolicy].some((check) => checks.includes(check));
}
