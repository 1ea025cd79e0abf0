/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { MutedTexts } from './muted-texts.tsx';

beforeEach(() => {
  forgetRequests();
  session.start('t1', lucia);
});
afterEach(() => session.end());

const field = () => screen.getByRole<HTMLInputElement>('textbox');

test('a word typed while the one before is saved stays in the field, also after the page was left', async () => {
  const saved = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const answered = fetch(input, init);
    if (init?.method === 'PUT') await saved.promise;
    return answered;
  };
  stubResponse('PUT auth/me/mutes/words', { body: { ok: true } });
  try {
    const { unmount } = await renderApp(<MutedTexts kind="words" texts={[]} />);
    await userEvent.type(field(), 'política{Enter}');
    await waitFor(() => expect(requests.map(({ body }) => body)).toContainEqual({ word: 'política' }));
    await userEvent.clear(field());
    await userEvent.type(field(), 'fútbol');
    saved.resolve();
    await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBeNull());
    expect(field().value).toBe('fútbol');
    unmount();
    await renderApp(<MutedTexts kind="words" texts={[]} />);
    expect(field().value).toBe('fútbol');
  } finally {
    globalThis.fetch = fetch;
  }
});

test('the field is empty once its word is saved', async () => {
  stubResponse('PUT auth/me/mutes/words', { body: { ok: true } });
  await renderApp(<MutedTexts kind="words" texts={[]} />);
  await userEvent.type(field(), 'política{Enter}');
  await waitFor(() => expect(field().value).toBe(''));
});
