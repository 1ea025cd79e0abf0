/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../testing/server.ts';
import { http } from '../lib/http.ts';
import { consumeRememberedPath, rememberPath, session } from '../lib/session.ts';
import { ModalLink } from '../ui/modal-link.tsx';
import { ModalSheet } from '../ui/modal-sheet.tsx';
import { anyone, signedIn, siteAdmin, tribeOwner } from './access.ts';
import { lazyRoutes, RoutedScreens } from './routes.tsx';

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

/** The behaviour of one screen's import(). */
let loadFar: () => Promise<() => ReactNode>;

const screens = lazyRoutes([
  {
    path: '/public',
    access: anyone,
    load: async () => () => <ModalLink to="/(modal)/inbox">Abrir bandeja</ModalLink>,
  },
  { path: '/tools/tribes', access: signedIn, load: async () => () => <h1>Mis tribus</h1> },
  { path: '/login', access: anyone, load: async () => () => <h1>Entrar aquí</h1> },
  {
    path: '/broken',
    access: anyone,
    load: async () => () => {
      throw new Error('Se cayó la tienda');
    },
  },
  { path: '/far', access: anyone, load: () => loadFar() },
  { path: '/settings', access: siteAdmin({ to: '/public' }), load: async () => () => <h1>Ajustes</h1> },
  { path: '/thresholds', access: siteAdmin('no-access'), load: async () => () => <h1>Umbrales</h1> },
  { path: '/secret', access: siteAdmin('not-found'), load: async () => () => <h1>Secreto</h1> },
  { path: '/owner/tests', access: tribeOwner('no-access'), load: async () => () => <h1>Pruebas</h1> },
  {
    path: '/tribe/:id/rules',
    access: tribeOwner('no-access', ({ id }) => Number(id)),
    load: async () => () => <h1>Normas</h1>,
  },
]);
const modals = lazyRoutes([
  {
    path: '/(modal)/inbox',
    load: async () => () => (
      <ModalSheet title="Bandeja" otherwise="/tools/tribes">
        Avisos
      </ModalSheet>
    ),
  },
]);

function show(path: string) {
  return renderApp(
    <>
      <RoutedScreens screens={screens} modals={modals} />
      <Address />
    </>,
    { path },
  );
}

beforeEach(() => {
  forgetRequests();
  sessionStorage.clear();
  stubResponse('GET maintenance', { body: { enabled: false, message: '' } });
  stubResponse('GET auth/me', { body: lucia });
  stubResponse('GET tribes/@me/memberships', { body: { items: [] } });
  stubResponse('GET notifications/count', { body: { count: 2, messages: 0 } });
});

afterEach(() => {
  jest.useRealTimers();
  session.end();
});

test('a visitor of a members’ page is redirected to the login, and the page is remembered', async () => {
  await show('/tools/tribes?q=setas');
  await screen.findByRole('heading', { name: 'Entrar aquí' });
  expect(consumeRememberedPath()).toBe('/tools/tribes?q=setas');
});

test('a signed-in person sees the members’ page', async () => {
  rememberPath('/');
  session.start('t', lucia);
  await show('/tools/tribes');
  await screen.findByRole('heading', { name: 'Mis tribus' });
});

function signInAsAdmin(): void {
  const admin = { ...lucia, role: 'admin' as const };
  stubResponse('GET auth/me', { body: admin });
  session.start('t', admin);
}

const rolesIn = (...roles: [tribeId: number, role: string, status?: string][]) =>
  stubResponse('GET tribes/@me/memberships', {
    body: {
      items: roles.map(([tribeId, role, status = 'active']) => ({ tribeId, role, status, tribe: { name: '' } })),
    },
  });

test('a site admin sees the screens of admins', async () => {
  signInAsAdmin();
  await show('/secret');
  await screen.findByRole('heading', { name: 'Secreto' });
});

test.each(['/settings', '/thresholds', '/secret', '/owner/tests'])(
  'a visitor of %s is redirected to the login first',
  async (path) => {
    await show(path);
    await screen.findByRole('heading', { name: 'Entrar aquí' });
    expect(consumeRememberedPath()).toBe(path);
  },
);

test('other signed-in people are redirected or see a refusal, as each admin screen declares', async () => {
  session.start('t', lucia);
  const { unmount } = await show('/settings');
  await screen.findByText('/public');
  unmount();
  const { unmount: leave } = await show('/thresholds');
  await screen.findByRole('heading', { name: 'Esta página no es para ti' });
  expect(screen.getByText('/thresholds')).toBeTruthy();
  leave();
  await show('/secret');
  await screen.findByRole('heading', { name: 'Aquí no hay nadie' });
});

test('the owner of a tribe sees the owners’ screens of that tribe only', async () => {
  rolesIn([7, 'owner'], [8, 'officer']);
  session.start('t', lucia);
  const { unmount } = await show('/owner/tests');
  await screen.findByRole('heading', { name: 'Pruebas' });
  unmount();
  const { unmount: leave } = await show('/tribe/7/rules');
  await screen.findByRole('heading', { name: 'Normas' });
  leave();
  await show('/tribe/8/rules');
  await screen.findByRole('heading', { name: 'Esta página no es para ti' });
});

