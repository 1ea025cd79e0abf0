/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { currentOverlays, useOverlayHistory } from '../../ui/overlay-history.ts';
import { DeleteAccount } from './delete-account.tsx';

const deletions = () => requests.filter(({ method }) => method === 'DELETE');

beforeEach(() => {
  forgetRequests();
  session.start('token', lucia);
  stubResponse('GET auth/me/check-oauth', { body: { isOAuthUser: false } });
});
afterEach(() => session.end());

let left = 0;
const leave = () => {
  left += 1;
};

/** As on a screen, where a closing dialog leaves the history. */
function Screen() {
  useOverlayHistory();
  return <DeleteAccount leave={leave} />;
}

async function open(): Promise<void> {
  await renderApp(<Screen />, { path: '/profile', browserHistory: true });
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar mi cuenta' }));
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Eliminar para siempre' }));

async function confirm(): Promise<void> {
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sí, eliminar mi cuenta' }));
}

test('the word and the password are required, and nothing is sent before the confirmation', async () => {
  await open();
  await userEvent.type(screen.getByLabelText('Escribe ELIMINAR para confirmar'), 'eliminar');
  await submit();
  expect(await screen.findByText('Debes escribir "ELIMINAR" para confirmar')).toBeTruthy();
  expect(screen.getByText('Debes introducir tu contraseña')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();

  await userEvent.clear(screen.getByLabelText('Escribe ELIMINAR para confirmar'));
  await userEvent.type(screen.getByLabelText('Escribe ELIMINAR para confirmar'), 'ELIMINAR');
  await userEvent.type(screen.getByLabelText('Tu contraseña'), 'una-clave');
  await submit();
  await screen.findByRole('dialog');
  expect(deletions()).toEqual([]);
});

test('a wrong password shows an error, and the session remains valid', async () => {
  stubResponse('DELETE auth/me/account', {
    status: 403,
    body: { error: 'La contraseña no es correcta.', code: 'wrong_password' },
  });
  await open();
  await userEvent.type(screen.getByLabelText('Escribe ELIMINAR para confirmar'), 'ELIMINAR');
  await userEvent.type(screen.getByLabelText('Tu contraseña'), 'otra');
  await submit();
  await confirm();
  expect(await screen.findByText('La contraseña no es correcta.')).toBeTruthy();
  expect(session.get().token).toBe('token');
});

test('afterwards no data of the account is on the device', async () => {
  localStorage.setItem('lastVibesTribeId', '7');
  stubResponse('DELETE auth/me/account', { body: { success: true } });
  await open();
  await userEvent.type(screen.getByLabelText('Escribe ELIMINAR para confirmar'), 'ELIMINAR');
  await userEvent.type(screen.getByLabelText('Tu contraseña'), 'una-clave');
  await submit();
  await confirm();
  await waitFor(() => expect(left).toBe(1));
  expect(deletions().map(({ path, body }) => [path, body])).toEqual([
    ['auth/me/account', { confirmPassword: 'una-clave' }],
  ]);
  expect(localStorage.length + sessionStorage.length).toBe(0);
});

test('the page is also left when Back was pressed while the account was being deleted', async () => {
  const before = left;
  const response = Promise.withResolvers<{ body: object }>();
  stubResponse('DELETE auth/me/account', () => response.promise);
  await open();
  await userEvent.type(screen.getByLabelText('Escribe ELIMINAR para confirmar'), 'ELIMINAR');
  await userEvent.type(screen.getByLabelText('Tu contraseña'), 'una-clave');
  await submit();
  await confirm();
  await waitFor(() => expect(deletions()).toHaveLength(1));
  window.history.back();
  await waitFor(() => expect(currentOverlays()).toEqual([]));
  expect(left).toBe(before);
  response.resolve({ body: { success: true } });
  await waitFor(() => expect(left).toBe(before + 1));
});

test('a person who signs in with Google only needs no password', async () => {
  stubResponse('GET auth/me/check-oauth', { body: { isOAuthUser: true } });
  await open();
  await waitFor(() => expect(screen.queryByLabelText('Tu contraseña')).toBeNull());
});
