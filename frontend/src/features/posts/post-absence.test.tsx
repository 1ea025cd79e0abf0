/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
import { paths } from '../../lib/paths.ts';
import { session } from '../../lib/session.ts';
import { ClipPage } from './clip-page.tsx';
import { PostPage } from './post-page.tsx';

const video = {
  id: 'v1',
  url: '/v.webm',
  external: false,
  poster: '',
  lqip: null,
  width: 9,
  height: 16,
  state: 'ready',
};
const post = {
  ...{ id: 'p1', tribeId: 7, content: 'Hola', tags: [], images: [], videos: [video], minLevelOrder: 1, hidden: null },
  ...{ user: { id: 'u2', name: 'Ana', avatarUrl: null }, createdAt: '2026-03-01T10:00:00.000Z', authorLevel: null },
  ...{ counts: { comments: 0, reactions: 0, views: 0 }, reactionCounts: { like: 0, dislike: 0 }, myReactions: [] },
};

const open = (path: string) =>
  renderApp(
    <Routes>
      <Route path={paths.postPattern} element={<PostPage />} />
      <Route path={paths.clipPattern} element={<ClipPage />} />
      <Route path={paths.login} element="the login" />
    </Routes>,
    { path },
  );

beforeEach(() => {
  forgetRequests();
  session.end();
  Object.assign(window, { matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) });
  stubResponse('GET tribes/7', { body: { id: 7, name: 'Telar' } });
  stubResponse('GET tribes/7/posts/p1/comments', { body: { items: [], nextAfter: null } });
  stubResponse('GET tribes/7/posts/p1/neighbours', { body: { newer: null, older: null } });
});

test.each([
  { who: 'a visitor', kind: 'post', link: 'Ir al inicio' },
  { who: 'a visitor', kind: 'clip', link: 'Ir al inicio' },
  { who: 'a member', kind: 'post', link: 'Ver la tribu' },
  { who: 'a member', kind: 'clip', link: 'Ver la tribu' },
])('$who sees that the $kind on the screen is no longer there, and is not led away', async ({ who, kind, link }) => {
  if (who === 'a member') session.start('t', lucia);
  stubResponse('GET tribes/7/posts/p1', { body: { ...post, kind: kind === 'clip' ? 'reel' : 'post' } });
  const { refresh } = await open(`/${kind}/p1?tribe=7`);
  await screen.findByText('Hola');
  stubResponse('GET tribes/7/posts/p1', { status: 404, body: { error: 'No está', code: 'not_found' } });
  await refresh();
  await screen.findByRole('heading', { name: 'No está' });
  expect(screen.getByRole('link', { name: link })).toBeTruthy();
});

test.each(['post', 'clip'])('a visitor at the address of a %s that is not there signs in first', async (kind) => {
  await open(`/${kind}/p1?tribe=7`);
  await screen.findByText('the login');
});

test('a post that does not load leaves the page its heading, above the error', async () => {
  session.start('t', lucia);
  stubResponse('GET tribes/7/posts/p1', { status: 422, body: { error: 'No pudo ser', code: 'invalid' } });
  await open('/post/p1?tribe=7');
  await screen.findByText('No pudo ser');
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(['Publicación']);
});
