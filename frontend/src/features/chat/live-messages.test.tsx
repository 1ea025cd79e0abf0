/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { TestEventSource } from '../../../testing/event-source.ts';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, type StubbedResponse, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { stream } from '../../lib/stream.ts';
import type { ChatMessage, DirectMessage } from './api.ts';
import { ChatPage } from './chat-page.tsx';
import { ConversationPage } from './conversation-page.tsx';

const ana = {
  id: 'u2',
  name: 'Ana',
  avatarUrl: null,
  isAgent: false,
  levelOrder: 2,
  restrictedHigher: false,
  restrictedLower: false,
  canMessage: true,
};
const tribe = {
  id: 7,
  name: 'Panaderos',
  normalizedName: 'panaderos',
  imageUrl: null,
  isPrivate: false,
  membersCount: 2,
};
const text = { id: '1', content: 'Justo ahora', createdAt: '2026-03-01T10:00:01.000Z' };
const written: ChatMessage = {
  ...text,
  parentId: null,
  user: ana,
  likesCount: 0,
  dislikesCount: 0,
  reactions: [],
};
const sent: DirectMessage = {
  ...text,
  from: { id: ana.id, name: ana.name },
  to: { id: lucia.id, name: lucia.name },
  fromUserId: ana.id,
  tribe: { id: 7 },
};
const chat = (items: ChatMessage[]) => ({
  body: { items, nextBefore: null, canWrite: true, slowSeconds: 0, waitSeconds: 0, canSetSlowMode: false },
});
const talk = (items: DirectMessage[]) => ({
  body: { items, nextBefore: null, user: ana, tribe: { id: 7, name: 'Panaderos' }, canWrite: true },
});

beforeEach(async () => {
  forgetRequests();
  TestEventSource.forget();
  session.start('t', lucia);
  stubResponse('POST stream/ticket', { status: 201, body: { ticket: 'k', expiresInSec: 60 } });
  stubResponse('GET tribes/@me/memberships', {
    body: { items: [{ tribeId: 7, tribe, role: 'member', status: 'active', levelOrder: 1 }] },
  });
  stream.start();
  await waitFor(() => expect(TestEventSource.opened).toHaveLength(1));
  act(() => TestEventSource.opened.at(-1)?.onopen?.());
});

afterEach(() => {
  stream.stop();
  session.end();
});

test.each([
  {
    screen: 'a chat',
    path: '/inbox/7',
    call: 'tribes/7/chat',
    before: chat([]),
    after: chat([written]),
    event: { type: 'chat', data: { tribeId: 7, messageId: '1' } },
  },
  {
    screen: 'a conversation',
    path: '/dm/u2?tribeId=7',
    call: 'messages/with/u2',
    before: talk([]),
    after: talk([sent]),
    event: { type: 'message', data: { messageId: '1', withUserId: 'u2', tribeId: 7 } },
  },
])('a message sent while $screen is first loading appears before the first response, which lacks it', async (given) => {
  const first = Promise.withResolvers<StubbedResponse>();
  const asked = () => requests.filter(({ path }) => path.startsWith(given.call));
  stubResponse(`GET ${given.call}`, () => (asked().length === 1 ? first.promise : given.after));
  await renderApp(
    <Routes>
      <Route path="/inbox/:tribeId" element={<ChatPage />} />
      <Route path="/dm/:userId" element={<ConversationPage />} />
    </Routes>,
    { path: given.path },
  );
  await waitFor(() => expect(asked()).toHaveLength(1));
  act(() => TestEventSource.opened.at(-1)?.emit(given.event.type, given.event.data));
  // Without waiting for the first response, or for the next poll.
  await screen.findByText('Justo ahora');
  first.resolve(given.before);
});
