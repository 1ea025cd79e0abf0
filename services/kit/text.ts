import { z } from 'zod';

/**
 * What people write, for every contract: `lines()` for what may have several lines, `line()` for names, titles and
 * tags, `opaque` for what is no text. Imports nothing but zod: contracts reach the browser as types.
 */

/**
 * Controls, and what turns the direction of the text around it: it could make a name read as another one. The joiners of
 * emoji and of Arabic and Indic scripts, and the marks of direction that only concern themselves, are text.
 */
const control = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]/u;
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

/** Without controls, overrides of direction and halves of characters. */
export const isPlain = (text: string): boolean => text.isWellFormed() && !control.test(text);

const policies = {
  lines: [z.overwrite(normaliseLines), z.refine<string>(isPlain, 'text_invalid')],
  line: [
    z.overwrite(normaliseLine),
    z.refine<string>((text) => isPlain(text) && !lineBreak.test(text), 'text_invalid'),
  ],
} as const;

/**
 * Text of several lines: line breaks become `\n`, invisible text becomes `''`, controls and overrides of direction are
 * 400 `text_invalid`. `error` is the code for what is no string. Lengths are added by the contract and count after that.
 */
export const lines = (error?: string) => z.string(error).check(...policies.lines);

/** Text of one line: as `lines`, trimmed, in NFC and without any line break. */
export const line = (error?: string) => z.string(error).check(...policies.line);

const nothing = z.refine(() => true);

/** Says of a string that it is no text: an id, a secret, an address. It is neither shown nor looked into. */
export const opaque = (schema: z.ZodString) => schema.check(nothing);

/** Whether a string of a contract was declared by one of the above. */
export function isDeclaredText(schema: z.core.$ZodType): boolean {
  const { checks = [] } = schema._zod.def as { checks?: readonly unknown[] };
  return [policies.lines[1], policies.line[1], nothing].some((check) => checks.includes(check));
}
