/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { consumeRememberedPath, session } from '../../lib/session.ts';
import { ConfirmEmailPage, UndoEmailPage } from './email-link-page.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { UnverifiedBanner } from './unverified-banner.tsx';
import { VerifyEmailPage } from './verify-email-page.tsx';

const confirm = async () => userEvent.click(await screen.findByRole('button', { name: 'Confirmar mi correo' }));

const show = (path: string) =>
  renderApp(
    <Routes>
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route path="/verify-email" element={<VerifyEmailPage />} />
      <Route path="/confirm-email" element={<ConfirmEmailPage />} />
      <Route path="/undo-email" element={<UndoEmailPage />} />
      <Route path="/login" element={<h1>Entrada</h1>} />
    </Routes>,
    { path },
  );

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

const expired = { status: 400, body: { error: 'Este enlace ya no sirve', code: 'link_expired' } };
const sent = (path: string) => requests.filter((request) => request.path === path);

beforeEach(() => {
  forgetRequests();
  sessionStorage.clear();
  session.end();
});

test('a forgotten password shows the same message for every address, and a new mail can be requested after a minute', async () => {
  stubResponse('POST auth/forgot-password', { body: { ok: true } });
  await show('/forgot-password');
  const send = await screen.findByRole('button', { name: 'Enviar enlace' });
  await userEvent.click(send);
  expect(await screen.findByText('Escribe tu correo')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'lucia@tribus.test');
  await userEvent.click(send);
  expect(await screen.findByText(/Si lucia@tribus.test tiene una cuenta/)).toBeTruthy();
  expect(sent('auth/forgot-password')[0]?.body).toEqual({ email: 'lucia@tribus.test' });
  expect(screen.getByRole('button', { name: /Enviar otra vez en \d+ s/ })).toHaveProperty('disabled', true);
});

test('a new password is set by the link, and this device is signed out of its account', async () => {
  session.start('t1', lucia);
  stubResponse('POST auth/reset-password', { body: { ok: true, userId: lucia.id } });
  await show('/reset-password?token=abc');
  const save = await screen.findByRole('button', { name: 'Guardar contraseña' });
  await userEvent.type(screen.getByLabelText('Contraseña'), '12345');
  await userEvent.click(save);
  expect(await screen.findByText('La contraseña necesita al menos 6 caracteres')).toBeTruthy();
  expect(sent('auth/reset-password')).toEqual([]);
  await userEvent.type(screen.getByLabelText('Contraseña'), '678');
  await userEvent.click(save);
  expect(await screen.findByText('Contraseña cambiada')).toBeTruthy();
  expect(sent('auth/reset-password')[0]?.body).toEqual({ token: 'abc', password: '12345678' });
  expect(session.get().token).toBeNull();
});

test('a new password of another account leaves the person on this device signed in', async () => {
  session.start('t1', lucia);
  stubResponse('POST auth/reset-password', { body: { ok: true, userId: 'u99' } });
  await show('/reset-password?token=abc');
  await userEvent.type(await screen.findByLabelText('Contraseña'), 'bastante larga{Enter}');
  expect(await screen.findByText('Contraseña cambiada')).toBeTruthy();
  expect(session.get().user?.id).toBe(lucia.id);
  expect(screen.getByRole('link', { name: 'Continuar en Tribus' })).toBeTruthy();
});

test('an expired link, or one without a token, leads to a new one', async () => {
  stubResponse('POST auth/reset-password', expired);
  const { unmount } = await show('/reset-password?token=abc');
  await userEvent.type(await screen.findByLabelText('Contraseña'), 'bastante larga{Enter}');
  expect((await screen.findByRole('link', { name: 'Pedir otro enlace' })).getAttribute('href')).toBe(
    '/forgot-password',
  );
  unmount();
  await show('/reset-password');
  expect(await screen.findByText('Este enlace ya no sirve')).toBeTruthy();
});

/** The idempotency keys of the requests, in order, by number: the same key has the same number. */
const keysOf = (path: string) => {
  const keys = sent(path).map(({ headers }) => headers.get('Idempotency-Key'));
  return keys.map((key) => keys.indexOf(key));
};

