/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import type { Notification } from './api.ts';
import { InboxModal } from './inbox-modal.tsx';

const base = { createdAt: '2026-03-01T10:00:00.000Z', seen: false };
const inTribe = { tribeId: 7, tribeName: 'Panaderos' };
const request: Notification = {
  ...base,
  id: 'n1',
  type: 'join_request',
  data: { ...inTribe, requesterId: 'u2', requesterName: 'Ana', requesterAvatarUrl: null },
};
const message: Notification = {
  ...base,
  id: 'n2',
  type: 'message',
  data: { ...inTribe, fromUserId: 'u2', fromUserName: 'Ana', fromUserAvatarUrl: null },
};
const follow: Notification = {
  ...base,
  id: 'n3',
  type: 'follow',
  data: { fromUserId: 'u2', fromUserName: 'Ana', fromUserAvatarUrl: null },
};

const tribe = { id: 7, name: 'Panaderos', imageUrl: null, membersCount: 2 };
const active = { tribeId: 7, tribe, status: 'active', levelOrder: 3 };
const pending = { tribeId: 8, tribe: { ...tribe, id: 8, name: 'Faro' }, status: 'pending', levelOrder: 0 };

function show(path: string) {
  return renderApp(
    <>
      <Routes>
        <Route path="/(modal)/inbox" element={<InboxModal />} />
        <Route path="/dm/:userId" element={<h1>Con Ana</h1>} />
        <Route path="/u/:userId" element={<h1>Ana</h1>} />
      </Routes>
      <Toaster />
    </>,
    { path },
  );
}

const answerList = (items: unknown[]) => stubResponse('GET notifications', { body: { items, nextCursor: null } });
const isRequested = (call: string) => requests.some(({ method, path }) => `${method} ${path}` === call);

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
  stubResponse('GET notifications/count', { body: { count: 0, messages: 0 } });
  stubResponse('GET messages/recent', { body: { items: [], nextCursor: null } });
  stubResponse('GET tribes/@me/memberships', { body: { items: [active, pending] } });
  stubResponse('POST notifications/seen', { body: {} });
});

test('opening the inbox marks new notifications as seen, once', async () => {
  answerList([message, follow]);
  await show('/(modal)/inbox');
  await screen.findByText(/te ha escrito/);
  await waitFor(() => expect(isRequested('POST notifications/seen')).toBe(true));
  expect(requests.filter(({ path }) => path === 'notifications/seen')).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Mensajes directos' })).toBeTruthy();
  const chats = await screen.findByRole('link', { name: 'Panaderos' });
  expect(chats.getAttribute('href')).toBe('/inbox/7');
  expect(screen.queryByRole('link', { name: 'Faro' })).toBeNull();
});

test('the inbox marks notifications up to the newest listed one, and fetches the number of those that remain', async () => {
  answerList([message, { ...follow, createdAt: '2026-03-01T09:00:00.000Z' }]);
  await show('/(modal)/inbox');
  await screen.findByText(/te ha escrito/);
  await waitFor(() => expect(isRequested('POST notifications/seen')).toBe(true));
  const upTo = { createdAt: message.createdAt, id: message.id };
  expect(requests.find(({ path }) => path === 'notifications/seen')?.body).toEqual({ upTo });
  const paths = () => requests.map(({ path }) => path);
  const marked = paths().indexOf('notifications/seen');
  await waitFor(() => expect(paths().lastIndexOf('notifications/count')).toBeGreaterThan(marked));
});

