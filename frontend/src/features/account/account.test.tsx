/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { setLanguage } from '../../lib/i18n.ts';
import { consumeRememberedPath, rememberPath, session } from '../../lib/session.ts';
import { hasStartedGoogle } from './api.ts';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { LoginPage } from './login-page.tsx';
import { RegisterPage } from './register-page.tsx';

function show(path: string) {
  return renderApp(
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="/tools/tribes" element={<h1>Mis tribus</h1>} />
      <Route path="/post/:id" element={<h1>El post</h1>} />
      <Route path="/welcome" element={<h1>Hola por primera vez</h1>} />
    </Routes>,
    { path },
  );
}

function site(settings: { disableSignup?: boolean; googleEnabled?: boolean }) {
  const maintenance = { enabled: false, message: '' };
  stubResponse('GET public/site', { body: { disableSignup: false, googleEnabled: false, maintenance, ...settings } });
}

beforeEach(() => {
  forgetRequests();
  sessionStorage.clear();
  session.end();
  site({});
});

const email = () => screen.getByLabelText('Correo electrónico');
const password = () => screen.getByLabelText('Contraseña');

test('signing in stores the session and leads to the tribes', async () => {
  stubResponse('POST auth/login', { body: { token: 't1', user: lucia } });
  await show('/login');
  await userEvent.type(email(), 'lucia@tribus.test');
  await userEvent.type(password(), 'secreto');
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  await screen.findByRole('heading', { name: 'Mis tribus' });
  expect(session.get().token).toBe('t1');
  expect(requests.find(({ path }) => path === 'auth/login')?.body).toEqual({
    email: 'lucia@tribus.test',
    password: 'secreto',
  });
});

test('the address typed at the login is filled in where a new password is requested', async () => {
  await show('/login');
  await userEvent.type(email(), 'lucia@tribus.test');
  await userEvent.click(screen.getByRole('link', { name: '¿Olvidaste la contraseña?' }));
  await screen.findByRole('button', { name: 'Enviar enlace' });
  expect(email()).toHaveProperty('value', 'lucia@tribus.test');
});

test('signing in leads back to the remembered page', async () => {
  rememberPath('/post/p1?tribe=38');
  stubResponse('POST auth/login', { body: { token: 't1', user: lucia } });
  await show('/login');
  await userEvent.type(email(), 'lucia@tribus.test');
  await userEvent.type(password(), 'secreto{Enter}');
  await screen.findByRole('heading', { name: 'El post' });
});

test.each(['/login', '/register'])(
  '%s also continues to the remembered page when another tab signs in',
  async (path) => {
    const stop = session.followOtherTabs();
    rememberPath('/post/p1?tribe=38');
    await show(path);
    await screen.findByLabelText('Correo electrónico');
    localStorage.setItem('token', 't1');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    localStorage.setItem('user', JSON.stringify(lucia));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })));
    await screen.findByRole('heading', { name: 'El post' });
    stop();
  },
);

test('a wrong password shows the server’s message, else Error', async () => {
  stubResponse('POST auth/login', { status: 401, body: { error: 'No coincide', code: 'wrong_credentials' } });
  await show('/login');
  await userEvent.type(email(), 'lucia@tribus.test');
  await userEvent.type(password(), 'mal{Enter}');
  expect(await screen.findByText('No coincide')).toBeTruthy();
  stubResponse('POST auth/login', { status: 500 });
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  expect(await screen.findByText('Error')).toBeTruthy();
});

