/** @jest-environment ./frontend/testing/isolated-environment.ts */

import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import * as sanctions from '../../features/account/own-sanctions.tsx';
import { session } from '../../lib/session.ts';
import { Notices } from './notices.tsx';

/** The code of the sanctions loads when the test resolves it. */
const arrival = Promise.withResolvers<void>();
jest.unstable_mockModule('../../features/account/own-sanctions.tsx', async () => {
  await arrival.promise;
  return { ...sanctions };
});

const me = { ...lucia, emailVerified: false };
const show = () => renderApp(<Notices me={me} frame="app" />);
const requestedPaths = () => requests.map(({ path }) => path);

beforeEach(() => {
  forgetRequests();
  sessionStorage.clear();
  session.start('t', me);
  stubResponse('POST auth/verify-email/resend', { body: { ok: true } });
});

test('the reminder continues its countdown when the code of the sanctions loads', async () => {
  stubResponse('GET auth/me/sanctions', { body: { items: [] } });
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar otra vez' }));
  const counting = await screen.findByRole('button', { name: /Enviar otra vez en \d+ s/ });
  expect(requestedPaths()).not.toContain('auth/me/sanctions');
  arrival.resolve();
  await waitFor(() => expect(requestedPaths()).toContain('auth/me/sanctions'));
  expect(screen.getByRole('button', { name: /Enviar otra vez en \d+ s/ })).toBe(counting);
});

test('a silenced member sees that instead of the reminder', async () => {
  const silence = { id: 's1', kind: 'silence', reason: 'spam', message: null, endsAt: null, appeal: null };
  stubResponse('GET auth/me/sanctions', { body: { items: [silence] } });
  await show();
  await screen.findByRole('region', { name: 'Tu cuenta está en silencio: solo puedes leer.' });
  expect(screen.queryByRole('region', { name: 'Correo sin confirmar' })).toBeNull();
});
