/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
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

test('a sanction issued by a deleted account says so where the name of the admin would be', async () => {
  const items = [sanction, { ...past, issuedById: null, issuedByName: '' }];
  stubResponse('GET admin/users/u3/sanctions', { body: { items } });
  const sheet = await openAppeal();
  const [silence, warning] = await within(sheet).findAllByRole('listitem');
  expect(silence?.textContent).toMatch(/· admin · /);
  expect(warning?.textContent).toMatch(/· Una cuenta de administración borrada/);
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

test('an appeal that another admin has answered in the meantime shows their answer and the reason for the refusal', async () => {
  const sheet = await openAppeal();
  const answered = { ...sanction.appeal, outcome: 'lifted', answer: 'Tenías razón.', answeredAt: at };
  stubResponse('GET admin/users/u3/sanctions', {
    body: { items: [{ ...sanction, endedAt: at, endCause: 'lifted', appeal: answered }] },
  });
  const refusal = { error: 'Esta petición ya tiene respuesta.', code: 'appeal_answered' };
  stubResponse('PUT admin/sanctions/s1/appeal', { status: 409, body: refusal });
  await userEvent.type(await within(sheet).findByLabelText('Tu respuesta'), 'Gracias');
  await userEvent.click(within(sheet).getByRole('button', { name: 'Mantener' }));
  await within(sheet).findByText(/Tenías razón\./);
  expect(within(sheet).getByText(refusal.error)).toBeTruthy();
  expect(within(sheet).queryByLabelText('Tu respuesta')).toBeNull();
});

const openAccount = async () => {
  await renderApp(<AdminPage />, { path: '/admin?user=u3', browserHistory: true });
  return screen.findByRole('dialog', { name: 'Cuenta' });
};
const changes = () => requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

const confirm = async (title: string, action: string) => {
  const dialog = await screen.findByRole('dialog', { name: title });
  await userEvent.click(within(dialog).getByRole('button', { name: action }));
};

test('the sanctions of a person are announced as loading until they are shown', async () => {
  const response = Promise.withResolvers<{ body: object }>();
  stubResponse('GET admin/users/u3/sanctions', () => response.promise);
  const sheet = await openAccount();
  await within(sheet).findByText('No tiene ninguna sesión abierta.');
  expect(within(sheet).getByText('Cargando…')).toBeTruthy();
  expect(within(sheet).queryByRole('listitem')).toBeNull();
  response.resolve({ body: { items: [past, sanction] } });
  await within(sheet).findByText('Pasó de la broma.');
  expect(within(sheet).queryByText('Cargando…')).toBeNull();
});

test('a person is removed from a tribe, signed out and deleted only after a confirmation', async () => {
  const common = { normalizedName: 'x', levelOrder: 1, createdAt: at, role: 'member' };
  const memberships = [
    { ...common, tribeId: 7, tribeName: 'Faro', status: 'active' },
    { ...common, tribeId: 8, tribeName: 'Muelle', status: 'pending' },
  ];
  stubResponse('GET admin/users/u3/memberships', { body: { items: memberships } });
  const session = { id: 's', createdAt: at, lastSeenAt: at, expiresAt: at, userAgent: 'Mozilla/5.0 (X11; Linux)' };
  const device = { browser: 'Firefox', system: 'Linux', kind: 'desk' };
  stubResponse('GET admin/users/u3/sessions', { body: { items: [{ ...session, device }] } });
  for (const path of ['memberships/7', 'memberships/8', 'sessions'])
    stubResponse(`DELETE admin/users/u3/${path}`, { body: { ok: true } });
  stubResponse('DELETE admin/users/u3', () => {
    stubResponse('GET admin/users', { body: { items: [], total: 0 } });
    for (const path of ['', '/sanctions', '/memberships', '/sessions'])
      stubResponse(`GET admin/users/u3${path}`, { status: 404, body: { error: 'No existe.', code: 'not_found' } });
    return { body: { ok: true } };
  });
  const sheet = await openAccount();
  await within(sheet).findByText('Firefox en Linux');
  await userEvent.click(await within(sheet).findByRole('button', { name: 'Quitar de Faro' }));
  await confirm('¿Quitar de Faro?', 'Cancelar');
  expect(changes()).toEqual([]);
  await userEvent.click(await within(sheet).findByRole('button', { name: 'Quitar de Faro' }));
  await confirm('¿Quitar de Faro?', 'Quitar de la tribu');
  await waitFor(() => expect(changes()).toEqual(['DELETE admin/users/u3/memberships/7']));
  await userEvent.click(await within(sheet).findByRole('button', { name: 'Quitar de Muelle' }));
  await confirm('¿Retirar la solicitud a Muelle?', 'Retirar la solicitud');
  await waitFor(() => expect(changes().at(-1)).toBe('DELETE admin/users/u3/memberships/8'));
  await userEvent.click(within(sheet).getByRole('button', { name: 'Cerrar todas' }));
  expect(changes()).toHaveLength(2);
  await confirm('¿Cerrar todas sus sesiones?', 'Cerrar todas');
  await waitFor(() => expect(changes().at(-1)).toBe('DELETE admin/users/u3/sessions'));
  const [open] = within(sheet).getAllByRole('button', { name: 'Borrar cuenta', hidden: true });
  if (!open) throw new Error('the button to delete the account is missing');
  await userEvent.click(open);
  expect(changes()).toHaveLength(3);
  await confirm('¿Borrar la cuenta?', 'Borrar cuenta');
  await waitFor(() => expect(changes().at(-1)).toBe('DELETE admin/users/u3'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cuenta' })).toBeNull());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cardo' })).toBeNull());
  const since = requests.findIndex(({ method, path }) => `${method} ${path}` === 'DELETE admin/users/u3');
  expect(requests.slice(since + 1).filter(({ path }) => path.startsWith('admin/users/u3'))).toEqual([]);
});

