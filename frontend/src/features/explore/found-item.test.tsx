/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
import type { FoundOf } from './api.ts';
import { FoundItem } from './found-item.tsx';

test.each([
  ['of a clip to its viewer', 'reel', '/clip/p1?tribe=7'],
  ['of another post to its page', 'post', '/post/p1?tribe=7'],
])('a result leads, %s', async (_name, kind, path) => {
  const user = { id: 'u2', name: 'Ana', avatarUrl: null };
  const post = {
    ...{ id: 'p1', tribeId: 7, kind, content: 'Hola', user },
    tribe: { id: 7, name: 'Fogón' },
    ...{ images: [], videos: [] },
  };
  const found = { type: 'post', post: { ...post, createdAt: '2026-03-01T10:00:00.000Z' } };
  await renderApp(<FoundItem item={found as unknown as FoundOf<'post'>} />);
  expect(screen.getByRole('link').getAttribute('href')).toBe(path);
});

const poster = { id: 'v1', poster: '/poster.webp', lqip: null };
const picture = { lost: false, lqip: null, variants: { square: '/square.webp' } };

test.each([
  [
    'the poster of its first video that has one',
    { images: [], videos: [{ ...poster, poster: '' }, poster] },
    '/poster.webp',
  ],
  ['its first picture rather than a video', { images: [picture], videos: [poster] }, '/square.webp'],
  [
    'the poster of its video instead of a lost picture',
    { images: [{ ...picture, lost: true }], videos: [poster] },
    '/poster.webp',
  ],
  ['no picture when it has none', { images: [], videos: [] }, null],
])('a found post shows %s', async (_name, media, src) => {
  const user = { id: 'u2', name: 'Ana', avatarUrl: null };
  const post = { id: 'p1', tribeId: 7, kind: 'reel', content: 'Hola', user, tribe: { id: 7, name: 'Fogón' }, ...media };
  const found = { type: 'post', post: { ...post, createdAt: '2026-03-01T10:00:00.000Z' } };
  await renderApp(<FoundItem item={found as unknown as FoundOf<'post'>} />);
  const link = screen.getByRole('link');
  expect(link.querySelector('img')?.getAttribute('src') ?? null).toBe(src);
  expect(link.querySelectorAll('.lucide-play')).toHaveLength(src === '/poster.webp' ? 1 : 0);
});
