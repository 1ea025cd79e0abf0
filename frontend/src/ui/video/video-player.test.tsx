/** @jest-environment ./frontend/testing/environment.ts */

import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import { observable, useObservable } from '../../lib/observable.ts';
import { VideoPlayer, type VideoPlayerProps } from './video-player.tsx';

/** jsdom plays nothing: the state of each element, and what is on the screen. */
const playing = new Set<Element>();
let reportOffScreen: () => void = () => undefined;
beforeAll(() => {
  Object.defineProperty(HTMLMediaElement.prototype, 'paused', {
    get(this: Element) {
      return !playing.has(this);
    },
  });
  Object.assign(HTMLMediaElement.prototype, {
    async play(this: Element) {
      playing.add(this);
      fireEvent.play(this);
    },
    pause(this: Element) {
      if (playing.delete(this)) fireEvent.pause(this);
    },
  });
  Object.assign(globalThis, {
    IntersectionObserver: class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        reportOffScreen = () => report([{ isIntersecting: false }]);
      }
      observe() {}
      disconnect() {}
    },
  });
});
beforeEach(() => {
  playing.clear();
  more.set({});
});

const uno: VideoPlayerProps = { src: '/uno.webm', poster: '/uno.webp', lqip: null, label: 'Uno' };
/** Later changes of the properties of a player. */
const more = observable<Partial<VideoPlayerProps>>({});
const Changing = () => <VideoPlayer {...uno} {...useObservable(more)} />;
const change = (by: Partial<VideoPlayerProps>) => act(async () => more.set({ ...more.get(), ...by }));
const videoOf = (label: string) => screen.getByLabelText<HTMLVideoElement>(label);
const press = (label: string) => userEvent.click(screen.getByRole('button', { name: `Reproducir: ${label}` }));

test('it starts without sound, in its frame, and shows the controls of the browser', async () => {
  await renderApp(<VideoPlayer {...uno} />);
  expect([videoOf('Uno').controls, videoOf('Uno').preload]).toEqual([false, 'none']);
  await press('Uno');
  expect(playing.has(videoOf('Uno'))).toBe(true);
  expect([videoOf('Uno').controls, videoOf('Uno').muted, videoOf('Uno').hasAttribute('playsinline')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(screen.queryByRole('button', { name: /^Reproducir/ })).toBeNull();
});

test('one video plays at a time', async () => {
  await renderApp(
    <>
      <VideoPlayer {...uno} />
      <VideoPlayer {...uno} src="/dos.webm" label="Dos" />
    </>,
  );
  await press('Uno');
  await press('Dos');
  expect([playing.has(videoOf('Uno')), playing.has(videoOf('Dos'))]).toEqual([false, true]);
});

test('it pauses when it leaves the screen and when another slide is shown', async () => {
  await renderApp(<Changing />);
  await press('Uno');
  await act(async () => reportOffScreen());
  expect(playing.size).toBe(0);
  await act(async () => videoOf('Uno').play());
  expect(playing.size).toBe(1);
  await change({ active: false });
  expect(playing.size).toBe(0);
});

test('a new address waits until a playing video is paused, which then continues from its position', async () => {
  await renderApp(<Changing />);
  await press('Uno');
  videoOf('Uno').currentTime = 7;
  await change({ src: '/uno-small.mp4' });
  expect(videoOf('Uno').getAttribute('src')).toBe('/uno.webm');
  await act(async () => videoOf('Uno').pause());
  expect(videoOf('Uno').getAttribute('src')).toBe('/uno-small.mp4');
  videoOf('Uno').currentTime = 0;
  fireEvent.loadedMetadata(videoOf('Uno'));
  expect(videoOf('Uno').currentTime).toBe(7);
});

test('a new address replaces at once that of a video that does not play, and that of a deleted file', async () => {
  await renderApp(<Changing />);
  await change({ src: '/uno-small.mp4' });
  expect(videoOf('Uno').getAttribute('src')).toBe('/uno-small.mp4');
  await press('Uno');
  await change({ src: '/uno-smaller.mp4' });
  fireEvent.error(videoOf('Uno'));
  expect(videoOf('Uno').getAttribute('src')).toBe('/uno-smaller.mp4');
});

test('a video that cannot be loaded asks for a new address, and a lost one says so', async () => {
  let asked = 0;
  await renderApp(<Changing />);
  await change({ onBroken: () => (asked += 1) });
  fireEvent.error(videoOf('Uno'));
  expect(screen.getByRole('alert').textContent).toBe('No se pudo cargar el video.');
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(asked).toBe(1);
  expect(videoOf('Uno').getAttribute('src')).toBe('/uno.webm');
  await change({ src: '' });
  expect(screen.getByText('El video ya no está disponible')).toBeTruthy();
  expect(document.querySelector('video')).toBeNull();
});
