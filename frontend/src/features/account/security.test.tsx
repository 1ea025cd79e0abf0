/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import type { Security } from './security-api.ts';
import { SecurityPage } from './security-page.tsx';

const CODES = ['aaaa-bbbb', 'cccc-dddd'];
const byGoogle: Security = {
  email: lucia.email,
  hasPassword: false,
  signedInRecently: true,
  secondFactor: null,
};

/** Sets the server's security settings from now on. */
const now = (security: Security) => stubResponse('GET auth/me/security', { body: security });
const timesAsked = () => requests.filter(({ path }) => path === 'auth/me/security').length;

beforeEach(() => {
  forgetRequests();
  session.start('t1', lucia);
  now(byGoogle);
  for (const list of ['passkeys', 'sign-ins']) stubResponse(`GET auth/me/${list}`, { body: { items: [] } });
  for (const list of ['sessions', 'sign-ins'])
    stubResponse(`GET auth/${list}`, { body: { items: [], nextCursor: null } });
});

test('the recovery codes are shown although the proof of identity expired during the setup', async () => {
  stubResponse('PUT auth/me/second-factor', { body: { secret: 'ABCD', uri: 'otpauth://totp/Tribus?secret=ABCD' } });
  stubResponse('PUT auth/me/second-factor/confirmation', () => {
    now({ ...byGoogle, signedInRecently: false, secondFactor: { since: lucia.createdAt, recoveryCodesLeft: 2 } });
    return { body: { codes: CODES } };
  });
  await renderApp(<SecurityPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Activar' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Continuar' }));
  await userEvent.type(await screen.findByLabelText(/digo/), '123456');
  const before = timesAsked();
  await userEvent.click(screen.getByRole('button', { name: 'Activar' }));
  for (const code of CODES) expect(await screen.findByText(code)).toBeTruthy();
  await waitFor(() => expect(timesAsked()).toBeGreaterThan(before));
  await screen.findByText('aaaa-bbbb');
});

test('closing the sheet before saving the recovery codes shows them again, until the person confirms that they saved them', async () => {
  now({ ...byGoogle, secondFactor: { since: lucia.createdAt, recoveryCodesLeft: 2 } });
  stubResponse('PUT auth/me/recovery-codes', { body: { codes: CODES } });
  await renderApp(<SecurityPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Códigos nuevos' }));
  const sheet = within(await screen.findByRole('dialog'));
  await userEvent.type(await sheet.findByLabelText(/digo/), '123456');
  await userEvent.click(sheet.getByRole('button', { name: 'Códigos nuevos' }));
  await screen.findByText('aaaa-bbbb');
  await userEvent.keyboard('{Escape}');
  await screen.findByText('Aún no has guardado tus códigos de recuperación.');
  await userEvent.click(screen.getByRole('button', { name: 'Ver los códigos' }));
  await screen.findByText('aaaa-bbbb');
  await userEvent.click(screen.getByRole('button', { name: 'Los he guardado' }));
  await screen.findByRole('button', { name: 'Códigos nuevos' });
  await waitFor(() => expect(screen.queryByText('aaaa-bbbb')).toBeNull());
});

test('removing a passkey asks for the password and stays open while it is wrong', async () => {
  now({ ...byGoogle, hasPassword: true });
  const passkey = { id: 'k1', name: 'Mi móvil', createdAt: lucia.createdAt, lastUsedAt: null };
  stubResponse('GET auth/me/passkeys', { body: { items: [passkey] } });
  stubResponse('DELETE auth/me/passkeys/k1', { status: 403, body: { error: 'No es esa.', code: 'wrong_password' } });
  await renderApp(<SecurityPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar Mi móvil' }));
  const sheet = within(await screen.findByRole('dialog', { name: '¿Quitar esta llave?' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Quitar' }));
  await sheet.findByText('Escribe tu contraseña');
  await userEvent.type(sheet.getByLabelText('Contraseña actual'), 'una-clave');
  await userEvent.click(sheet.getByRole('button', { name: 'Quitar' }));
  await sheet.findByText('No es esa.');
  expect(requests.filter(({ method }) => method === 'DELETE').map(({ body }) => body)).toEqual([
    { currentPassword: 'una-clave' },
  ]);
});
