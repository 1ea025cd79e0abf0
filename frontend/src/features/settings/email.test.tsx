/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { returnToWindow } from '../../../testing/focus.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, type StubbedResponse, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { Toaster } from '../../ui/toast.tsx';
import { EmailPage } from './email-page.tsx';

const nothing = {
  host: '',
  port: 587,
  secure: false,
  user: '',
  hasPassword: false,
  from: '',
  replyTo: '',
  source: 'files',
};
const storedSettings = {
  ...nothing,
  host: 'smtp.tribus.test',
  user: 'tribus',
  hasPassword: true,
  from: 'hola@tribus.test',
};
const saved = { ...storedSettings, source: 'settings' };
const sent = (method: string) => requests.filter((request) => request.method === method).map(({ body }) => body);

beforeEach(() => {
  forgetRequests();
  forgetDrafts();
  stubResponse('GET admin/email-settings', { body: nothing });
});

const render = () =>
  renderApp(
    <>
      <EmailPage />
      <Toaster />
    </>,
    { path: '/tools/email-settings' },
  );

test('a server is saved with its password, which is not shown again; the port follows the encryption', async () => {
  await render();
  expect(await screen.findByText('En archivos')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await userEvent.type(screen.getByLabelText('Servidor'), ' smtp.tribus.test ');
  await userEvent.click(screen.getByLabelText('Cifrado'));
  await userEvent.click(await screen.findByRole('option', { name: 'TLS desde el principio' }));
  expect(screen.getByLabelText<HTMLInputElement>('Puerto').value).toBe('465');
  await userEvent.type(screen.getByLabelText('Usuario'), 'tribus');
  const password = screen.getByLabelText<HTMLInputElement>('Contraseña');
  expect(password.type).toBe('password');
  await userEvent.type(password, 'una-clave');
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Escribe la dirección desde la que se envían los correos')).toBeTruthy();
  expect(sent('PUT')).toEqual([]);
  await userEvent.type(screen.getByLabelText('Remite'), 'hola@tribus.test');
  stubResponse('PUT admin/email-settings', { body: saved });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Ajustes de correo guardados')).toBeTruthy();
  const { source: _, hasPassword: __, ...rest } = saved;
  expect(sent('PUT')).toEqual([{ ...rest, port: 465, secure: true, password: 'una-clave' }]);
  expect(screen.getByText('Elegido aquí')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña')).toMatchObject({ value: '', placeholder: 'Guardada' });
});

test('a password that is left empty is not sent, so the saved password is kept', async () => {
  stubResponse('GET admin/email-settings', { body: saved });
  await render();
  await userEvent.type(await screen.findByLabelText('Responder a'), 'equipo@tribus.test');
  stubResponse('PUT admin/email-settings', { body: { ...saved, replyTo: 'equipo@tribus.test' } });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  expect(sent('PUT')[0]).not.toHaveProperty('password');
});

test('settings that another admin saved meanwhile are shown and not overwritten, and typed text stays', async () => {
  stubResponse('GET admin/email-settings', { body: saved });
  await render();
  await userEvent.type(await screen.findByLabelText('Responder a'), 'equipo@tribus.test');
  stubResponse('GET admin/email-settings', { body: { ...saved, host: 'otro.tribus.test', from: 'aviso@tribus.test' } });
  await returnToWindow();
  expect(await screen.findByDisplayValue('aviso@tribus.test')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Servidor').value).toBe('otro.tribus.test');
  expect(screen.getByLabelText<HTMLInputElement>('Responder a').value).toBe('equipo@tribus.test');
  stubResponse('PUT admin/email-settings', { body: { ...saved, replyTo: 'equipo@tribus.test' } });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(sent('PUT')).toEqual([{ replyTo: 'equipo@tribus.test' }]));
});

test('text typed while a save is on its way stays, and is sent by the next save', async () => {
  stubResponse('GET admin/email-settings', { body: saved });
  await render();
  await userEvent.type(await screen.findByLabelText('Usuario'), 'x');
  await userEvent.type(screen.getByLabelText('Contraseña'), 'clave');
  const { promise, resolve } = Promise.withResolvers<StubbedResponse>();
  stubResponse('PUT admin/email-settings', () => promise);
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await userEvent.type(screen.getByLabelText('Usuario'), 'y');
  const now = { ...saved, user: `${saved.user}x` };
  resolve({ body: now });
  expect(await screen.findByText('Ajustes de correo guardados')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Usuario').value).toBe(`${now.user}y`);
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('');
  stubResponse('PUT admin/email-settings', { body: now });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(sent('PUT')).toEqual([{ user: now.user, password: 'clave' }, { user: `${now.user}y` }]));
});

test('the test uses the saved settings, and shows the server’s response in words', async () => {
  stubResponse('GET admin/email-settings', { body: saved });
  await render();
  await userEvent.type(await screen.findByLabelText('Usuario'), 'x');
  expect(screen.getByText(/Guarda antes los cambios/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar prueba' }).disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Usuario'), '{Backspace}');
  await userEvent.type(screen.getByLabelText('Para'), 'ana@tribus.test');
  stubResponse('POST admin/email-settings/test', { body: { ok: false, reason: 'login_refused', replyCode: 535 } });
  await userEvent.click(screen.getByRole('button', { name: 'Enviar prueba' }));
  expect(await screen.findByText('El servidor no acepta el usuario o la contraseña.')).toBeTruthy();
  expect(screen.getByText('Respuesta del servidor: 535')).toBeTruthy();
  stubResponse('POST admin/email-settings/test', { body: { ok: true } });
  await userEvent.click(screen.getByRole('button', { name: 'Enviar prueba' }));
  expect(await screen.findByText(/El servidor ha aceptado el correo para ana@tribus.test/)).toBeTruthy();
  expect(sent('POST')).toEqual([{ to: 'ana@tribus.test' }, { to: 'ana@tribus.test' }]);
});

test('when mail is written to files, the test result explains that and mentions no mailbox', async () => {
  await render();
  await userEvent.type(await screen.findByLabelText('Para'), 'ana@tribus.test');
  stubResponse('POST admin/email-settings/test', { body: { ok: true } });
  await userEvent.click(screen.getByRole('button', { name: 'Enviar prueba' }));
  expect(await screen.findByText(/ana@tribus.test no se ha enviado: se ha escrito en un archivo/)).toBeTruthy();
  expect(screen.queryByText(/Mira el buzón/)).toBeNull();
});

test('the settings are reset after a confirmation', async () => {
  stubResponse('GET admin/email-settings', { body: saved });
  await render();
  await userEvent.click(await screen.findByRole('button', { name: 'Volver a los del servidor' }));
  stubResponse('PUT admin/email-settings', { body: nothing });
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Volver a los del servidor' }));
  expect(await screen.findByText('Ajustes quitados')).toBeTruthy();
  expect(sent('PUT')).toEqual([{ host: '' }]);
  expect(screen.getByLabelText<HTMLInputElement>('Servidor').value).toBe('');
});

test('edits are restored on the next visit, except the password, which is never stored', async () => {
  stubResponse('GET admin/email-settings', { body: saved });
  const { unmount } = await render();
  await userEvent.type(await screen.findByLabelText('Responder a'), 'equipo@tribus.test');
  await userEvent.type(screen.getByLabelText('Contraseña'), 'una-clave-nueva');
  const stored = () => [localStorage, sessionStorage].flatMap((storage) => Object.values(storage)).join();
  expect(stored()).toContain('equipo@tribus.test');
  expect(stored()).not.toContain('una-clave-nueva');
  unmount();
  const again = await render();
  await screen.findByText('Recuperado de la última vez, sin guardar.');
  expect(screen.getByLabelText<HTMLInputElement>('Responder a').value).toBe('equipo@tribus.test');
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('');

  let respond: (response: StubbedResponse) => void = () => undefined;
  stubResponse('PUT admin/email-settings', () => new Promise((resolve) => (respond = resolve)));
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(sent('PUT')).toEqual([{ replyTo: 'equipo@tribus.test' }]));
  // Saved after the screen was left, and then reverted by somebody else.
  again.unmount();
  respond({ body: { ...saved, replyTo: 'equipo@tribus.test' } });
  await waitFor(() => expect(stored()).not.toContain('equipo@tribus.test'));
  await render();
  expect((await screen.findByLabelText<HTMLInputElement>('Responder a')).value).toBe('');
});