test.each([
  ['/verify-email', 'auth/verify-email', 'Confirmar mi correo', 'Correo confirmado'],
  ['/confirm-email', 'auth/email/confirm', 'Usar este correo', 'Correo cambiado'],
  ['/undo-email', 'auth/email/undo', 'Deshacer el cambio', 'Tu correo vuelve a ser lucia@tribus.test'],
])('a link of %s whose response was lost is used again under the same key', async (page, path, button, done) => {
  session.start('t1', { ...lucia, emailVerified: false });
  stubResponse(`POST ${path}`, 'lost');
  await show(`${page}?token=abc`);
  await userEvent.click(await screen.findByRole('button', { name: button }));
  const again = await screen.findByRole('button', { name: 'Reintentar' });
  stubResponse(`POST ${path}`, { body: { ok: true, email: 'lucia@tribus.test' } });
  await userEvent.click(again);
  expect(await screen.findByText(done)).toBeTruthy();
  expect(keysOf(path)).toEqual([0, 0, 0]);
});

test('a new password whose response was lost is sent again under the same key, another password under another', async () => {
  stubResponse('POST auth/reset-password', 'lost');
  await show('/reset-password?token=abc');
  const field = await screen.findByLabelText('Contraseña');
  await userEvent.type(field, 'bastante larga{Enter}');
  await screen.findByText('No llegamos al servidor. Revisa tu conexión.');
  await userEvent.type(field, '{Enter}');
  await waitFor(() => expect(keysOf('auth/reset-password')).toEqual([0, 0, 0, 0]));
  stubResponse('POST auth/reset-password', { body: { ok: true, userId: 'u99' } });
  await screen.findByText('No llegamos al servidor. Revisa tu conexión.');
  await userEvent.type(field, ' y distinta{Enter}');
  expect(await screen.findByText('Contraseña cambiada')).toBeTruthy();
  expect(keysOf('auth/reset-password')).toEqual([0, 0, 0, 0, 4]);
});

test('the form keeps its input when the server refuses', async () => {
  stubResponse('POST auth/reset-password', { status: 503, body: { error: 'Ahora no', code: 'unavailable' } });
  await show('/reset-password?token=abc');
  await userEvent.type(await screen.findByLabelText('Contraseña'), 'bastante larga{Enter}');
  expect(await screen.findByText('Ahora no')).toBeTruthy();
  expect(screen.getByLabelText('Contraseña')).toHaveProperty('value', 'bastante larga');
});

test('the link of a registration verifies the address, and a signed-in person continues', async () => {
  session.start('t1', { ...lucia, emailVerified: false });
  stubResponse('POST auth/verify-email', { body: { ok: true } });
  await show('/verify-email?token=abc');
  await confirm();
  expect(await screen.findByText('Correo confirmado')).toBeTruthy();
  expect(session.get().user?.emailVerified).toBe(true);
  expect(screen.getByRole('link', { name: 'Continuar en Tribus' })).toBeTruthy();
});

const notMine = {
  status: 403,
  body: { error: 'Entra', code: 'verification_sign_in', details: [{ path: 'email', message: 'lucia@tribus.test' }] },
};

test('a link opened in a session of another account asks for the owner: their address is verified after the login', async () => {
  session.start('t1', { ...lucia, email: 'otra@tribus.test', emailVerified: false });
  stubResponse('POST auth/verify-email', notMine);
  stubResponse('POST auth/logout', { body: { ok: true } });
  await show('/verify-email?token=abc');
  await confirm();
  await userEvent.click(await screen.findByRole('button', { name: 'Es mía: entrar y confirmar' }));
  expect(await screen.findByRole('heading', { name: 'Entrada' })).toBeTruthy();
  expect(session.get().token).toBeNull();
  expect(consumeRememberedPath()).toBe('/verify-email?token=abc');
});

test('the owner of an address that another person registered has that account deleted, after a confirmation', async () => {
  stubResponse('POST auth/verify-email', notMine);
  await show('/verify-email?token=abc');
  await confirm();
  await userEvent.click(await screen.findByRole('button', { name: 'No he sido yo' }));
  expect(sent('auth/verify-email/disown')).toEqual([]);
  stubResponse('POST auth/verify-email/disown', 'lost');
  await userEvent.click(await screen.findByRole('button', { name: 'Borrar esa cuenta' }));
  await screen.findByText('No llegamos al servidor. Revisa tu conexión.');
  stubResponse('POST auth/verify-email/disown', { body: { ok: true } });
  await userEvent.click(await screen.findByRole('button', { name: 'Borrar esa cuenta' }));
  expect(await screen.findByText('Esa cuenta ya no existe')).toBeTruthy();
  expect(keysOf('auth/verify-email/disown')).toEqual([0, 0, 0]);
  expect(sent('auth/verify-email/disown')[0]?.body).toEqual({ token: 'abc' });
});

