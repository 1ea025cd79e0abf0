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
    images: [],
  };
  const found = { type: 'post', post: { ...post, createdAt: '2026-03-01T10:00:00.000Z' } };
  await renderApp(<FoundItem item={found as unknown as FoundOf<'post'>} />);
  expect(screen.getByRole('link').getAttribute('href')).toBe(path);
});