test('an account that another admin has deleted in the meantime disappears from its sheet and from the list', async () => {
  const sheet = await openAccount();
  const missing = { status: 404, body: { error: 'No existe o no está disponible.', code: 'not_found' } };
  for (const call of ['GET admin/users/u3', 'PUT admin/users/u3', 'GET admin/users/u3/sanctions'])
    stubResponse(call, missing);
  stubResponse('GET admin/users', { body: { items: [], total: 0 } });
  await userEvent.type(await within(sheet).findByLabelText('Nombre'), ' del Faro');
  await userEvent.click(within(sheet).getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(within(sheet).queryByLabelText('Nombre')).toBeNull());
  expect(within(sheet).getByText('No existe o no está disponible.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cardo', hidden: true })).toBeNull());
});

test('an admin removes the picture of an account, which has no such button without one', async () => {
  let sheet = await openAccount();
  await within(sheet).findByLabelText('Correo electrónico');
  expect(within(sheet).queryByRole('button', { name: 'Quitar imagen' })).toBeNull();
  cleanup();
  stubResponse('GET admin/users/u3', { body: { ...cardo, avatarUrl: 'emoji:🦊' } });
  stubResponse('PUT admin/users/u3', { body: cardo });
  sheet = await openAccount();
  await userEvent.click(await within(sheet).findByRole('button', { name: 'Quitar imagen' }));
  expect(changes()).toEqual([]);
  await confirm('¿Quitar la imagen?', 'Quitar imagen');
  await waitFor(() => expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ avatarUrl: null }));
});

test('a page beyond the last one shows the last one', async () => {
  stubResponse('GET admin/users', ({ path }) => ({
    body: { items: /page=2&/.test(path) ? [cardo] : [], total: 21 },
  }));
  await renderApp(<AdminPage />, { path: '/admin?page=99', browserHistory: true });
  expect(await screen.findByRole('button', { name: 'Cardo' })).toBeTruthy();
  expect(screen.getByText('21–21 de 21')).toBeTruthy();
});

test('the number of people online is read every half minute, and cleared when it fails', async () => {
  const reads = () => requests.filter(({ path }) => path === 'admin/online-count').length;
  jest.useFakeTimers({ advanceTimers: true });
  try {
    stubResponse('GET admin/online-count', { body: { onlineNow: 17, activeLastHour: 23 } });
    await renderApp(<AdminPage />, { path: '/admin' });
    const card = await screen.findByRole('region', { name: 'Personas conectadas' });
    await within(card).findByText('17');
    within(card).getByText('23');
    expect(reads()).toBe(1);
    stubResponse('GET admin/online-count', { status: 503, body: { error: 'Ahora no', code: 'unavailable' } });
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    // At once, because waiting advances the timers, too.
    expect(reads()).toBe(2);
    await waitFor(() => expect(within(card).queryByText('17')).toBeNull());
    expect(within(card).getAllByText('–')).toHaveLength(2);
    stubResponse('GET admin/online-count', { body: { onlineNow: 18, activeLastHour: 23 } });
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    await within(card).findByText('18');
  } finally {
    jest.useRealTimers();
  }
});

test('accounts are searched while typing', async () => {
  await renderApp(<AdminPage />, { path: '/admin' });
  await userEvent.type(await screen.findByLabelText('Buscar por nombre o correo'), 'car');
  await waitFor(() => expect(requests.some(({ path }) => /^admin\/users\?.*q=car/.test(path))).toBe(true));
});

test('the search for accounts follows the address', async () => {
  stubResponse('GET admin/users', { body: { items: [cardo], total: 100 } });
  await renderApp(
    <>
      <AdminPage />
      <Link to="/admin?q=berta">Berta</Link>
    </>,
    { path: '/admin?page=3', browserHistory: true },
  );
  const field = await screen.findByLabelText<HTMLInputElement>('Buscar por nombre o correo');
  await userEvent.type(field, 'car');
  await waitFor(() => expect(window.location.search).toBe('?q=car'));
  await userEvent.click(screen.getByRole('link', { name: 'Berta' }));
  expect(field.value).toBe('berta');
  act(() => window.history.back());
  await waitFor(() => expect(field.value).toBe('car'));
});

test('an address is marked as verified in the table, and only then', async () => {
  const unverified = { ...cardo, id: 'u4', name: 'Dora', email: 'dora@tribus.test', emailVerified: false };
  stubResponse('GET admin/users', { body: { items: [cardo, unverified], total: 2 } });
  await renderApp(<AdminPage />, { path: '/admin' });
  const row = async (email: string) => (await screen.findByText(email)).closest('tr, li');
  const marks = async (email: string) =>
    (await row(email))?.querySelectorAll('[aria-label="Correo verificado"]').length;
  expect([await marks(cardo.email), await marks(unverified.email)]).toEqual([1, 0]);
});

test.each([
  [true, 'Correo verificado', 'Correo sin verificar'],
  [false, 'Correo sin verificar', 'Correo verificado'],
])('the account panel says whether the address is verified: %s', async (emailVerified, shown, other) => {
  const user = { ...cardo, emailVerified };
  stubResponse('GET admin/users', { body: { items: [user], total: 1 } });
  stubResponse('GET admin/users/u3', { body: user });
  await renderApp(<AdminPage />, { path: '/admin' });
  await userEvent.click(await screen.findByRole('button', { name: cardo.name }));
  const panel = within(await screen.findByRole('dialog', { name: 'Cuenta' }));
  expect(await panel.findByText(new RegExp(shown))).toBeTruthy();
  expect(panel.queryByText(new RegExp(other))).toBeNull();
});
