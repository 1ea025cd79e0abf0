import { expect, test } from '@jest/globals';
import { line, lines, truncate } from './text.ts';

const name = line().min(1, 'empty').max(20, 'long');
const message = lines().trim().min(1, 'empty').max(2_000, 'long');
const codes = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map((issue) => issue.message) ?? [];

test.each([
  ['an override of direction', 'ana\u202egnp.exe'],
  ['an embedding', '\u202bana\u202c'],
  ['an isolate', '\u2067ana\u2069'],
  ['a control', 'ana\u0007'],
  ['an escape', '\u001b[31mana'],
  ['a control of the second set', 'ana\u0085'],
  ['a delete', 'ana\u007f'],
  ['half a character', 'ana\ud83d'],
  ['the other half', '\ude00ana'],
  ['an Arabic letter mark', 'ana\u061cbeto'],
  ['a hidden text of tags', 'ana\u{e0068}\u{e0069}'],
  ['a hidden text behind a flag', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}\u{e0068}'],
  ['a flag without an end', '🏴\u{e0067}\u{e0062}'],
  ['a flag in a flag', '🏴🏴\u{e0067}\u{e0062}\u{e0065}\u{e007f}\u{e0067}\u{e0062}\u{e0065}\u{e007f}'],
  ['a noncharacter', 'ana\uffff'],
  ['a reversed byte order mark', '\ufffeana'],
  ['a noncharacter of another plane', 'ana\u{1fffe}'],
  ['a stack of accents', `x${'\u0301'.repeat(5)}`],
  ['a stack of different accents', 'x\u0316\u0317\u0318\u0319\u0301'],
  ['a stack held together by joiners', `x${'\u0301\u200d'.repeat(5)}`],
  ['a stack of marks of tone', `ก${'\u0e49'.repeat(7)}`],
])('%s is refused in names and in messages', (_what, text) => {
  expect(codes(name.safeParse(text))).toContain('text_invalid');
  expect(codes(message.safeParse(text))).toContain('text_invalid');
});

test.each([
  ['spaces', ' \u00a0\u3000'],
  ['zero-width spaces', '\u200b\u2060\ufeff'],
  ['joiners alone', '\u200d\u200c\u200d'],
  ['a soft hyphen', '\u00ad'],
  ['blank letters', '\u3164\u115f\uffa0\u2800'],
  ['tags and variation selectors', '\u{e0041}\ufe0f'],
])('%s count as empty text', (_what, text) => {
  expect(codes(name.safeParse(text))).toEqual(['empty']);
  expect(codes(message.safeParse(text))).toEqual(['empty']);
});

test.each([
  'Ana López',
  '👩‍👩‍👧‍👦 familia',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️',
  'می‌خواهم',
  'क्‍ष',
  'שלום \u200fעולם',
  '李明',
  'ชื่อ',
  'Việt'.normalize('NFD'),
  'น้ำท่วมที่นี่',
  'שָׁ֑לּ֖וֹם',
  'བསྒྲུབས',
  'မြွှုံ့',
  'x\u0302\u0303\u0304\u0305',
  '1️⃣',
])('%s is accepted unchanged', (text) => {
  expect(name.parse(text)).toBe(text.normalize('NFC'));
  expect(message.parse(text)).toBe(text);
});

test('a name is single-line and normalised to NFC', () => {
  expect(name.parse('  Jose\u0301 ')).toBe('José');
  for (const text of ['ana\nbeto', 'ana\tbeto', 'ana\u2028beto', 'ana\r\nbeto'])
    expect(codes(name.safeParse(text))).toContain('text_invalid');
});

test('every kind of line break counts as one character', () => {
  const caption = lines().max(12, 'long');
  expect(caption.parse('uno\r\ndos\rtres')).toBe('uno\ndos\ntres');
  expect(caption.parse('uno\ndos\ntres')).toBe('uno\ndos\ntres');
  expect(message.parse('uno\tdos\n\ntres')).toBe('uno\tdos\n\ntres');
  expect(codes(caption.safeParse('uno\r\ndos\r\ntres!'))).toEqual(['long']);
});

test('a very long text is validated without overflow or backtracking', () => {
  for (const piece of ['\u200b', '\r\n', '\u202e', 'a\u0301', ' ', '\u0301\u200d\u200d', '🏴\u{e0067}'])
    expect(() => lines().safeParse(piece.repeat(500_000))).not.toThrow();
});

test('a truncated text ends with a whole character', () => {
  expect([3, 4, 5, 9].map((max) => truncate('ana😀!', max))).toEqual(['ana', 'ana', 'ana😀', 'ana😀!']);
});
