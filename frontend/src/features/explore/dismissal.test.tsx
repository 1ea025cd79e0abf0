/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import { SuggestedTribes } from './suggestions.tsx';

const names = ['Uno', 'Dos', 'Tres'];

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
  const tribes = names.map((name, index) => ({
    id: index + 1,
    name,
    membersCount: 6,
    isPrivate: false,
    membership: null,
  }));
  stubResponse('GET discover/tribes', {
    body: { items: tribes.map((tribe) => ({ tribe, reason: { kind: 'members', count: 6 } })) },
  });
  stubResponse('GET tribes/@me/memberships', { body: { items: [] } });
});

async function renderList() {
  await renderApp(
    <>
      <SuggestedTribes max={2} join={() => null} />
      <Toaster />
    </>,
  );
  await screen.findByText('Uno');
}

const shown = () => names.filter((name) => screen.queryByRole('link', { name }));
const button = (name: string) => screen.getByRole('button', { name: `No me interesa: ${name}` });
const sent = () =>
  requests.flatMap(({ method, path }) =>
    path.startsWith('auth/me/dismissed') ? [`${method} ${path.split('/').at(-1)}`] : [],
  );

test('the next suggestion takes the room of a dismissed one, with the focus, and an undo brings it back to its place', async () => {
  stubResponse('PUT auth/me/dismissed-suggestions/tribes/1', { body: { ok: true } });
  stubResponse('DELETE auth/me/dismissed-suggestions/tribes/1', { body: { ok: true } });
  await renderList();
  expect(shown()).toEqual(['Uno', 'Dos']);
  button('Uno').focus();
  await userEvent.keyboard('{Enter}');
  expect(shown()).toEqual(['Dos', 'Tres']);
  expect(document.activeElement?.textContent).toBe('Dos');
  await userEvent.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(shown()).toEqual(['Uno', 'Dos']);
  await waitFor(() => expect(sent()).toEqual(['PUT 1', 'DELETE 1']));
});

test.each([
  ['the server refuses it', { status: 503, body: { error: 'Ahora no' } }, 'Ahora no'],
  ['there is no connection', 'lost', /conexión|conectar/],
] as const)('a suggestion returns with a message when %s', async (_when, reply, message) => {
  stubResponse('PUT auth/me/dismissed-suggestions/tribes/2', reply);
  await renderList();
  await userEvent.click(button('Dos'));
  await screen.findByText(message);
  expect(shown()).toEqual(['Uno', 'Dos']);
});

test('a double click dismisses one suggestion, and the last one leaves the focus on the sentence of the empty list', async () => {
  for (const id of [1, 2, 3]) stubResponse(`PUT auth/me/dismissed-suggestions/tribes/${id}`, { body: { ok: true } });
  await renderList();
  await userEvent.dblClick(button('Uno'));
  expect(shown()).toEqual(['Dos', 'Tres']);
  for (const name of ['Dos', 'Tres']) {
    button(name).focus();
    await userEvent.keyboard('{Enter}');
  }
  expect(shown()).toEqual([]);
  expect(document.activeElement?.textContent).toBe('Ya conoces todas las tribus que puedes ver.');
  await waitFor(() => expect(sent()).toEqual(['PUT 1', 'PUT 2', 'PUT 3']));
});