test('the avatar of a notification links to the profile, and its text to what it is about', async () => {
  const id = '0b7c5b1e-2f7c-4b52-9d51-0b4b8f0d1c11';
  answerList([
    { ...message, data: { ...message.data, fromUserId: id } },
    { ...message, id: 'n4', data: { ...message.data, fromUserId: 'h-1', fromUserName: 'Miembro' } },
  ]);
  await show('/(modal)/inbox');
  const [known, hidden] = await screen.findAllByText(/te ha escrito/);
  const links = (text: HTMLElement | undefined) =>
    [...(text?.closest('li')?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
  expect(links(known)).toEqual([`/u/${id}`, `/dm/${id}?tribeId=7`]);
  expect(links(hidden)).toEqual(['/dm/h-1?tribeId=7']);
});

test('the sections are listed at the top with their unread counts, and lead to their headings', async () => {
  answerList([message, follow]);
  stubResponse('GET notifications/count', { body: { count: 0, messages: 2 } });
  await show('/(modal)/inbox');
  const sections = await screen.findByRole('navigation', { name: 'Apartados' });
  await userEvent.click(await within(sections).findByRole('button', { name: 'Mensajes directos 2 sin leer' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Mensajes directos' }));
});

test('an unread conversation on a later page is announced at the top and reached by loading more', async () => {
  answerList([]);
  stubResponse('GET notifications/count', { body: { count: 0, messages: 1 } });
  const conversationWith = (id: string, name: string, unread: number) => ({
    user: { id, name },
    withUserId: id,
    tribe: { id: 7, name: 'Panaderos' },
    lastMessage: { fromUserId: id, content: `Hola de ${name}`, createdAt: base.createdAt },
    unread,
  });
  stubResponse('GET messages/recent', ({ path }) => ({
    body: path.includes('cursor=next')
      ? { items: [conversationWith('u3', 'Bea', 1)], nextCursor: null }
      : { items: [conversationWith('u2', 'Ana', 0)], nextCursor: 'next' },
  }));
  await show('/(modal)/inbox');
  await screen.findByText('Hola de Ana');
  await screen.findByRole('button', { name: 'Mensajes directos 1 sin leer' });
  expect(screen.queryByText('Hola de Bea')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ver más conversaciones' }));
  const row = await screen.findByRole('link', { name: /Hola de Bea/ });
  expect(within(row).getByText('1 sin leer')).toBeTruthy();
  expect(screen.getByText('Hola de Ana')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ver más conversaciones' })).toBeNull();
});

test('notifications stay on the screen when the next page cannot be loaded, and it is loaded by trying again', async () => {
  let available = false;
  const firstPage = { body: { items: [follow], nextCursor: 'next' } };
  const nextPage = () =>
    available
      ? { body: { items: [message], nextCursor: null } }
      : { status: 429, body: { error: { code: 'too_many', message: 'Espera un momento.' } } };
  stubResponse('GET notifications', ({ path }) => (path.includes('cursor=next') ? nextPage() : firstPage));
  await show('/(modal)/inbox');
  await userEvent.click(await screen.findByRole('button', { name: 'Ver más' }));
  const refusal = await screen.findByRole('alert');
  expect(screen.getByText(/ahora te sigue/)).toBeTruthy();
  available = true;
  await userEvent.click(within(refusal).getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText(/te ha escrito/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an admin’s notification of open cases leads to the cases of the site', async () => {
  answerList([{ ...base, id: 'n7', type: 'site_cases_waiting', data: { waiting: 3 } }]);
  await show('/(modal)/inbox');
  const link = await screen.findByRole('link', { name: /3 casos esperan una decisión del equipo de Tribus/ });
  expect(link.getAttribute('href')).toBe('/admin/moderation');
});

test('a decision on a vibe, and the result of its report, name it as one', async () => {
  const vibe = { kind: 'post', postKind: 'story', tribeId: 7, tribeName: 'Senda' };
  answerList([
    { ...base, id: 'n8', type: 'moderation', data: { ...vibe, caseId: 'c1', action: 'remove', reason: 'hate' } },
    { ...base, id: 'n9', type: 'report_result', data: { ...vibe, upheld: true, postId: 'p1' } },
  ]);
  await show('/(modal)/inbox');
  expect(await screen.findByText(/Gracias por reportar un vibe en Senda/)).toBeTruthy();
  expect(await screen.findByRole('link', { name: /tu vibe/i })).toBeTruthy();
  expect(screen.queryByText(/publicación/)).toBeNull();
});

test('a click on a message removes it and leads to the conversation', async () => {
  answerList([message]);
  stubResponse('DELETE notifications/n2', { body: {} });
  await show('/(modal)/inbox');
  await userEvent.click(await screen.findByText(/te ha escrito/));
  await screen.findByRole('heading', { name: 'Con Ana' });
  await waitFor(() => expect(isRequested('DELETE notifications/n2')).toBe(true));
});

test('a click on a new follower removes the notification and leads to their profile', async () => {
  answerList([follow]);
  stubResponse('DELETE notifications/n3', { body: {} });
  await show('/(modal)/inbox');
  const link = await screen.findByRole('link', { name: /ahora te sigue/ });
  expect(link.getAttribute('href')).toMatch(/^\/u\//);
  await userEvent.click(link);
  expect(isRequested('DELETE notifications/n3')).toBe(true);
});

test('a request is approved in the inbox', async () => {
  answerList([request]);
  stubResponse('POST tribes/7/members/u2/approve', { body: {} });
  await show('/(modal)/inbox');
  const approve = await screen.findByRole('button', { name: 'Aprobar' });
  // The second press of a double click on the request above, which is gone.
  fireEvent.click(approve, { detail: 2 });
  expect(approve.getAttribute('aria-busy')).toBeNull();
  await userEvent.click(approve);
  await screen.findByText('Solicitud aprobada');
  expect(screen.queryByRole('button', { name: 'Aprobar' })).toBeNull();
});

/** Rejects the only request, and confirms it. */
async function reject(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Rechazar' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Rechazar a Ana?' }));
  expect(dialog.getByText(/se podrá volver a pedir dentro de 7 días/)).toBeTruthy();
  expect(isRequested('POST tribes/7/members/u2/reject')).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }));
}

test('a request is rejected once the rejection is confirmed, and is pending until then', async () => {
  answerList([request]);
  stubResponse('POST tribes/7/members/u2/reject', { body: {} });
  await show('/(modal)/inbox');
  await userEvent.click(await screen.findByRole('button', { name: 'Rechazar' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Rechazar a Ana?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }));
  expect(isRequested('POST tribes/7/members/u2/reject')).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '¿Rechazar a Ana?' })).toBeNull());
  await reject();
  await screen.findByText('Solicitud rechazada');
  expect(isRequested('POST tribes/7/members/u2/reject')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Aprobar' })).toBeNull();
});

test('a request that failed to be rejected remains pending', async () => {
  answerList([request]);
  stubResponse('POST tribes/7/members/u2/reject', { status: 500 });
  await show('/(modal)/inbox');
  await reject();
  await screen.findByText('No se pudo rechazar');
  // Once the confirmation has closed, the one button is that of the request.
  await screen.findByRole('button', { name: 'Rechazar' });
});

test('a request that failed to be approved remains pending, with the reason of the server', async () => {
  answerList([request]);
  const refused = { code: 'not_found', error: 'No hay ninguna solicitud pendiente.' };
  stubResponse('POST tribes/7/members/u2/approve', { status: 404, body: refused });
  await show('/(modal)/inbox');
  await userEvent.click(await screen.findByRole('button', { name: 'Aprobar' }));
  await screen.findByText('No se pudo aprobar. No hay ninguna solicitud pendiente.');
  await screen.findByRole('button', { name: 'Aprobar' });
});

test('an unknown type is shown raw', async () => {
  answerList([{ ...base, id: 'n9', type: 'eclipse', data: {} }]);
  await show('/(modal)/inbox');
  await screen.findByText('eclipse');
});

test('notifications that fail to load can be retried', async () => {
  stubResponse('GET notifications', { status: 400 });
  await show('/(modal)/inbox');
  await screen.findByText('No se pudieron cargar las notificaciones');
  answerList([]);
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  await screen.findByText('Todo leído');
});
