/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, type StubbedResponse, stubResponse } from '../../../testing/server.ts';
import { useEnter } from '../../features/account/api.ts';
import { type Language, useTexts } from '../../lib/i18n.ts';
import { type SessionUser, session } from '../../lib/session.ts';
import { LanguageSelect } from './language-select.tsx';
import { useRealtime } from './use-realtime.ts';

let count = 0;
const newToken = (): string => `t${++count}`;
const userWith = (language?: Language): SessionUser => {
  const { language: _, ...user } = lucia;
  return { ...user, ...(language && { language }) };
};
const isAccountOf = (user: SessionUser) => stubResponse('GET auth/me', { body: user });
/** The languages that were sent. */
const sent = () => requests.filter(({ method, path }) => `${method} ${path}` === 'PUT auth/me/language');
const sentLanguages = () => sent().map(({ body }) => (body as { language: string }).language);
const accepts = () => stubResponse('PUT auth/me/language', ({ body }) => ({ body }) as StubbedResponse);
const chosen = () => localStorage.getItem('language');
const select = () => screen.getByRole<HTMLSelectElement>('combobox');
const choose = (language: Language) =>
  act(() => {
    const element = select();
    element.value = language;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });
const shows = (language: Language) => waitFor(() => expect(document.documentElement.lang).toBe(language));

function Screen() {
  useRealtime();
  useTexts();
  return <LanguageSelect />;
}

let entering: Promise<void> | undefined;

function SignIn({ user }: { user: SessionUser }) {
  const enter = useEnter();
  return (
    <>
      <Screen />
      <button
        type="button"
        onClick={() => {
          entering = enter({ token: newToken(), user });
        }}
      >
        enter
      </button>
    </>
  );
}
const enter = () =>
  act(async () => {
    screen.getByRole('button', { name: 'enter' }).click();
    await entering;
  });

beforeEach(() => {
  forgetRequests();
  localStorage.clear();
  stubResponse('POST stream/ticket', { status: 201, body: { ticket: 'k', expiresInSec: 60 } });
  accepts();
});
afterEach(() => act(() => session.end()));

test('a page adopts the language of the account when it loads, and a later change at its next load', async () => {
  session.start(newToken(), userWith('es'));
  isAccountOf(userWith('en'));
  const { refresh } = await renderApp(<Screen />);
  await shows('en');
  isAccountOf(userWith('zh'));
  await refresh();
  await waitFor(() => expect(chosen()).toBe('zh'));
  expect(document.documentElement.lang).toBe('en');
  expect(sent()).toEqual([]);
});

test('a choice is shown at once and sent until the server has confirmed it, also against an older account', async () => {
  session.start(newToken(), userWith('es'));
  isAccountOf(userWith('es'));
  stubResponse('PUT auth/me/language', 'lost');
  const { refresh } = await renderApp(<Screen />);
  await refresh();
  await choose('en');
  await shows('en');
  await waitFor(() => expect(sentLanguages()).toEqual(['en']));
  accepts();
  await refresh();
  await waitFor(() => expect(sentLanguages()).toEqual(['en', 'en']));
  await waitFor(() => expect(session.get().user?.language).toBe('en'));
  await refresh();
  expect([document.documentElement.lang, chosen(), sentLanguages()]).toEqual(['en', 'en', ['en', 'en']]);
});

test('the account stores the last of two quick choices', async () => {
  session.start(newToken(), userWith('es'));
  isAccountOf(userWith('es'));
  const { promise, resolve } = Promise.withResolvers<void>();
  stubResponse('PUT auth/me/language', async ({ body }) => {
    await promise;
    return { body } as StubbedResponse;
  });
  await renderApp(<Screen />);
  await choose('en');
  await shows('en');
  await choose('zh');
  await shows('zh');
  resolve();
  await waitFor(() => expect(sentLanguages()).toEqual(['en', 'zh']));
});

test('an account without a language gets that of the screen', async () => {
  session.start(newToken(), userWith());
  isAccountOf(userWith());
  await renderApp(<Screen />, { language: 'zh' });
  await waitFor(() => expect(sentLanguages()).toEqual(['zh']));
});

test('signing in applies the language of the account, also on a device that another person has used', async () => {
  localStorage.setItem('unsentLanguage', 'another-user');
  isAccountOf(userWith('en'));
  await renderApp(<SignIn user={userWith('en')} />);
  await enter();
  await shows('en');
  await waitFor(() => expect(session.get().token).not.toBeNull());
  expect([chosen(), localStorage.getItem('unsentLanguage'), sent()]).toEqual(['en', null, []]);
});

test('a language that a visitor has chosen becomes that of the account they sign in to', async () => {
  isAccountOf(userWith('es'));
  await renderApp(<SignIn user={userWith('es')} />);
  await choose('zh');
  await shows('zh');
  expect(sent()).toEqual([]);
  await enter();
  await waitFor(() => expect(sentLanguages()).toEqual(['zh']));
  await waitFor(() => expect(localStorage.getItem('unsentLanguage')).toBeNull());
  expect(document.documentElement.lang).toBe('zh');
});
