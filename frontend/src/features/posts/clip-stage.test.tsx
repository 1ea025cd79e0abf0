/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { observable, useObservable } from '../../lib/observable.ts';
import { session } from '../../lib/session.ts';
import type { Post, PostVideo } from './api.ts';
import { ClipStage } from './clip-stage.tsx';

beforeEach(() => {
  session.start('t', lucia);
  Object.assign(window, { matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) });
});

const own: PostVideo = {
  id: 'v1',
  url: '/uno.webm',
  external: false,
  poster: '',
  lqip: null,
  width: 360,
  height: 640,
  durationMs: 4_000,
  state: 'ready',
};
const silent = { muted: true, untouched: true, toggle: () => undefined, onGesture: () => undefined };
const closed = { open: false, cover: false, toggle: () => undefined, close: () => undefined };
const shown = observable(own);
const Stage = () => (
  <ClipStage
    post={{ ...post, videos: [useObservable(shown)] }}
    sound={silent}
    comments={closed}
    onStep={() => undefined}
    onDeleted={() => undefined}
  />
);
const show = (video: PostVideo) => {
  shown.set(video);
  return renderApp(<Stage />);
};

const post = {
  id: 'p1',
  tribeId: 7,
  kind: 'reel',
  content: 'Hola',
  user: { id: 'u2', name: 'Ana', avatarUrl: null },
  createdAt: '2026-03-01T10:00:00.000Z',
  images: [],
  counts: { comments: 0, reactions: 0, views: 0 },
  reactionCounts: { like: 0, dislike: 0 },
  myReactions: [],
  minLevelOrder: 1,
  hidden: null,
} as unknown as Post;

test('the file of a clip is played by the viewer, with a position and a sound that can be changed', async () => {
  await show(own);
  expect(await screen.findByRole('slider', { name: 'Posición en el video' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Activar el sonido' })).toBeTruthy();
  expect(screen.getByLabelText('Video 1 de Ana').getAttribute('src')).toBe('/uno.webm');
});

test('a video of another site is shown as in a card of a post', async () => {
  const url = 'https://www.youtube.com/watch?v=abcdefghijk';
  const embedUrl = 'https://www.youtube-nocookie.com/embed/abcdefghijk';
  await show({ ...own, external: true, url, site: 'youtube', embedUrl });
  expect(await screen.findByRole('button', { name: 'Reproducir: Video 1 de Ana (YouTube)' })).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
});

test('a clip whose file is no longer stored is shown as lost, with its post', async () => {
  await show({ ...own, url: '' });
  expect(await screen.findByText('El video ya no está disponible')).toBeTruthy();
  expect(screen.getByText('Hola')).toBeTruthy();
});

test('a clip whose address has expired is shown again as soon as it has a new one', async () => {
  await show(own);
  fireEvent.error(await screen.findByLabelText('Video 1 de Ana'));
  expect(screen.getByRole('alert').textContent).toContain('No se pudo cargar el video.');
  await act(async () => shown.set({ ...own, url: '/nueva.webm' }));
  expect(screen.getByLabelText('Video 1 de Ana').getAttribute('src')).toBe('/nueva.webm');
  fireEvent.error(screen.getByLabelText('Video 1 de Ana'));
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(screen.queryByRole('alert')).toBeNull();
});
