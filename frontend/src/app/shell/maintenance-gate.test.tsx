/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { ConfirmEmailPage, UndoEmailPage } from '../../features/account/email-link-page.tsx';
import { VerifyEmailPage } from '../../features/account/verify-email-page.tsx';
import { session } from '../../lib/session.ts';
import { MaintenanceGate } from './maintenance-gate.tsx';

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="dirección">{pathname + search}</output>;
}

const show = (path: string) =>
  renderApp(
    <>
      <MaintenanceGate>
        <Routes>
          <Route path="/verify-email" element={<VerifyEmailPage />} />
          <Route path="/confirm-email" element={<ConfirmEmailPage />} />
          <Route path="/undo-email" element={<UndoEmailPage />} />
        </Routes>
      </MaintenanceGate>
      <Address />
    </>,
    { path },
  );
/** The interval of polling, and the delay before the page returns. */
const [closedPollMs, reopeningMs] = [10_000, 3_000];
const address = () => screen.getByLabelText('dirección').textContent;

beforeEach(() => {
  // It advances by itself; a test that waits for the next poll moves it.
  jest.useFakeTimers({ advanceTimers: true });
  forgetRequests();
  session.end();
});

afterEach(() => {
  jest.useRealTimers();
});

test.each(['/verify-email', '/confirm-email'])(
  'a mailed link to %s keeps its token until the site is open again',
  async (path) => {
    stubResponse('GET maintenance', { body: { enabled: true, message: '' } });
    await show(`${path}?token=abc`);
    await screen.findByRole('heading', { name: 'Estamos en obra' });
    expect(address()).toBe(`${path}?token=abc`);
    stubResponse('GET maintenance', { body: { enabled: false, message: '' } });
    for (const ms of [closedPollMs, reopeningMs]) await act(() => jest.advanceTimersByTimeAsync(ms));
    await waitFor(() => expect(address()).toBe(path));
  },
);

test('a mailed link keeps its token for a member, who sees the notice after the next refused call', async () => {
  session.start('t', lucia);
  stubResponse('GET maintenance', { body: { enabled: true, message: '' } });
  await show('/confirm-email?token=abc');
  await screen.findByRole('button', { name: 'Usar este correo' });
  expect(address()).toBe('/confirm-email?token=abc');
});

test('a person recovers a taken-over address also during maintenance', async () => {
  stubResponse('GET maintenance', { body: { enabled: true, message: '' } });
  stubResponse('POST auth/email/undo', { body: { email: 'lucia@tribus.test' } });
  await show('/undo-email?token=abc');
  await waitFor(() => expect(requests.some(({ path }) => path === 'maintenance')).toBe(true));
  await userEvent.click(await screen.findByRole('button', { name: 'Deshacer el cambio' }));
  await screen.findByRole('link', { name: 'Elegir contraseña nueva' });
  expect(address()).toBe('/undo-email');
  expect(screen.queryByRole('heading', { name: 'Estamos en obra' })).toBeNull();
});
