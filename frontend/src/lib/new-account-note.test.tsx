/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import type { Language } from './i18n.ts';
import { NewAccountNote } from './new-account-note.tsx';
import { session } from './session.ts';

const today = new Date(2026, 2, 1, 9, 0);
const at = (day: number, hours: number) => new Date(2026, 2, day, hours, 32).toISOString();
const newcomer = { ...lucia, emailVerified: false };

afterEach(() => {
  jest.useRealTimers();
});

/** Renders the note at nine in the morning of the first of March. */
async function show(user: typeof lucia, language: Language = 'es') {
  session.start('t', user);
  // The texts are loaded in real time.
  await renderApp(<p />, { language });
  jest.useFakeTimers({ now: today });
  await renderApp(<NewAccountNote about="messages" />, { language });
}

test.each<[Language, string, string]>([
  [
    'es',
    at(2, 10),
    'Tu cuenta es nueva: hasta mañana a las 10:32, o hasta que confirmes tu correo, puedes enviar 30 mensajes por hora.',
  ],
  [
    'es',
    at(1, 23),
    'Tu cuenta es nueva: hasta hoy a las 23:32, o hasta que confirmes tu correo, puedes enviar 30 mensajes por hora.',
  ],
  [
    'es',
    at(9, 10),
    'Tu cuenta es nueva: hasta el 9 de marzo de 2026 a las 10:32, o hasta que confirmes tu correo, puedes enviar 30 mensajes por hora.',
  ],
  [
    'en',
    at(2, 10),
    'Your account is new: until tomorrow at 10:32 AM, or until you confirm your email, you can send 30 messages an hour.',
  ],
  ['zh', at(2, 10), '你的账号是新账号：在明天 10:32之前，或在验证邮箱之前，每小时最多可发送 30 条消息。'],
])('a new account sees its limits in %s until %s', async (language, limitedUntil, words) => {
  await show({ ...newcomer, limitedUntil }, language);
  expect(screen.getByText(/30/).textContent?.replace(/\s/g, ' ')).toBe(words);
});

test('the note disappears when the limits end, without a request', async () => {
  await show({ ...newcomer, limitedUntil: at(1, 10) });
  expect(screen.queryByText(/Tu cuenta es nueva/)).not.toBeNull();
  act(() => jest.setSystemTime(new Date(2026, 2, 1, 10, 31)));
  act(() => jest.advanceTimersByTime(92 * 60_000));
  expect(screen.queryByText(/Tu cuenta es nueva/)).toBeNull();
});

test.each([
  ['a person without limits', { ...newcomer, limitedUntil: null }],
  ['a person whose limits have ended', { ...newcomer, limitedUntil: at(1, 8) }],
  ['a person who has just confirmed their address', { ...lucia, limitedUntil: at(2, 10) }],
])('%s sees no note', async (_who, user) => {
  await show(user);
  expect(screen.queryByText(/cuenta es nueva/)).toBeNull();
});
