/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { consumeRememberedPath, rememberPath, session } from '../../lib/session.ts';
import { markGoogleStarted } from './api.ts';
import { AuthCallbackPage } from './auth-callback-page.tsx';

const show = (query: Record<string, string>) =>
  renderApp(
    <Routes>
      <Route path="/auth/callback" element={<AuthCallbackPage />} />
      <Route path="/login" element={<h1>Entrada</h1>} />
      <Route path="/tools/tribes" element={<h1>Mis tribus</h1>} />
      <Route path="/post/:id" element={<h1>El post</h1>} />
      <Route path="/welcome" element={<h1>Hola por primera vez</h1>} />
    </Routes>,
    { path: `/auth/callback?${new URLSearchParams(query)}` },
  );

const arrival = (isNewUser: boolean) => ({
  token: 'g1',
  user: JSON.stringify(lucia),
  isNewUser: String(isNewUser),
});

beforeEach(() => {
  forgetRequests();
  sessionStorage.clear();
  session.end();
  markGoogleStarted();
  stubResponse('GET auth/me', ({ headers }) =>
    headers.get('Authorization') === 'Bearer g1' ? { body: lucia } : { status: 401, body: { code: 'unauthenticated' } },
  );
});

test('an existing user continues to the remembered page, and the address keeps no token', async () => {
  rememberPath('/post/p1?tribe=38');
  await show(arrival(false));
  await screen.findByRole('heading', { name: 'El post' });
  expect(session.get()).toMatchObject({ token: 'g1', user: { id: lucia.id } });
  expect(location.search).not.toContain('g1');
});

test('an address that this tab did not request neither signs a visitor in nor replaces a signed-in user', async () => {
  sessionStorage.clear();
  session.start('mine', lucia);
  await show(arrival(false));
  expect(
    await screen.findByText('El inicio de sesión ha caducado o empezó en otro navegador. Vuelve a intentarlo.'),
  ).toBeTruthy();
  expect(session.get().token).toBe('mine');
});

test('each sign-in with Google accepts one callback, and only for a limited time', async () => {
  markGoogleStarted(Date.now() - 11 * 60_000);
  const { unmount } = await show(arrival(false));
  expect(await screen.findByText(/^El inicio de sesión ha caducado/)).toBeTruthy();
  unmount();
  markGoogleStarted();
  const { unmount: leave } = await show({ error: 'cancelled' });
  await screen.findByText('Has cancelado el inicio de sesión con Google.');
  leave();
  await show(arrival(false));
  expect(await screen.findByText(/^El inicio de sesión ha caducado/)).toBeTruthy();
  expect(session.get().token).toBeNull();
});

test('the signed-in user is that of the server, regardless of the address', async () => {
  await show({ ...arrival(false), user: JSON.stringify({ ...lucia, name: 'Otra', role: 'admin' }) });
  await screen.findByRole('heading', { name: 'Mis tribus' });
  expect(session.get().user).toMatchObject({ name: lucia.name, role: 'user' });
});

test('an invalid session does not sign in', async () => {
  await show({ ...arrival(false), token: 'invented' });
  expect(await screen.findByText('Error procesando autenticación')).toBeTruthy();
  expect(session.get().token).toBeNull();
});

test('a newcomer is signed in only after accepting the terms', async () => {
  stubResponse('POST auth/accept-terms', { body: lucia });
  await show(arrival(true));
  const enter = await screen.findByRole('button', { name: 'Entrar en Tribus' });
  await userEvent.click(enter);
  expect(await screen.findByText('Debe aceptar los términos de uso para continuar')).toBeTruthy();
  expect(session.get().token).toBeNull();
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(enter);
  await screen.findByRole('heading', { name: 'Mis tribus' });
  expect(session.get().token).toBe('g1');
});

test('a newcomer who accepted the terms sees the welcome first', async () => {
  rememberPath('/post/p1?tribe=38');
  stubResponse('POST auth/accept-terms', { body: { ...lucia, welcomed: false } });
  await show(arrival(true));
  await userEvent.click(await screen.findByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Entrar en Tribus' }));
  await screen.findByRole('heading', { name: 'Hola por primera vez' });
  expect(consumeRememberedPath()).toBe('/post/p1?tribe=38');
});

test('a newcomer who cancels returns to the login, and their session ends', async () => {
  stubResponse('POST auth/logout', { body: { ok: true } });
  await show(arrival(true));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }));
  await screen.findByRole('heading', { name: 'Entrada' });
  await waitFor(() => expect(requests.some(({ path }) => path === 'auth/logout')).toBe(true));
  expect(session.get().token).toBeNull();
});

test('a suspended person sees the reason also after a sign-in with Google, and appeals', async () => {
  const details = [
    { path: 'reason', message: 'spam' },
    { path: 'message', message: 'El mismo anuncio muchas veces.' },
    { path: 'proof', message: 'p1' },
  ];
  stubResponse('POST auth/suspension', { body: { details } });
  stubResponse('POST auth/appeals', { body: { ok: true } });
  await show({ error: 'account_suspended', notice: 'n1' });
  expect(await screen.findByText('El mismo anuncio muchas veces.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Pide que lo revisemos'), 'Fue otra persona.');
  await userEvent.click(screen.getByRole('button', { name: 'Pedir revisión' }));
  expect(await screen.findByText(/Hemos recibido tu petición/)).toBeTruthy();
  const sent = (path: string) => requests.find((request) => request.path === path)?.body;
  expect(sent('auth/suspension')).toEqual({ notice: 'n1' });
  expect(sent('auth/appeals')).toEqual({ proof: 'p1', text: 'Fue otra persona.' });
  expect(screen.getByRole('link', { name: 'Volver a iniciar sesión' })).toBeTruthy();
});

test.each<[string, Record<string, string>, string]>([
  ['no token', { user: '{}' }, 'Datos de autenticación faltantes'],
  ['no user', { token: 'g1' }, 'Datos de autenticación faltantes'],
  ['a malformed user', { token: 'g1', user: '{broken' }, 'Error procesando autenticación'],
  ['a user of another type', { token: 'g1', user: '["x"]' }, 'Error procesando autenticación'],
  [
    'an unverified account',
    { error: 'email_unproved' },
    'Ya hay una cuenta con este correo, aún sin confirmar. Entra con tu contraseña y confirma el correo, o recupera la cuenta.',
  ],
  ['an expired notice', { error: 'account_suspended', notice: 'old' }, 'Tu cuenta está suspendida.'],
  [
    'an unknown reason',
    { error: 'nonsense' },
    'Google no ha podido confirmar quién eres. Vuelve a intentarlo en un momento.',
  ],
])('an address with %s shows an error with a link back', async (_what, query, sentence) => {
  await show(query);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Volver a iniciar sesión' }).getAttribute('href')).toBe('/login');
  expect(session.get().token).toBeNull();
});
