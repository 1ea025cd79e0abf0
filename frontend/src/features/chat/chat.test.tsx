/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import type { Chat, ChatMessage, DirectMessages } from './api.ts';
import { ChatPage } from './chat-page.tsx';
import { ConversationPage } from './conversation-page.tsx';

const person = {
  avatarUrl: null,
  isAgent: false,
  levelOrder: 2,
  restrictedHigher: false,
  restrictedLower: false,
  canMessage: true,
};
const ana = { ...person, id: 'u2', name: 'Ana' };

function messageFrom(id: string, user: ChatMessage['user'], content: string): ChatMessage {
  const createdAt = `2026-03-01T10:00:0${id}.000Z`;
  return { id, parentId: null, user, content, createdAt, likesCount: 0, dislikesCount: 0, reactions: [] };
}

const tribe = {
  id: 7,
  name: 'Panaderos',
  normalizedName: 'panaderos',
  imageUrl: null,
  isPrivate: false,
  membersCount: 2,
};
const membership = { tribeId: 7, tribe, role: 'member', status: 'active', levelOrder: 1 };
const talk: DirectMessages = {
  items: [],
  nextBefore: null,
  user: ana,
  tribe: { id: 7, name: 'Panaderos' },
  canWrite: true,
};

const noSlowMode = { slowSeconds: 0, waitSeconds: 0, canSetSlowMode: false } as const;
const chat: Chat = { items: [messageFrom('1', ana, 'Buenos días')], nextBefore: null, canWrite: true, ...noSlowMode };

function show(path: string) {
  return renderApp(
    <>
      <Routes>
        <Route path="/inbox/:tribeId" element={<ChatPage />} />
        <Route path="/dm/:userId" element={<ConversationPage />} />
      </Routes>
      <Toaster />
    </>,
    { path },
  );
}

const posts = () => requests.filter(({ method }) => method === 'POST');

beforeEach(() => {
  forgetRequests();
  localStorage.clear();
  forgetDrafts();
  session.start('t', lucia);
  stubResponse('GET tribes/@me/memberships', { body: { items: [membership] } });
  stubResponse('GET tribes/7/chat', { body: chat });
});

test('Enter sends to the chat, Shift+Enter adds a line', async () => {
  const ownMessage = messageFrom('2', { ...person, id: lucia.id, name: lucia.name }, 'Hola\na todas');
  stubResponse('POST tribes/7/chat', { status: 201, body: ownMessage });
  await show('/inbox/7');
  await screen.findByText('Buenos días');
  await userEvent.type(screen.getByLabelText('Escribe a la tribu'), 'Hola{Shift>}{Enter}{/Shift}a todas{Enter}');
  await screen.findByText('Enviado');
  expect(posts().map(({ body }) => body)).toEqual([{ content: 'Hola\na todas', parentId: null }]);
});

test('a failed message remains in the list, and is sent again as the same message', async () => {
  stubResponse('POST tribes/7/chat', { status: 500 });
  await show('/inbox/7');
  await screen.findByText('Buenos días');
  await userEvent.type(screen.getByLabelText('Escribe a la tribu'), 'Hola{Enter}');
  await screen.findByText('No se pudo enviar');
  const ownMessage = messageFrom('2', { ...person, id: lucia.id, name: lucia.name }, 'Hola');
  stubResponse('POST tribes/7/chat', { status: 201, body: ownMessage });
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  await screen.findByText('Enviado');
  const keys = posts().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(screen.getAllByText('Hola')).toHaveLength(1);
});

test('a reply quotes its message, and has its own sentence when it fails', async () => {
  stubResponse('POST tribes/7/chat', { status: 500 });
  await show('/inbox/7');
  await userEvent.click(await screen.findByRole('button', { name: 'Responder a Ana' }));
  await userEvent.type(screen.getByLabelText('Escribe a la tribu'), '¡Buenos!{Enter}');
  await screen.findByText('No se pudo enviar respuesta');
  expect(posts()[0]?.body).toEqual({ content: '¡Buenos!', parentId: '1' });
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(screen.queryByText('¡Buenos!')).toBeNull());
});

test('a refused like is rolled back, with the reason of the server', async () => {
  const reason = 'Este mensaje ya no existe.';
  stubResponse('POST tribes/7/chat/1/reaction', { status: 404, body: { error: reason, code: 'message_missing' } });
  await show('/inbox/7');
  const heart = await screen.findByRole('button', { name: 'Me gusta lo que dice Ana' });
  await userEvent.click(heart);
  await screen.findByText(reason);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Me gusta: 1' })).toBeNull());
  expect(posts().map(({ body }) => body)).toEqual([{ type: 'like' }]);
});

test('a non-member sees a note that the chat is for members, and the chat is not fetched', async () => {
  stubResponse('GET tribes/@me/memberships', { body: { items: [] } });
  stubResponse('GET tribes/7', { body: { ...tribe, canRead: false } });
  await show('/inbox/7');
  await screen.findByText('El chat es para la tribu');
  expect(screen.getByRole('link', { name: 'Ver la tribu' }).getAttribute('href')).toBe('/tools/tribes/7');
  expect(requests.map(({ path }) => path)).not.toContainEqual(expect.stringContaining('chat'));
});

test('a member removed from the tribe during a visit sees that the chat is for members', async () => {
  stubResponse('GET tribes/7/chat', { status: 403, body: { error: 'No.', code: 'membership_required' } });
  await show('/inbox/7');
  await screen.findByText('El chat es para la tribu');
});