test('an inactive membership gives no access as an owner', async () => {
  rolesIn([7, 'owner', 'pending']);
  session.start('t', lucia);
  await show('/owner/tests');
  await screen.findByRole('heading', { name: 'Esta página no es para ti' });
});

test('a skeleton is shown while the owned tribes are loading, and a failed request can be retried', async () => {
  stubResponse('GET tribes/@me/memberships', { status: 400, body: { error: 'Algo va mal', code: 'x' } });
  session.start('t', lucia);
  await show('/owner/tests');
  expect(screen.getByText('Cargando…')).toBeTruthy();
  await screen.findByText('Algo va mal');
  rolesIn([7, 'owner']);
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  await screen.findByRole('heading', { name: 'Pruebas' });
});

test('the memberships of an admin are not fetched', async () => {
  signInAsAdmin();
  await show('/tribe/8/rules');
  await screen.findByRole('heading', { name: 'Normas' });
});

test('a modal route keeps the page behind it, closes on Escape, and returns the focus', async () => {
  session.start('t', lucia);
  await show('/public');
  const opener = await screen.findByRole('link', { name: 'Abrir bandeja' });
  await userEvent.click(opener);
  await screen.findByRole('dialog', { name: 'Bandeja' });
  expect(screen.getByText('/(modal)/inbox')).toBeTruthy();
  expect(opener.isConnected).toBe(true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('/public');
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('a modal opened by its address is shown over the tribes, and closing leads there', async () => {
  session.start('t', lucia);
  await show('/(modal)/inbox');
  await screen.findByRole('dialog', { name: 'Bandeja' });
  expect(screen.getByText('Mis tribus')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await screen.findByText('/tools/tribes');
});

test('an unknown address shows a not-found page', async () => {
  await show('/nowhere');
  await screen.findByRole('heading', { name: 'Aquí no hay nadie' });
});

test('a crashed screen shows Error: with the message and offers to reload', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await show('/broken');
  await screen.findByRole('heading', { name: 'Error:' });
  expect(screen.getByText('Se cayó la tienda')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Recargar la página' })).toBeTruthy();
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});

test('a screen that cannot load offline shows that, and loads when the connection is back', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  loadFar = async () => {
    throw new TypeError('Failed to fetch dynamically imported module: http://x/far.js');
  };
  await show('/far');
  await screen.findByRole('heading', { name: 'Sin conexión' });
  expect(screen.getAllByRole('main')).toHaveLength(1);
  expect(screen.queryByText(/dynamically/)).toBeNull();
  online.mockRestore();
  loadFar = async () => () => <h1>Lejos</h1>;
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByRole('heading', { name: 'Lejos' });
  logged.mockRestore();
});

test('during maintenance visitors see only the notice', async () => {
  stubResponse('GET maintenance', { body: { enabled: true, message: 'Volvemos a las seis' } });
  await show('/public');
  await screen.findByRole('heading', { name: 'Estamos en obra' });
  expect(screen.getByText('Volvemos a las seis')).toBeTruthy();
});

test('a call refused for maintenance shows members the notice, and admins their page', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  session.start('t', lucia);
  await show('/tools/tribes');
  await screen.findByRole('heading', { name: 'Mis tribus' });
  stubResponse('GET maintenance', { body: { enabled: true, message: 'Volvemos a las seis' } });
  stubResponse('GET notifications/count', {
    status: 503,
    body: { error: 'En obra', code: 'maintenance', requestId: 'r1' },
  });
  const refusedCall = () => act(() => http.get('/notifications/count').catch(() => undefined));
  await refusedCall();
  await screen.findByRole('heading', { name: 'Estamos en obra' });
  expect(screen.getByText('Volvemos a las seis')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Mis tribus' })).toBeNull();
  stubResponse('GET maintenance', { body: { enabled: false, message: '' } });
  stubResponse('GET notifications/count', { body: { count: 2, messages: 0 } });
  // It polls every ten seconds, and returns three later.
  for (const ms of [10_000, 3_000]) await act(() => jest.advanceTimersByTimeAsync(ms));
  await screen.findByRole('heading', { name: 'Mis tribus' });
  expect(screen.queryByRole('heading', { name: 'Estamos en obra' })).toBeNull();
  act(signInAsAdmin);
  stubResponse('GET maintenance', { body: { enabled: true, message: '' } });
  stubResponse('GET notifications/count', {
    status: 503,
    body: { error: 'En obra', code: 'maintenance', requestId: 'r1' },
  });
  await refusedCall();
  expect(screen.queryByRole('heading', { name: 'Estamos en obra' })).toBeNull();
});

test('the login is available during maintenance', async () => {
  stubResponse('GET maintenance', { body: { enabled: true, message: '' } });
  await show('/login');
  await screen.findByRole('heading', { name: 'Entrar aquí' });
});
