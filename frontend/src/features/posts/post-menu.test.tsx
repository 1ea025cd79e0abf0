/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import type { Post } from './api.ts';
import { DeletePost } from './delete-post.tsx';
import { PostMenu } from './post-menu.tsx';

const author = '0b7c5b1e-2f7c-4b52-9d51-0b4b8f0d1c11';
const post = {
  id: 'p1',
  tribeId: 7,
  kind: 'post',
  content: 'Hola',
  tags: [],
  media: [],
  user: { id: author, name: 'Ana', avatarUrl: null },
  createdAt: '2026-03-01T10:00:00.000Z',
} as unknown as Post;

const followPath = `auth/users/${author}/follow`;

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
  stubResponse(`GET ${followPath}/status`, { body: { following: false, followersCount: 0, followingCount: 0 } });
});

test('a failed follow from the menu of a post shows no message; a successful one does', async () => {
  await renderApp(
    <>
      <PostMenu post={post} onEdit={() => undefined} onDelete={() => undefined} onAnnounce={() => undefined} />
      <Toaster />
    </>,
  );
  const follow = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Más opciones' }));
    const item = await screen.findByRole('menuitem', { name: 'Seguir a Ana' });
    await waitFor(() => expect(item.getAttribute('aria-disabled')).not.toBe('true'));
    await userEvent.click(item);
  };
  const refused = { error: 'Ahora no', code: 'x', requestId: 'r' };
  stubResponse(`POST ${followPath}`, { status: 503, body: refused });
  await follow();
  await waitFor(() => expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1));
  stubResponse(`POST ${followPath}`, { body: { following: true, followersCount: 1, followingCount: 0 } });
  await follow();
  expect(await screen.findByText('Ahora sigues a Ana')).toBeTruthy();
  expect(screen.queryByText('Ahora no')).toBeNull();
});

test.each([
  ['a vibe', 'story', 'Quitar el vibe'],
  ['a post', 'post', 'Quitar la publicación'],
])('the sheet with which a moderator removes %s names it so', async (_name, kind, title) => {
  const removed = { ...post, kind } as Post;
  await renderApp(<DeletePost post={removed} open onClose={() => undefined} />);
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
});

test('a link that may not be copied is only logged', async () => {
  const refusal = new DOMException('Write permission denied.', 'NotAllowedError');
  const clipboard = { writeText: () => Promise.reject(refusal) };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  const logged = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  await renderApp(
    <PostMenu post={post} onEdit={() => undefined} onDelete={() => undefined} onAnnounce={() => undefined} />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Más opciones' }));
  const item = await screen.findByRole('menuitem', { name: 'Copiar enlace' });
  await userEvent.click(item);
  expect(logged.mock.calls).toEqual([['link not copied', refusal]]);
  logged.mockRestore();
});
