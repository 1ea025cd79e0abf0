import { expect, test } from '@jest/globals';
import { line, lines } from '@tribus/kit/http/text.ts';
import type { z } from 'zod';
import { lineLength, linesLength } from '../../frontend/src/ui/text-length.ts';

/**
 * Pasted text: characters of two units and more, composed and decomposed accents, all line breaks, surrounding space.
 */
const samples = [
  'Lana',
  '  Lana y seda \t',
  'mañana',
  'man\u0303ana',
  'e\u0301\u0323',
  '\u212b',
  '👩‍👩‍👧 y 🏳️‍🌈',
  '織布機',
  '',
  '   ',
];
const severalLines = ['una\r\ndos\r\n', 'una\ndos', 'una\u2028dos\u2029', '\r\n\r\n  una', 'una\r\n\r\n\r\ndos'];

/** Returns the length that the services count: the smallest limit that accepts the text. */
function lengthIn(schema: z.ZodString, text: string): number {
  let length = 0;
  while (!schema.max(length).safeParse(text).success) length += 1;
  return length;
}

test.each(samples)('the web app counts the line %j as the services do', (text) => {
  expect(lineLength(text)).toBe(lengthIn(line(), text));
});

test.each([...samples, ...severalLines])('the web app counts the text %j as the services do', (text) => {
  expect(linesLength(text)).toBe(lengthIn(lines().trim(), text));
});
