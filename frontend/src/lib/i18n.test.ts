/** @jest-environment ./frontend/testing/environment.ts */
import { expect, test } from '@jest/globals';
import { chooseLanguage, formatters } from './i18n.ts';

test.each([
  ['zh', ['en-US'], 'zh'],
  [null, ['en-GB'], 'en'],
  [null, ['zh-Hans-CN'], 'zh'],
  [null, ['fr-FR'], 'es'],
  [null, ['fr-FR', 'en-GB', 'es'], 'en'],
  ['xx', ['es-MX', 'en'], 'es'],
  [null, [], 'es'],
])('stored %s and browser %j select %s', (stored, browser, language) => {
  expect(chooseLanguage(stored, browser)).toBe(language);
});

test('times are relative, and a date after a week', () => {
  const now = new Date('2026-03-10T12:00:00Z');
  const { ago } = formatters('es');
  expect(ago('2026-03-10T11:59:40Z', now)).toBe('ahora');
  expect(ago('2026-03-10T11:55:00Z', now)).toBe('hace 5 min');
  expect(ago('2026-03-09T12:00:00Z', now)).toBe('ayer');
  expect(ago('2026-02-01T12:00:00Z', now)).toBe('1 feb 2026');
  expect(ago('2026-03-10T12:01:00Z', now)).toBe('ahora');
});

test.each([
  ['es', '7:05', '19:05'],
  ['en', '7:05 AM', '7:05 PM'],
  ['zh', '07:05', '19:05'],
] as const)('a time of day in %s is %s in the morning and %s in the evening', (language, morning, evening) => {
  const { time } = formatters(language);
  // Some versions of the tables have a narrow space before AM and PM.
  const shown = (hour: number) => time(new Date(2026, 2, 3, hour, 5)).replace('\u202f', ' ');
  expect([shown(7), shown(19)]).toEqual([morning, evening]);
});
