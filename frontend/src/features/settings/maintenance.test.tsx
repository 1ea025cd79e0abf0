/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { returnToWindow } from '../../../testing/focus.ts';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, type StubbedResponse, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import { MaintenancePage } from './maintenance-page.tsx';

const open = { disableSignup: false, enabled: false, message: '' };
const puts = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

beforeEach(() => {
  forgetRequests();
  forgetDrafts();
  stubResponse('GET admin/maintenance-config', { body: open });
});

const render = () =>
  renderApp(
    <>
      <MaintenancePage />
      <Toaster />
    </>,
    { path: '/tools/maintenance-settings' },
  );

test('closing the site needs a confirmation that names who still gets in, and the message has a preview', async () => {
  await render();
  const message = await screen.findByLabelText('Mensaje para quien llega');
  expect(screen.getByText('Volvemos en un rato. El fuego sigue encendido.')).toBeTruthy();
  await userEvent.type(message, 'Volvemos a las seis');
  expect(screen.getByText('Volvemos a las seis', { selector: 'p' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar por obras' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/Las cuentas de administración siguen entrando por \/login/)).toBeTruthy();
  expect(puts()).toEqual([]);

  stubResponse('PUT admin/maintenance-config', { body: { ...open, enabled: true, message: 'Volvemos a las seis' } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar por obras' }));
  expect(await screen.findByRole('button', { name: 'Abrir el sitio' })).toBeTruthy();
  expect(puts()).toEqual([{ enabled: true, message: 'Volvemos a las seis' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('saving the message does not send the switch, and the switch does not send an unchanged message', async () => {
  stubResponse('GET admin/maintenance-config', { body: { ...open, message: 'Obras' } });
  stubResponse('PUT admin/maintenance-config', ({ body }) => ({
    body: { ...open, message: 'Obras', ...Object(body) },
  }));
  await render();
  await userEvent.type(await screen.findByLabelText('Mensaje para quien llega'), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Guardar mensaje' }));
  await waitFor(() => expect(puts()).toEqual([{ message: 'Obras!' }]));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Guardar mensaje' })).toHaveProperty('disabled', true));
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar por obras' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar por obras' }));
  await waitFor(() => expect(puts()).toEqual([{ message: 'Obras!' }, { enabled: true }]));
});

test('a text typed back while a save is on its way stays, and is sent by the next save', async () => {
  stubResponse('GET admin/maintenance-config', { body: { ...open, message: 'Obras' } });
  await render();
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Mensaje para quien llega');
  await userEvent.type(field, '!');
  const { promise, resolve } = Promise.withResolvers<StubbedResponse>();
  stubResponse('PUT admin/maintenance-config', () => promise);
  await userEvent.click(screen.getByRole('button', { name: 'Guardar mensaje' }));
  await userEvent.type(field, '{Backspace}');
  resolve({ body: { ...open, message: 'Obras!' } });
  expect(await screen.findByText('Mensaje guardado')).toBeTruthy();
  expect(field.value).toBe('Obras');
  stubResponse('PUT admin/maintenance-config', { body: { ...open, message: 'Obras' } });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar mensaje' }));
  await waitFor(() => expect(puts()).toEqual([{ message: 'Obras!' }, { message: 'Obras' }]));
});

test('text typed while another admin saves a message stays, and is sent', async () => {
  await render();
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Mensaje para quien llega');
  await userEvent.type(field, 'Mío');
  stubResponse('GET admin/maintenance-config', { body: { ...open, enabled: true, message: 'De otra persona' } });
  await returnToWindow();
  await userEvent.click(await screen.findByRole('button', { name: 'Abrir el sitio' }));
  expect(field.value).toBe('Mío');
  await waitFor(() => expect(puts()).toEqual([{ enabled: false, message: 'Mío' }]));
});

test('a message that failed to save remains in the form', async () => {
  await render();
  await userEvent.type(await screen.findByLabelText('Mensaje para quien llega'), 'Obras');
  stubResponse('PUT admin/maintenance-config', { status: 503, body: { error: 'No disponible', code: 'unavailable' } });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar mensaje' }));
  expect(await screen.findByText('No disponible')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Mensaje para quien llega').value).toBe('Obras');
});

test('an unsaved message is restored on the next visit, unless another admin has saved one since', async () => {
  session.start('t1', lucia);
  const note = 'Recuperado de la última vez, sin guardar.';
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('Mensaje para quien llega');
  const typing = await render();
  await userEvent.type(await field(), 'Volvemos a las seis');
  typing.unmount();
  const restored = await render();
  expect(await screen.findByText(note)).toBeTruthy();
  expect((await field()).value).toBe('Volvemos a las seis');
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect((await field()).value).toBe('');
  expect(document.activeElement).toBe(await field());
  await userEvent.type(await field(), 'Volvemos a las siete');
  restored.unmount();
  stubResponse('GET admin/maintenance-config', { body: { ...open, message: 'De otra persona' } });
  await render();
  expect((await field()).value).toBe('De otra persona');
  expect(screen.queryByText(note)).toBeNull();
});

test('registration is closed by one switch, which is rolled back on failure', async () => {
  await render();
  const signup = await screen.findByRole<HTMLInputElement>('switch', { name: 'Registro abierto' });
  expect(signup.checked).toBe(true);
  stubResponse('PUT admin/maintenance-config', { status: 503, body: { error: 'No disponible', code: 'unavailable' } });
  await userEvent.click(signup);
  expect(await screen.findByText('No disponible')).toBeTruthy();
  await waitFor(() => expect(signup.checked).toBe(true));
  stubResponse('PUT admin/maintenance-config', { body: { ...open, disableSignup: true } });
  await userEvent.click(signup);
  await waitFor(() => expect(signup.checked).toBe(false));
  expect(puts()).toEqual([{ disableSignup: true }, { disableSignup: true }]);
});

test('a message that another admin saved is shown, and closing the site does not undo it', async () => {
  await render();
  await screen.findByLabelText('Mensaje para quien llega');
  stubResponse('GET admin/maintenance-config', { body: { ...open, message: 'Obras hasta las seis' } });
  await returnToWindow();
  expect(await screen.findByText('Obras hasta las seis', { selector: 'p' })).toBeTruthy();
  stubResponse('PUT admin/maintenance-config', { body: { ...open, enabled: true, message: 'Obras hasta las seis' } });
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar por obras' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar por obras' }));
  await waitFor(() => expect(puts()).toEqual([{ enabled: true }]));
});

test('the page asks for the site as a visitor after each change, until the response agrees with it', async () => {
  let isClosed = false;
  stubResponse('GET public/hominini/info', () =>
    isClosed ? { status: 503, body: { error: 'Obras', code: 'maintenance' } } : { body: {} },
  );
  stubResponse('GET public/site', { body: { disableSignup: false } });
  await render();
  expect(await screen.findByText('El sitio responde: las visitas entran.')).toBeTruthy();
  expect(screen.getByText('Se puede crear una cuenta.')).toBeTruthy();
  expect(
    requests.filter(({ path }) => path.startsWith('public/')).map(({ headers }) => headers.get('authorization')),
  ).toEqual([null, null]);

  stubResponse('PUT admin/maintenance-config', { body: { ...open, enabled: true } });
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar por obras' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cerrar por obras' }));
  expect(await screen.findByText(/Todavía no coincide con lo guardado/)).toBeTruthy();
  isClosed = true;
  expect(await screen.findByText('El sitio está cerrado: las visitas leen el aviso.')).toBeTruthy();
  expect(screen.queryByText(/Todavía no coincide con lo guardado/)).toBeNull();
});

test('a check that fails says why, and is repeated on request', async () => {
  stubResponse('GET public/hominini/info', { status: 500, body: { error: 'Algo ha fallado', code: 'internal' } });
  stubResponse('GET public/site', { body: { disableSignup: true } });
  stubResponse('GET admin/maintenance-config', { body: { ...open, disableSignup: true } });
  await render();
  expect(await screen.findByText('Algo ha fallado')).toBeTruthy();
  stubResponse('GET public/hominini/info', { body: {} });
  await userEvent.click(screen.getByRole('button', { name: 'Comprobar ahora' }));
  expect(await screen.findByText('No se puede crear una cuenta.')).toBeTruthy();
  expect(screen.queryByText('Algo ha fallado')).toBeNull();
});
