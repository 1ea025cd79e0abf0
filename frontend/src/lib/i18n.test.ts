/** @jest-environment ./frontend/testing/environment.ts */
import { expect, test } from '@jest/globals';
import { chooseLanguage, formatters } from './i18n.ts';

test.each([
  ['zh', 'en-US', 'zh'],
  [null, 'en-GB', 'en'],
  [null, 'zh-Hans-CN', 'zh'],
  [null, 'fr-FR', 'es'],
  ['xx', 'es-MX', 'es'],
  [null, undefined, 'es'],
])('stored %s and browser %s give %s', (stored, browser, language) => {
  expect(chooseLanguage(stored, browser)).toBe(language);
});

test('times are told as people do, and as a date after a week', () => {
  const now = new Date('2026-03-10T12:00:00Z');
  const { ago } = formatters('es');
  expect(ago('2026-03-10T11:59:40Z', now)).toBe('ahora');
  expect(ago('2026-03-10T11:55:00Z', now)).toBe('hace 5 min');
  expect(ago('2026-03-09T12:00:00Z', now)).toBe('ayer');
  expect(ago('2026-02-01T12:00:00Z', now)).toBe('1 feb 2026');
  expect(ago('2026-03-10T12:01:00Z', now)).toBe('ahora');
});
