/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';
import type { Post } from './api.ts';
import { CommentForm } from './comment-form.tsx';

const post: Post = {
  id: 'p1',
  tribeId: 7,
  kind: 'post',
  user: {
    id: 'u2',
    name: 'Ana',
    avatarUrl: null,
    isAgent: false,
    restrictedHigher: false,
    restrictedLower: false,
    canMessage: true,
  },
  content: '',
  createdAt: '2026-03-01T10:00:00.000Z',
  editedAt: null,
  editedByModerator: false,
  version: 1,
  versions: 0,
  images: [],
  videos: [],
  coverIndex: 0,
  tags: [],
  mood: null,
  place: null,
  placeSlug: null,
  counts: { comments: 0, reactions: 0, views: 0 },
  reactionCounts: { like: 0, dislike: 0 },
  myReactions: [],
  authorLevel: 1,
  hidden: null,
  isPinned: false,
  isAnnouncement: false,
  commentsLocked: false,
  canPin: false,
  canComment: true,
  minLevelOrder: 1,
  canEdit: false,
  canDelete: false,
};

const show = () => renderApp(<CommentForm post={post} />);
const field = () => screen.getByLabelText('Escribe un comentario');
const sent = () => requests.filter(({ method }) => method === 'POST');

beforeEach(() => {
  forgetRequests();
  localStorage.clear();
  forgetDrafts();
  session.start('t', lucia);
});

afterEach(() => session.end());

test('Enter sends, Shift+Enter adds a line, and the field is empty afterwards', async () => {
  stubResponse('POST tribes/7/posts/p1/comments', { status: 201, body: {} });
  await show();
  await userEvent.type(field(), ' Qué{Shift>}{Enter}{/Shift}bien {Enter}');
  await waitFor(() => expect(field()).toHaveProperty('value', ''));
  expect(sent().map(({ body }) => body)).toEqual([{ content: 'Qué\nbien', parentId: null }]);
});

test('an empty comment is not sent', async () => {
  await show();
  await userEvent.type(field(), '  {Enter}');
  expect(screen.getByRole('button', { name: 'Enviar' })).toHaveProperty('disabled', true);
  expect(sent()).toEqual([]);
});

test('a failed comment remains in the form, and is sent again as the same comment', async () => {
  stubResponse('POST tribes/7/posts/p1/comments', { status: 500, body: { error: 'Ahora no', code: 'internal' } });
  await show();
  await userEvent.type(field(), 'Hola{Enter}');
  await screen.findByText('Ahora no');
  expect(field()).toHaveProperty('value', 'Hola');
  await userEvent.type(field(), '{Enter}');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(new Set(sent().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

test('an unsent comment is restored on returning', async () => {
  const { unmount } = await show();
  await userEvent.type(field(), 'Medio comen');
  unmount();
  await show();
  expect(field()).toHaveProperty('value', 'Medio comen');
});

test('text typed while a comment is being sent remains in the field', async () => {
  const { promise: answered, resolve: release } = Promise.withResolvers<void>();
  const fetched = globalThis.fetch;
  globalThis.fetch = async (...call) => {
    await answered;
    return fetched(...call);
  };
  stubResponse('POST tribes/7/posts/p1/comments', { status: 201, body: {} });
  await show();
  await userEvent.type(field(), 'Uno{Enter}');
  await userEvent.type(field(), ' y dos');
  release();
  await waitFor(() => expect(sent()).toHaveLength(1));
  globalThis.fetch = fetched;
  expect(field()).toHaveProperty('value', 'Uno y dos');
});

test('a new user sees the limit of comments while they write', async () => {
  const limitedUntil = new Date(Date.now() + 3_600_000).toISOString();
  session.start('t', { ...lucia, emailVerified: false, limitedUntil });
  await show();
  expect(screen.queryByText(/Tu cuenta es nueva/)).toBeNull();
  await userEvent.type(field(), 'Qué bien');
  await screen.findByText(/puedes escribir 30 comentarios por hora y 60 al día\./);
});