test('empty fields and invalid fields show different errors, without a request', async () => {
  await show('/register');
  await userEvent.click(screen.getByRole('button', { name: 'Crear cuenta' }));
  expect(await screen.findByText('Escribe tu correo')).toBeTruthy();
  expect(screen.getByText('Debe aceptar los términos de uso para continuar')).toBeTruthy();
  await userEvent.type(email(), 'lucia@');
  await userEvent.type(password(), '12345');
  expect(await screen.findByText('Ese correo no parece completo')).toBeTruthy();
  expect(screen.getByText('La contraseña necesita al menos 6 caracteres')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
});

test('a registration whose response was lost is sent again under the same key, another password under another', async () => {
  stubResponse('POST auth/register', 'lost');
  await show('/register');
  await userEvent.type(email(), 'lucia@tribus.test');
  await userEvent.type(password(), 'bastante larga');
  await userEvent.click(screen.getByRole('checkbox'));
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Crear cuenta' }));
  await submit();
  await screen.findByText('No llegamos al servidor. Revisa tu conexión.');
  const keys = () =>
    requests.filter(({ path }) => path === 'auth/register').map(({ headers }) => headers.get('Idempotency-Key'));
  const lost = keys();
  expect(new Set(lost).size).toBe(1);
  stubResponse('POST auth/register', { status: 503, body: { error: 'Ahora no', code: 'unavailable' } });
  await submit();
  await screen.findByText('Ahora no');
  expect(new Set(keys())).toEqual(new Set(lost));
  stubResponse('POST auth/register', { status: 201, body: { token: 't1', user: lucia } });
  await userEvent.type(password(), ' y distinta');
  await submit();
  await screen.findByRole('heading', { name: 'Mis tribus' });
  expect(lost).not.toContain(keys().at(-1));
});

test('registering sends email and password only', async () => {
  stubResponse('POST auth/register', { status: 201, body: { token: 't1', user: lucia } });
  await show('/register');
  await userEvent.type(email(), 'lucia@tribus.test');
  await userEvent.type(password(), 'secreto');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Crear cuenta' }));
  await screen.findByRole('heading', { name: 'Mis tribus' });
  expect(requests.find(({ path }) => path === 'auth/register')?.body).toEqual({
    email: 'lucia@tribus.test',
    password: 'secreto',
  });
});

test('a newcomer sees the welcome first, and the remembered page is kept for later', async () => {
  rememberPath('/post/p1?tribe=38');
  stubResponse('POST auth/register', { status: 201, body: { token: 't1', user: { ...lucia, welcomed: false } } });
  await show('/register');
  await userEvent.type(email(), 'lucia@tribus.test');
  await userEvent.type(password(), 'secreto');
  await userEvent.click(screen.getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Crear cuenta' }));
  await screen.findByRole('heading', { name: 'Hola por primera vez' });
  expect(consumeRememberedPath()).toBe('/post/p1?tribe=38');
});

test('while sign-up is disabled, a sentence replaces the actions and the login hides the link', async () => {
  site({ disableSignup: true });
  const { unmount } = await show('/register');
  await screen.findByText('Registro temporalmente deshabilitado.');
  expect(screen.queryByRole('button', { name: 'Crear cuenta' })).toBeNull();
  unmount();
  await show('/login');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Crear cuenta' })).toBeNull());
});

test('Google is offered only when it is configured, and for sign-up only after the terms', async () => {
  const { unmount } = await show('/login');
  await waitFor(() => expect(requests.some(({ path }) => path === 'public/site')).toBe(true));
  expect(screen.queryByText('Entrar con Google')).toBeNull();
  unmount();
  site({ googleEnabled: true });
  await show('/register');
  const closed = await screen.findByRole('button', { name: 'Registrarse con Google' });
  expect(closed.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(closed);
  expect(await screen.findByText('Debe aceptar los términos de uso para continuar')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('checkbox'));
  expect(hasStartedGoogle()).toBe(false);
  await userEvent.click(screen.getByRole('checkbox'));
  const open = await screen.findByRole('link', { name: 'Registrarse con Google' });
  expect(open.getAttribute('href')).toMatch(/^\/api\/oauth\/google\?timeZone=[\w%]+&language=es$/);
  expect(hasStartedGoogle()).toBe(false);
  open.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(open);
  expect(hasStartedGoogle()).toBe(true);
});

test('the errors of a form follow a change of language', async () => {
  await show('/register');
  await userEvent.click(screen.getByRole('button', { name: 'Crear cuenta' }));
  expect(await screen.findByText('Escribe tu correo')).toBeTruthy();
  await act(() => setLanguage('en'));
  expect(await screen.findByText('Enter your email')).toBeTruthy();
  expect(screen.getByText('Enter your password')).toBeTruthy();
  expect(screen.queryByText('Escribe tu correo')).toBeNull();
});

test('leaving the second step for another account returns to the login, with the focus in its form', async () => {
  await renderApp(<LoginPage />, { path: '/login?challenge=c1' });
  await userEvent.click(await screen.findByRole('button', { name: 'Entrar con otra cuenta' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Qué bien que vuelves' }));
});

const storedDrafts = () =>
  [localStorage, sessionStorage].flatMap((each) => Object.keys(each)).filter((key) => key.startsWith('draft:'));

test('the appeal of a suspended person stays until it is sent, and no other suspended account sees it', async () => {
  const signInSuspended = async (id: string) => {
    const details = Object.entries({ id, reason: 'spam', message: 'El mismo anuncio.', proof: `proof-${id}` });
    stubResponse('POST auth/login', {
      status: 403,
      body: { code: 'account_suspended', details: details.map(([path, message]) => ({ path, message })) },
    });
    const shown = await show('/login');
    await userEvent.type(email(), `${id}@tribus.test`);
    await userEvent.type(password(), 'secreto');
    await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
    return { shown, field: await screen.findByLabelText('Pide que lo revisemos') };
  };
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Pedir revisión' }));
  stubResponse('POST auth/appeals', { status: 503, body: { error: 'Ahora no', code: 'unavailable' } });
  const first = await signInSuspended('s1');
  await userEvent.type(first.field, 'Fue otra persona.');
  await send();
  expect(await screen.findByText('Ahora no')).toBeTruthy();
  await send();
  const sent = () => requests.filter(({ path }) => path === 'auth/appeals');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(new Set(sent().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  expect(await screen.findByText('Ahora no')).toBeTruthy();
  first.shown.unmount();

  const other = await signInSuspended('s2');
  expect(other.field).toHaveProperty('value', '');
  other.shown.unmount();

  const again = await signInSuspended('s1');
  expect(again.field).toHaveProperty('value', 'Fue otra persona.');
  expect(storedDrafts()).toHaveLength(1);
  stubResponse('POST auth/appeals', { body: { ok: true } });
  await send();
  expect(await screen.findByText(/Hemos recibido tu petición/)).toBeTruthy();
  expect(storedDrafts()).toEqual([]);
});