test('a message refused after a removal says why, and its text remains', async () => {
  const refusal = { error: 'Solo para miembros de esta tribu.', code: 'membership_required' };
  stubResponse('POST tribes/7/chat', { status: 403, body: refusal });
  const { refresh } = await show('/inbox/7');
  await screen.findByText('Buenos días');
  await userEvent.type(screen.getByLabelText('Escribe a la tribu'), 'Hola{Enter}');
  await screen.findByText('No se pudo enviar. Solo para miembros de esta tribu.');
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  await userEvent.type(screen.getByLabelText('Escribe a la tribu'), 'A medias');
  stubResponse('GET tribes/7/chat', { status: 403, body: refusal });
  await refresh();
  await screen.findByText('El chat es para la tribu');
  const unsent = screen.getByRole('region', { name: 'Lo que escribiste, sin enviar' });
  expect(unsent.querySelector('p')?.textContent).toBe('Hola\nA medias');
});

test('a non-member reads the chat of a tribe that allows it', async () => {
  stubResponse('GET tribes/@me/memberships', { body: { items: [] } });
  stubResponse('GET tribes/7', { body: { ...tribe, canRead: true } });
  stubResponse('GET tribes/7/chat', { body: { ...chat, canWrite: false } });
  await show('/inbox/7');
  await screen.findByText('Buenos días');
});

test('a user who may only read the chat sees its messages and no field to write in', async () => {
  stubResponse('GET tribes/7/chat', { body: { ...chat, canWrite: false } });
  await show('/inbox/7');
  await screen.findByText('Buenos días');
  screen.getByText('Aquí solo escriben quienes son de la tribu.');
  expect(screen.queryByLabelText('Escribe a la tribu')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Responder a Ana' })).toBeNull();
});

test('a chat that fails to load shows an error', async () => {
  stubResponse('GET tribes/7/chat', { status: 400 });
  await show('/inbox/7');
  await screen.findByText('Error cargando chat');
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeTruthy();
});

test('a failed direct message returns to the composer, with the reason', async () => {
  stubResponse('GET messages/with/u2', { body: talk });
  const sentence = 'Mensajería no disponible (pendiente configurar base de datos).';
  stubResponse('POST messages', { status: 503, body: { error: sentence, code: 'messaging_unavailable' } });
  await show('/dm/u2?tribeId=7');
  const field = await screen.findByLabelText('Escribe a Ana');
  await userEvent.type(field, 'Hola{Enter}');
  await screen.findByText(sentence);
  expect(field).toHaveProperty('value', 'Hola');
  await userEvent.type(field, '{Enter}');
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts()[0]?.body).toEqual({ toUserId: 'u2', tribeId: 7, content: 'Hola' });
  expect(new Set(posts().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

test('the reason replaces the field where writing is not allowed', async () => {
  const user = { ...ana, restrictedLower: true };
  stubResponse('GET messages/with/u2', { body: { ...talk, user, canWrite: false } });
  await show('/dm/u2?tribeId=7');
  await screen.findByText(/todavía no ha llegado a tu nivel/);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('Panaderos')).toBeTruthy();
  expect(screen.getByText(/Nivel 2/)).toBeTruthy();
});

test('a conversation that fails to load shows an error; without a tribe there is none', async () => {
  stubResponse('GET messages/with/u2', { status: 400 });
  const { unmount } = await show('/dm/u2?tribeId=7');
  await screen.findByText('Error cargando conversación');
  unmount();
  await show('/dm/u2');
  await screen.findByRole('alert');
});

test('the composer counts down after a message in slow mode, and keeps typed text until it may be sent', async () => {
  const ownMessage = messageFrom('2', { ...person, id: lucia.id, name: lucia.name }, 'Hola');
  stubResponse('GET tribes/7/chat', { body: { ...chat, slowSeconds: 30 } });
  stubResponse('POST tribes/7/chat', { status: 201, body: ownMessage });
  await show('/inbox/7');
  await screen.findByText('Modo lento: un mensaje cada 30 segundos');
  const field = screen.getByLabelText('Escribe a la tribu');
  await userEvent.type(field, 'Hola{Enter}');
  await screen.findByText(/^Podrás escribir en (29|30) segundos$/);
  await userEvent.type(field, 'Otra{Enter}');
  expect(field).toHaveProperty('value', 'Otra');
  expect(screen.getByRole('button', { name: 'Enviar' })).toHaveProperty('disabled', true);
  expect(posts()).toHaveLength(1);
});

test('a person who has just written on another device sees the remaining wait, and the message remains in the field', async () => {
  stubResponse('GET tribes/7/chat', { body: { ...chat, slowSeconds: 10 } });
  const error = 'El chat va en modo lento: podrás escribir de nuevo en 7 s.';
  stubResponse('POST tribes/7/chat', {
    status: 429,
    body: { code: 'slow_mode', error },
    headers: { 'Retry-After': '7' },
  });
  await show('/inbox/7');
  await userEvent.type(await screen.findByLabelText('Escribe a la tribu'), 'Hola{Enter}');
  await screen.findByText(error);
  await screen.findByText(/^Podrás escribir en [67] segundos$/);
  expect(screen.getByText('Hola')).toBeTruthy();
});

test('a moderator sets slow mode in the menu of the chat, and others have no such menu', async () => {
  stubResponse('GET tribes/7/chat', { body: { ...chat, canSetSlowMode: true } });
  stubResponse('PUT tribes/7/chat/slow-mode', { body: { seconds: 60 } });
  await show('/inbox/7');
  await userEvent.click(await screen.findByRole('button', { name: 'Opciones del chat' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: '1 minuto' }));
  await screen.findByText('Modo lento: los demás escriben cada 1 minuto');
  expect(requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ seconds: 60 }]);
});
