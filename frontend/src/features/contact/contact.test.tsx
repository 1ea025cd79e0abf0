/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import { ContactPage } from './contact-page.tsx';
import { MessagesPage } from './messages-page.tsx';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const send = () => screen.getByRole('button', { name: 'Enviar mensaje' });
const sent = () => requests.filter(({ method, path }) => `${method} ${path}` === 'POST contact');
const failure = 'Hubo un problema al enviar tu mensaje. Por favor, inténtalo de nuevo.';

beforeEach(() => {
  forgetRequests();
  forgetDrafts();
});
afterEach(() => session.end());

async function fill(message = 'El chat no se abre.'): Promise<void> {
  await userEvent.type(field('Nombre'), 'Ana');
  await userEvent.type(field('Correo electrónico'), 'ana@tribus.test');
  await userEvent.type(field('Mensaje'), message);
}

test('a missing value is shown at its field, and nothing is sent', async () => {
  await renderApp(<ContactPage />, { path: '/contact' });
  await userEvent.type(field('Mensaje'), ' corto ');
  await userEvent.click(send());
  expect(await screen.findByText('Escribe tu nombre')).toBeTruthy();
  expect(screen.getByText('Escribe tu correo')).toBeTruthy();
  expect(screen.getByText('Escribe al menos 10 caracteres')).toBeTruthy();
  expect(sent()).toEqual([]);
});

test('a message that failed to send remains in the form, and is sent again under its key', async () => {
  stubResponse('POST contact', { status: 503, body: { error: 'No disponible', code: 'unavailable' } });
  const { unmount } = await renderApp(<ContactPage />, { path: '/contact' });
  await fill();
  await userEvent.click(send());
  expect(await screen.findByText(failure)).toBeTruthy();
  unmount();

  await renderApp(<ContactPage />, { path: '/contact' });
  expect([field('Nombre').value, field('Mensaje').value]).toEqual(['Ana', 'El chat no se abre.']);
  stubResponse('POST contact', { status: 201, body: { ok: true } });
  await userEvent.click(send());
  expect(await screen.findByText('Mensaje Enviado')).toBeTruthy();
  const [first, second] = sent();
  expect(second?.body).toEqual({
    name: 'Ana',
    email: 'ana@tribus.test',
    subject: 'general',
    message: 'El chat no se abre.',
  });
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  await userEvent.click(screen.getByRole('button', { name: 'Escribir otro mensaje' }));
  expect([field('Nombre').value, field('Mensaje').value]).toEqual(['Ana', '']);
  // The sender is known: only the message is to be filled in.
  expect(document.activeElement).toBe(field('Mensaje'));
});

test('an unsent message of a visitor is stored for the tab only, and deleted after sending with its sender', async () => {
  stubResponse('POST contact', { status: 201, body: { ok: true } });
  await renderApp(<ContactPage />, { path: '/contact' });
  const stored = () =>
    [localStorage, sessionStorage].map((storage) =>
      Object.keys(storage).filter((key) => /Ana|ana@tribus/.test(storage.getItem(key) ?? '')),
    );
  await fill();
  expect(stored()).toEqual([[], ['draft:visitor:contact']]);
  await userEvent.click(send());
  expect(await screen.findByText('Mensaje Enviado')).toBeTruthy();
  expect(stored()).toEqual([[], []]);
  await userEvent.click(screen.getByRole('button', { name: 'Escribir otro mensaje' }));
  expect(screen.queryByText('Recuperado de la última vez, sin guardar.')).toBeNull();
});

