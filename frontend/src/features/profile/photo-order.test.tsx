/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session, useMe } from '../../lib/session.ts';
import { usePhotos } from './edit-api.ts';

const variants = { square: '', medium: '', large: '' };
const photo = (id: string, position: number) => ({ id, position, url: '', variants, lqip: null });
const photos = [photo('a', 1), photo('b', 2), photo('c', 3)];
const inOrder = (ids: string[]) => ids.map((id, index) => photo(id, index + 1));

/** The rendered order, and two drags. */
function Photos() {
  const shown = useMe()?.photos ?? [];
  const { order } = usePhotos();
  return (
    <>
      <p data-testid="saving">{order.isPending ? 'yes' : 'no'}</p>
      <p data-testid="shown">{shown.map(({ id }) => id).join('')}</p>
      <button type="button" onClick={() => order.mutate(['b', 'a', 'c'])}>
        Uno
      </button>
      <button type="button" onClick={() => order.mutate(['c', 'b', 'a'])}>
        Otro
      </button>
    </>
  );
}

const shown = () => screen.getByTestId('shown').textContent;
const sent = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

beforeEach(() => {
  forgetRequests();
  session.start('t1', { ...lucia, photos });
});

test('the second of two quick drags is sent after the response to the first, and remains on the screen', async () => {
  const waiting: (() => void)[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    if (init?.method !== 'PUT') return fetch(input, init);
    const answered = fetch(input, init);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return answered;
  };
  stubResponse('PUT auth/me/photos/order', ({ body }) => ({ body: { photos: inOrder(Object(body).ids) } }));
  try {
    await renderApp(<Photos />);
    await userEvent.click(screen.getByText('Uno'));
    await userEvent.click(screen.getByText('Otro'));
    await waitFor(() => expect(shown()).toBe('cba'));
    await waitFor(() => expect(waiting).toHaveLength(1));
    expect(sent()).toEqual([{ ids: ['b', 'a', 'c'] }]);
    waiting[0]?.();
    await waitFor(() => expect(waiting).toHaveLength(2));
    expect(sent()).toEqual([{ ids: ['b', 'a', 'c'] }, { ids: ['c', 'b', 'a'] }]);
    expect(shown()).toBe('cba');
    waiting[1]?.();
    await waitFor(() => expect(shown()).toBe('cba'));
  } finally {
    globalThis.fetch = fetch;
  }
});

test('a photo added or deleted while a new order is being saved stays so', async () => {
  const stored = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const answered = fetch(input, init);
    if (init?.method === 'PUT') await stored.promise;
    return answered;
  };
  stubResponse('PUT auth/me/photos/order', { body: { photos: inOrder(['b', 'a', 'c']) } });
  try {
    await renderApp(<Photos />);
    await userEvent.click(screen.getByText('Uno'));
    await waitFor(() => expect(shown()).toBe('bac'));
    act(() => session.merge({ id: lucia.id, photos: inOrder(['b', 'c', 'd']) }));
    stored.resolve();
    await waitFor(() => expect(screen.getByTestId('saving').textContent).toBe('no'));
    expect(shown()).toBe('bcd');
  } finally {
    globalThis.fetch = fetch;
  }
});
