/** @jest-environment ./frontend/testing/environment.ts */

import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import { observable, useObservable } from '../../lib/observable.ts';
import { VideoPlayer, type VideoPlayerProps } from './video-player.tsx';

/** jsdom plays nothing: the state of each element, and what is on the screen. */
const playing = new Set<Element>();
let reportOffScreen: (video: Element) => void = () => undefined;
beforeAll(() => {
  Object.defineProperty(HTMLMediaElement.prototype, 'paused', {
    get(this: Element) {
      return !playing.has(this);
    },
  });
  Object.assign(HTMLMediaElement.prototype, {
    async play(this: Element) {
      playing.add(this);
      this.dispatchEvent(new Event('play'));
    },
    pause(this: Element) {
      if (playing.delete(this)) this.dispatchEvent(new Event('pause'));
    },
  });
  Object.assign(globalThis, {
    IntersectionObserver: class {
      #report: (entries: { isIntersecting: boolean }[]) => void;
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.#report = report;
      }
      observe(observed: Element) {
        reportOffScreen = (video) => video === observed && this.#report([{ isIntersecting: false }]);
      }
      disconnect() {
        reportOffScreen = () => undefined;
      }
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
  await act(async () => reportOffScreen(videoOf('Uno')));
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

const retry = () => userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));

test('a video whose address has expired continues at its position with the new one', async () => {
  const fetched = Promise.withResolvers<void>();
  let fetches = 0;
  await renderApp(<Changing />);
  await change({
    refetch: () => {
      fetches += 1;
      return fetched.promise;
    },
  });
  await press('Uno');
  videoOf('Uno').currentTime = 7;
  fireEvent.error(videoOf('Uno'));
  expect(screen.getByRole('alert').textContent).toBe('No se pudo cargar el video.');
  playing.clear();
  await retry();
  // The address that has failed is not tried again.
  expect([fetches, document.querySelector('video')]).toEqual([1, null]);
  await change({ src: '/uno-new.webm' });
  await act(async () => fetched.resolve());
  expect(videoOf('Uno').getAttribute('src')).toBe('/uno-new.webm');
  expect([playing.has(videoOf('Uno')), document.activeElement]).toEqual([true, videoOf('Uno')]);
  fireEvent.loadedMetadata(videoOf('Uno'));
  expect(videoOf('Uno').currentTime).toBe(7);
  await act(async () => reportOffScreen(videoOf('Uno')));
  expect(playing.size).toBe(0);
});

test('a failed address is tried again when a fetch returns it unchanged, and a video that was not playing stays paused', async () => {
  await renderApp(<Changing />);
  fireEvent.error(videoOf('Uno'));
  await retry();
  expect(videoOf('Uno').getAttribute('src')).toBe('/uno.webm');
  expect([playing.size, document.activeElement]).toEqual([0, screen.getByRole('button', { name: 'Reproducir: Uno' })]);
  fireEvent.error(videoOf('Uno'));
  expect(screen.getByRole('alert')).toBeTruthy();
});

test('a video that was fetched again while another slide is shown stays paused', async () => {
  const fetched = Promise.withResolvers<void>();
  await renderApp(<Changing />);
  await change({ refetch: () => fetched.promise });
  await press('Uno');
  fireEvent.error(videoOf('Uno'));
  playing.clear();
  await retry();
  await change({ active: false });
  await act(async () => fetched.resolve());
  expect([videoOf('Uno').getAttribute('src'), playing.size]).toEqual(['/uno.webm', 0]);
});

test('a video whose file is no longer stored says so', async () => {
  await renderApp(<Changing />);
  await change({ src: '' });
  expect(screen.getByText('El video ya no está disponible')).toBeTruthy();
  expect(document.querySelector('video')).toBeNull();
});