test('an unsent message is restored with a note, and discarded by its button', async () => {
  const { unmount } = await renderApp(<ContactPage />, { path: '/contact' });
  await fill();
  expect(screen.queryByText('Recuperado de la última vez, sin guardar.')).toBeNull();
  unmount();
  await renderApp(<ContactPage />, { path: '/contact' });
  await screen.findByText('Recuperado de la última vez, sin guardar.');
  expect(field('Mensaje').value).toBe('El chat no se abre.');
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect([field('Nombre').value, field('Correo electrónico').value, field('Mensaje').value]).toEqual(['', '', '']);
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

test('a person who sends too many messages sees until when to wait', async () => {
  const error = 'Se han enviado demasiados mensajes desde tu conexión. Vuelve a intentarlo en 12 min.';
  stubResponse('POST contact', { status: 429, body: { error, code: 'too_many_messages' } });
  await renderApp(<ContactPage />, { path: '/contact' });
  await fill();
  await userEvent.click(send());
  expect(await screen.findByText(error)).toBeTruthy();
  expect(screen.queryByText(failure)).toBeNull();
});

test('two presses of the button send one message', async () => {
  stubResponse('POST contact', { status: 201, body: { ok: true } });
  await renderApp(<ContactPage />, { path: '/contact' });
  await fill();
  await userEvent.dblClick(send());
  await screen.findByText('Mensaje Enviado');
  expect(sent()).toHaveLength(1);
});

test('a signed-in person finds name and address filled in, and may change them', async () => {
  session.start('t', lucia);
  await renderApp(<ContactPage />, { path: '/contact' });
  expect([field('Nombre').value, field('Correo electrónico').value]).toEqual([lucia.name, lucia.email]);
  await userEvent.type(field('Nombre'), ' M.');
  expect(field('Nombre').value).toBe(`${lucia.name} M.`);
});

const message = {
  id: 'm1',
  name: 'Ana',
  email: 'ana@tribus.test',
  subject: 'technical',
  message: 'El chat no se abre.\n¿Qué hago?',
  language: 'es',
  createdAt: '2026-03-03T18:05:00.000Z',
  mail: 'waiting',
  handledAt: null,
  handledById: null,
  handledByName: '',
};

const stubOne = (current: { id: string }) =>
  stubResponse(`GET admin/contact-messages/${current.id}`, { body: current });

/** Opens the message of Ana in the list. */
async function openSheet(): Promise<HTMLElement> {
  await renderApp(
    <>
      <MessagesPage />
      <Toaster />
    </>,
    { path: '/admin/contact' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Ana' }));
  return screen.findByRole('dialog', { name: 'Ana' });
}

test('an admin opens a message, answers it by mail, and marks it as answered', async () => {
  let handled = false;
  stubResponse('GET admin/contact-messages', () => ({ body: { items: handled ? [] : [message], nextCursor: null } }));
  stubOne(message);
  stubResponse('PUT admin/contact-messages/m1', ({ body }) => {
    handled = true;
    return { body: { ...message, handledAt: message.createdAt, ...(body as object) } };
  });
  const sheet = await openSheet();
  expect(within(sheet).getByText(/¿Qué hago\?/)).toBeTruthy();
  expect(within(sheet).getByText('En espera')).toBeTruthy();
  const answering = new URL(within(sheet).getByRole<HTMLAnchorElement>('link', { name: 'Responder' }).href);
  expect([answering.protocol, decodeURIComponent(answering.pathname)]).toEqual(['mailto:', 'ana@tribus.test']);
  expect(answering.searchParams.get('body')).toBe('\r\n\r\n> El chat no se abre.\r\n> ¿Qué hago?');

  await userEvent.click(within(sheet).getByRole('button', { name: 'Marcar respondido' }));
  expect(await screen.findByText('Nada por responder')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ handled: true });
  // The row that had the focus is removed: the list takes it.
  const list = screen.getByText('Nada por responder').closest('[tabindex="-1"]');
  await waitFor(() => expect(document.activeElement === list).toBe(true));
});

test('a message that was deleted with the account of its sender closes its sheet, and leaves the list', async () => {
  stubResponse('GET admin/contact-messages', { body: { items: [message], nextCursor: null } });
  stubOne(message);
  const sheet = await openSheet();
  stubResponse('GET admin/contact-messages', { body: { items: [], nextCursor: null } });
  const missing = { error: 'No existe o no está disponible.', code: 'not_found' };
  stubResponse('PUT admin/contact-messages/m1', { status: 404, body: missing });
  await userEvent.click(within(sheet).getByRole('button', { name: 'Marcar respondido' }));
  await screen.findByText(missing.error);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ana' })).toBeNull());
  expect(await screen.findByText('Nada por responder')).toBeTruthy();
});

const answered = { ...message, handledAt: message.createdAt, handledById: 'u9', handledByName: 'Noa' };

test('an open message shows that another admin has answered it meanwhile, and so does the list', async () => {
  session.start('t', lucia);
  stubResponse('GET admin/contact-messages', { body: { items: [message], nextCursor: null } });
  stubOne(message);
  const sheet = within(await openSheet());
  await sheet.findByRole('button', { name: 'Marcar respondido' });
  stubResponse('GET admin/contact-messages', { body: { items: [], nextCursor: null } });
  stubOne(answered);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await sheet.findByText('Noa');
  await sheet.findByRole('button', { name: 'Marcar como nuevo' });
  expect(sheet.queryByRole('button', { name: 'Marcar respondido' })).toBeNull();
  expect(await screen.findByText('Nada por responder')).toBeTruthy();

  stubResponse('GET admin/contact-messages/m1', { status: 404, body: { error: 'Ya no existe.', code: 'not_found' } });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await waitFor(() => expect(sheet.queryByText(/¿Qué hago\?/)).toBeNull());
  expect(sheet.queryByRole('button', { name: 'Marcar como nuevo' })).toBeNull();
});

test('an admin who marks a message after another one sees in the sheet who answered it', async () => {
  session.start('t', lucia);
  stubResponse('GET admin/contact-messages', { body: { items: [message], nextCursor: null } });
  stubOne(message);
  stubResponse('PUT admin/contact-messages/m1', () => {
    stubOne(answered);
    return { body: answered };
  });
  const sheet = within(await openSheet());
  await userEvent.click(sheet.getByRole('button', { name: 'Marcar respondido' }));
  await screen.findByText('Ya lo había respondido otra persona del equipo');
  await sheet.findByText('Noa');
  await sheet.findByRole('button', { name: 'Marcar como nuevo' });
});

test('a handled message in the list shows its handler and time, and an open one is marked as new', async () => {
  const handled = { ...message, id: 'm2', name: 'Eva', handledAt: new Date().toISOString() };
  const items = [
    message,
    { ...handled, handledById: 'u1', handledByName: 'Lucía' },
    { ...handled, id: 'm3', name: 'Iker', handledById: 'u2', handledByName: '' },
  ];
  stubResponse('GET admin/contact-messages', { body: { items, nextCursor: null, waiting: 1 } });
  items.forEach(stubOne);
  await renderApp(<MessagesPage />, { path: '/admin/contact?state=all' });
  const row = async (name: string) => {
    const found = (await screen.findByRole('button', { name })).closest('li, tr');
    if (!(found instanceof HTMLElement)) throw new Error(`no row of ${name}`);
    return within(found);
  };
  expect((await row('Ana')).getByText('Nuevo')).toBeTruthy();
  expect((await row('Ana')).queryByText('Respondido')).toBeNull();
  expect((await row('Eva')).getByText('Respondido')).toBeTruthy();
  expect((await row('Eva')).getByText('Lucía')).toBeTruthy();
  expect((await row('Eva')).queryByText('Nuevo')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Iker' }));
  expect(within(await screen.findByRole('dialog', { name: 'Iker' })).getByText('Una cuenta borrada')).toBeTruthy();
});

test('a long message with an emoji where its quotation ends opens, and is quoted up to there', async () => {
  const long = { ...message, message: `${'x'.repeat(999)}😀 y` };
  stubResponse('GET admin/contact-messages', { body: { items: [long], nextCursor: null } });
  stubOne(long);
  const sheet = await openSheet();
  const answering = new URL(within(sheet).getByRole<HTMLAnchorElement>('link', { name: 'Responder' }).href);
  expect(answering.searchParams.get('body')).toBe(`\r\n\r\n> ${'x'.repeat(999)}`);
});

test('the list request follows the address, and a press on the header reverses the order', async () => {
  stubResponse('GET admin/contact-messages', { body: { items: [message], nextCursor: null } });
  await renderApp(<MessagesPage />, { path: '/admin/contact?state=all&subject=technical' });
  await screen.findByRole('button', { name: 'Ana' });
  const adminPaths = () => requests.filter(({ path }) => path.startsWith('admin/')).map(({ path }) => path);
  expect(adminPaths()).toEqual(['admin/contact-messages?order=newest&subject=technical']);
  await userEvent.click(screen.getByRole('button', { name: 'Recibido' }));
  await waitFor(() => expect(adminPaths().at(-1)).toBe('admin/contact-messages?order=oldest&subject=technical'));
});

test('a message stays in the form when the session ends midway, and can be sent', async () => {
  stubResponse('POST contact', { status: 201, body: { ok: true } });
  session.start('t', lucia);
  await renderApp(<ContactPage />, { path: '/contact' });
  await userEvent.type(field('Mensaje'), 'El chat no se abre.');
  act(() => session.end('expired'));
  await waitFor(() => expect(Object.keys(localStorage)).not.toContain('token'));
  expect([field('Nombre').value, field('Mensaje').value]).toEqual([lucia.name, 'El chat no se abre.']);
  await userEvent.type(field('Mensaje'), ' Gracias.');
  await userEvent.click(send());
  expect(await screen.findByText('Mensaje Enviado')).toBeTruthy();
  expect(sent().map(({ body }) => body)).toMatchObject([{ message: 'El chat no se abre. Gracias.' }]);
});

test('after signing out the form no longer shows the message of the person', async () => {
  session.start('t', lucia);
  await renderApp(<ContactPage />, { path: '/contact' });
  await userEvent.type(field('Mensaje'), 'El chat no se abre.');
  act(() => session.end());
  await waitFor(() => expect([field('Nombre').value, field('Mensaje').value]).toEqual(['', '']));
});
