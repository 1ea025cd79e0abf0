/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { AdminPage } from './admin-page.tsx';

const cardo = {
  id: 'u3',
  email: 'cardo@tribus.test',
  name: 'Cardo',
  role: 'user',
  status: 'active',
  isSilenced: true,
  isAgent: false,
  avatarUrl: null,
  emailVerified: true,
  language: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: null,
  limitsLifted: false,
  limitedUntil: null,
  openAppeals: 1,
};
const at = '2026-01-02T00:00:00.000Z';
const sanction = {
  id: 's1',
  userId: cardo.id,
  userName: cardo.name,
  kind: 'silence',
  reason: 'harassment',
  message: 'Pasó de la broma.',
  createdAt: at,
  endsAt: null,
  endedAt: null,
  endCause: null,
  issuedByName: 'admin',
  note: null,
  appeal: { text: 'Le he pedido perdón.', at, outcome: null, answer: null, answeredAt: null },
};
const past = {
  ...sanction,
  id: 's0',
  kind: 'warning',
  message: 'La primera vez.',
  appeal: null,
  endedAt: at,
  endCause: 'seen',
};

beforeEach(() => {
  forgetRequests();
  stubResponse('GET admin/appeals', { body: { items: [sanction], nextCursor: null } });
  stubResponse('GET admin/users', { body: { items: [cardo], total: 1 } });
  stubResponse('GET admin/online-count', { body: { onlineNow: 1, activeLastHour: 1 } });
  stubResponse('GET admin/users/u3', { body: cardo });
  stubResponse('GET admin/users/u3/sanctions', { body: { items: [past, sanction] } });
  stubResponse('GET admin/users/u3/memberships', { body: { items: [] } });
  stubResponse('GET admin/users/u3/sessions', { body: { items: [] } });
});

const openAppeal = async () => {
  await renderApp(<AdminPage />, { path: '/admin' });
  await userEvent.click(await screen.findByRole('button', { name: 'Abrir la petición de Cardo' }));
  return screen.findByRole('dialog', { name: 'Petición de revisión' });
};

test('a request for review opens at the appeal, with the answer first and the account one press away', async () => {
  const sheet = await openAppeal();
  const [first] = await within(sheet).findAllByRole('listitem');
  expect(first?.textContent).toContain('Le he pedido perdón.');
  expect(within(sheet).queryByLabelText('Correo electrónico')).toBeNull();
  // Accepting lifts it, so there is no second button for that.
  expect(within(sheet).queryByRole('button', { name: 'Retirar' })).toBeNull();
  await userEvent.click(within(sheet).getByRole('button', { name: 'Ver cuenta' }));
  expect(await within(sheet).findByLabelText('Correo electrónico')).toHaveProperty('value', cardo.email);
});

test('an appeal cannot be decided without a message to its author', async () => {
  const sheet = await openAppeal();
  stubResponse('PUT admin/sanctions/s1/appeal', { body: sanction });
  await userEvent.click(await within(sheet).findByRole('button', { name: 'Mantener' }));
  expect(await within(sheet).findByText('Escribe primero tu respuesta')).toBeTruthy();
  const sent = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent()).toEqual([]);
  await userEvent.type(within(sheet).getByLabelText('Tu respuesta'), 'Gracias');
  await userEvent.click(within(sheet).getByRole('button', { name: 'Mantener' }));
  await waitFor(() => expect(sent()).toEqual([{ outcome: 'upheld', answer: 'Gracias' }]));
});

test('accounts are searched while typing', async () => {
  await renderApp(<AdminPage />, { path: '/admin' });
  await userEvent.type(await screen.findByLabelText('Buscar por nombre o correo'), 'car');
  await waitFor(() => expect(requests.some(({ path }) => /^admin\/users\?.*q=car/.test(path))).toBe(true));
});
