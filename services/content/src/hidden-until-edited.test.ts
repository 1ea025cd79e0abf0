import { expect, test } from '@jest/globals';
import { isVisiblyDifferent } from './hidden-until-edited.ts';

test.each([
  ['the same', 'mala', 'mala', false],
  ['a space of no width', 'mala', 'ma\u200bla', false],
  ['a soft hyphen and a direction', 'mala', '\u202ema\u00adla', false],
  ['a filler', 'mala', 'mala\u3164\u2800', false],
  ['spaces and lines', 'muy mala', 'muy\n\n mala ', false],
  ['letters of another width', 'mala', 'ｍａｌａ', false],
  ['another word', 'mala', 'buena', true],
  ['another letter', 'mala', 'malo', true],
  ['nothing', 'mala', '', true],
])('whether %s is a visible change', (_what, before, after, expected) => {
  expect(isVisiblyDifferent(before, after)).toBe(expected);
});
