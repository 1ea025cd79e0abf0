/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import { markPlaying } from '../../ui/video/one-playing.ts';
import type { PostVideo } from './api.ts';
import { ExternalVideo } from './external-video.tsx';
import { LinkCards } from './link-cards.tsx';

const address = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const external = (more: Partial<PostVideo>): PostVideo => ({
  ...{ id: 'v1', url: address, external: true, poster: '', lqip: null, width: 0, height: 0, durationMs: 0 },
  state: 'ready',
  ...more,
});
const youtube = external({
  site: 'youtube',
  embedUrl: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
});
const play = () => userEvent.click(screen.getByRole('button', { name: 'Reproducir: Video 1 de Ana (YouTube)' }));
const frame = () => document.querySelector('iframe');

test('the player is created by the press only, sandboxed, and closed by its button, which has the focus', async () => {
  await renderApp(<ExternalVideo video={youtube} name="Video 1 de Ana" active />);
  screen.getByText('Al reproducirlo, YouTube recibe datos tuyos, como tu dirección IP.');
  expect([frame(), document.querySelector('[src], link[href*="youtube"]')]).toEqual([null, null]);
  await play();
  expect(Object.fromEntries([...(frame()?.attributes ?? [])].map(({ name, value }) => [name, value]))).toMatchObject({
    src: youtube.embedUrl,
    title: 'Video 1 de Ana',
    sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups',
    allow: 'fullscreen; autoplay; encrypted-media; picture-in-picture',
    referrerpolicy: 'strict-origin-when-cross-origin',
  });
  const close = screen.getByRole('button', { name: 'Cerrar el reproductor' });
  expect(document.activeElement).toBe(close);
  await userEvent.click(close);
  expect(frame()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Reproducir/ }));
});

test('the player is removed when another slide is shown or another video plays', async () => {
  const { rerender } = await renderApp(<ExternalVideo video={youtube} name="Video 1 de Ana" active />);
  await play();
  rerender(<ExternalVideo video={youtube} name="Video 1 de Ana" active={false} />);
  expect(frame()).toBeNull();
  rerender(<ExternalVideo video={youtube} name="Video 1 de Ana" active />);
  expect(frame()).toBeNull();
  await play();
  act(() => markPlaying({ pause: () => undefined }));
  expect(frame()).toBeNull();
});

test('the player of Twitch receives our host, which it requires, and no referrer', async () => {
  const embedUrl = 'https://player.twitch.tv/?video=v1&autoplay=true';
  await renderApp(<ExternalVideo video={external({ site: 'twitch', embedUrl })} name="Video 1 de Ana" active />);
  await userEvent.click(screen.getByRole('button', { name: 'Reproducir: Video 1 de Ana (Twitch)' }));
  expect(frame()?.getAttribute('src')).toBe(`${embedUrl}&parent=${window.location.hostname}`);
  expect(frame()?.getAttribute('referrerpolicy')).toBe('no-referrer');
});

test('an address without a player is a link with its host and path', async () => {
  const url = 'https://xn--outube-vrf.com/video.mp4';
  await renderApp(<LinkCards links={[external({ url })]} author="Ana" />);
  const link = screen.getByRole('link', { name: /^Enlace de Ana a\s+xn--outube-vrf\.com/ });
  expect(['href', 'rel', 'referrerpolicy', 'target'].map((name) => link.getAttribute(name))).toEqual([
    url,
    'noopener nofollow ugc',
    'no-referrer',
    '_blank',
  ]);
  screen.getByText('/video.mp4');
});