test('an account whose address an administrator has set cannot be deleted by the link', async () => {
  const details = [...notMine.body.details, { path: 'setByAdmin', message: 'true' }];
  stubResponse('POST auth/verify-email', { ...notMine, body: { ...notMine.body, details } });
  await show('/verify-email?token=abc');
  await confirm();
  await screen.findByText(/Un administrador ha puesto lucia@tribus\.test en una cuenta\./);
  expect(screen.getByRole('button', { name: 'Es mía: entrar y confirmar' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'No he sido yo' })).toBeNull();
});

test('the link asks for the owner of the account when the session has expired', async () => {
  session.start('t1', { ...lucia, emailVerified: false });
  stubResponse('POST auth/verify-email', ({ headers }) =>
    headers.has('Authorization') ? { status: 401, body: { code: 'unauthenticated' } } : notMine,
  );
  await show('/verify-email?token=abc');
  await confirm();
  expect(await screen.findByText('¿Es tuya esta cuenta?')).toBeTruthy();
  expect(screen.queryByText(/está abierta la sesión/)).toBeNull();
});

test('opening the page does not use up the link, and the address keeps no token', async () => {
  session.start('t1', { ...lucia, emailVerified: false });
  stubResponse('POST auth/verify-email', { body: { ok: true } });
  await renderApp(
    <>
      <VerifyEmailPage />
      <Address />
    </>,
    { path: '/verify-email?token=abc' },
  );
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/verify-email'));
  expect(requests.filter(({ path }) => path.startsWith('auth/verify-email'))).toEqual([]);
  await confirm();
  expect(await screen.findByText('Correo confirmado')).toBeTruthy();
  expect(sent('auth/verify-email').map(({ method, body }) => [method, body])).toEqual([['POST', { token: 'abc' }]]);
});

test('a link opened again after the verification is not an error', async () => {
  session.start('t1', { ...lucia, emailVerified: true });
  stubResponse('POST auth/verify-email', expired);
  await show('/verify-email?token=abc');
  await confirm();
  expect(await screen.findByText('Correo confirmado')).toBeTruthy();
});

test('a person with a verified address does not see the address of another account as verified', async () => {
  session.start('t1', { ...lucia, email: 'otra@tribus.test', emailVerified: true });
  stubResponse('POST auth/verify-email', notMine);
  await show('/verify-email?token=abc');
  await confirm();
  expect(await screen.findByText(/Alguien se ha registrado con lucia@tribus.test/)).toBeTruthy();
  expect(screen.getByText(/está abierta la sesión de otra@tribus.test/)).toBeTruthy();
  expect(screen.queryByText('Correo confirmado')).toBeNull();
  expect(session.get().token).toBe('t1');
});

test('an expired link is replaced: visitors enter their address, members need not', async () => {
  stubResponse('POST auth/verify-email', expired);
  stubResponse('POST auth/verify-email/resend', { body: { ok: true } });
  const { unmount } = await show('/verify-email?token=old');
  await confirm();
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar enlace' }));
  expect(await screen.findByText('Escribe tu correo')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'lucia@tribus.test');
  await userEvent.click(screen.getByRole('button', { name: 'Enviar enlace' }));
  await waitFor(() => expect(sent('auth/verify-email/resend')[0]?.body).toEqual({ email: 'lucia@tribus.test' }));
  unmount();
  session.start('t1', { ...lucia, emailVerified: false });
  await show('/verify-email?token=older');
  await confirm();
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar enlace' }));
  await waitFor(() => expect(sent('auth/verify-email/resend')[1]?.body).toEqual({}));
  expect(await screen.findByRole('button', { name: /Enviar otra vez en \d+ s/ })).toBeTruthy();
});

test('members are reminded of an unverified address until they dismiss it', async () => {
  stubResponse('POST auth/verify-email/resend', { body: { ok: true } });
  session.start('t1', { ...lucia, emailVerified: false });
  const { unmount } = await renderApp(<UnverifiedBanner email={lucia.email} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar otra vez' }));
  expect(await screen.findByRole('button', { name: /Enviar otra vez en \d+ s/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Ahora no' }));
  expect(screen.queryByRole('button', { name: 'Ahora no' })).toBeNull();
  unmount();
  await renderApp(<UnverifiedBanner email={lucia.email} />);
  expect(screen.queryByRole('button', { name: 'Ahora no' })).toBeNull();
});
