/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { session } from '../../lib/session.ts';
import type { Post } from './api.ts';
import { PostCard } from './post-card.tsx';

const post = {
  ...{ id: 'p1', tribeId: 7, content: 'Hola', tags: [], images: [], videos: [], minLevelOrder: 1, hidden: null },
  ...{ user: { id: 'u2', name: 'Ana', avatarUrl: null }, createdAt: '2026-03-01T10:00:00.000Z', authorLevel: null },
  ...{ counts: { comments: 0, reactions: 0, views: 0 }, reactionCounts: { like: 0, dislike: 0 }, myReactions: [] },
};

test.each([
  ['of a clip to its viewer', 'reel', '/clip/p1?tribe=7'],
  ['of another post to its page', 'post', '/post/p1?tribe=7'],
])('the time leads, %s', async (_name, kind, path) => {
  session.start('t', lucia);
  await renderApp(<PostCard post={{ ...post, kind } as unknown as Post} />);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.filter((link) => link?.includes('p1'))).toEqual([path]);
});

test.each([
  [1, null],
  [2, 'Nivel 2'],
])('the level of an author is shown from the second on: %s', async (authorLevel, shown) => {
  session.start('t', lucia);
  await renderApp(<PostCard post={{ ...post, kind: 'post', authorLevel } as unknown as Post} />);
  expect(screen.queryByText(/Nivel/)?.textContent ?? null).toBe(shown && ` · ${shown}`);
});

test('the number of comments is read once, and no word of the line begins with a separator', async () => {
  session.start('t', lucia);
  const edited = { kind: 'post', editedAt: post.createdAt, versions: 2, tribe: { id: 7, name: 'Fogón Lento' } };
  await renderApp(<PostCard post={{ ...post, ...edited } as unknown as Post} />);
  expect(screen.getByRole('button', { name: '0 comentarios' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Fogón Lento' }).textContent).toBe('Fogón Lento');
  expect(screen.getByRole('button', { name: /^editado/ }).textContent).toBe('editado');
});

test.each([
  ['a pinned', { isPinned: true }, ['Fijada']],
  ['an announced', { isAnnouncement: true }, ['Anuncio']],
  ['a pinned and announced', { isPinned: true, isAnnouncement: true }, ['Anuncio', 'Fijada']],
  ['another', {}, []],
])('the line of %s post begins with why it is above newer ones', async (_which, marks, shown) => {
  session.start('t', lucia);
  await renderApp(<PostCard post={{ ...post, ...marks, kind: 'post' } as unknown as Post} />);
  const line = screen.getAllByRole('link').find((link) => link.getAttribute('href')?.includes('p1'))?.parentElement;
  const parts = [...(line?.children ?? [])].map(({ textContent }) => textContent);
  expect(parts.slice(0, -1)).toEqual(shown);
});
