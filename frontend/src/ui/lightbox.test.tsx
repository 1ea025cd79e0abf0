/** @jest-environment ./frontend/testing/environment.ts */

import { beforeAll, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../testing/render.tsx';
import { Lightbox } from './lightbox.tsx';

const PICTURES = ['Uno', 'Dos', 'Tres'].map((alt) => ({ src: `/${alt}.webp`, alt }));

function Album() {
  const [index, setIndex] = useState<number | null>(0);
  return <Lightbox pictures={PICTURES} index={index} onIndex={setIndex} onClose={() => setIndex(null)} />;
}

function Post() {
  const [index, setIndex] = useState<number | null>(null);
  return (
    <>
      <button type="button" onClick={() => setIndex(0)}>
        Ver
      </button>
      <Lightbox pictures={PICTURES} index={index} onIndex={setIndex} onClose={() => setIndex(null)} />
    </>
  );
}

/** jsdom plays nothing. */
beforeAll(() => {
  Object.assign(HTMLMediaElement.prototype, { play: async () => undefined, pause: () => undefined });
});

/** Beside another dialog that has a video, too. */
function ShownVideo() {
  const [src, setSrc] = useState('/old.mp4');
  const refetch = async () => setSrc('/new.mp4');
  return (
    <>
      <div role="dialog" aria-label="Otro">
        {/* biome-ignore lint/a11y/useMediaCaption: it has no sound */}
        <video aria-label="Otro video" />
      </div>
      <Lightbox
        pictures={[{ src, alt: 'Danza', video: { poster: '', lqip: null, refetch } }]}
        index={0}
        onIndex={() => undefined}
        onClose={() => undefined}
      />
    </>
  );
}

function drag(from: number, to: number): void {
  const dialog = screen.getByRole('dialog');
  fireEvent.pointerDown(dialog, { clientX: from });
  fireEvent.pointerUp(dialog, { clientX: to });
}

test('arrow keys move through the pictures and stop at the ends', async () => {
  await renderApp(<Album />);
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByRole('img', { name: 'Uno' })).toBeTruthy();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('img', { name: 'Tres' })).toBeTruthy();
  expect(screen.getByText('3 de 3')).toBeTruthy();
});

test('the hint to swipe is shown while another picture follows, and does not begin again', async () => {
  await renderApp(<Album />);
  const hint = await screen.findByText('· desliza para ver más');
  expect(hint.className).not.toContain('invisible');
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(screen.getByText('3 de 3')).toBeTruthy();
  expect(hint.className).toContain('invisible');
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  // The same element: its animation has run.
  expect(screen.getByText('· desliza para ver más')).toBe(hint);
});

test('an arrow key pressed before the picture has the focus works', async () => {
  await renderApp(<Album />);
  await screen.findByRole('dialog');
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(screen.getByRole('img', { name: 'Dos' })).toBeTruthy();
});

test('an arrow key with Alt or Cmd is left to the browser', async () => {
  await renderApp(<Album />);
  const dialog = await screen.findByRole('dialog');
  for (const modifier of ['altKey', 'metaKey', 'ctrlKey'])
    expect(fireEvent.keyDown(dialog, { key: 'ArrowRight', [modifier]: true })).toBe(true);
  expect(screen.getByRole('img', { name: 'Uno' })).toBeTruthy();
});

test('a swipe of more than 40 px changes the picture', async () => {
  await renderApp(<Album />);
  drag(200, 161);
  expect(screen.getByRole('img', { name: 'Uno' })).toBeTruthy();
  drag(200, 159);
  expect(screen.getByRole('img', { name: 'Dos' })).toBeTruthy();
  drag(100, 200);
  expect(screen.getByRole('img', { name: 'Uno' })).toBeTruthy();
});

test('Escape closes it and returns the focus to the picture that opened it', async () => {
  await renderApp(<Post />);
  const opener = screen.getByRole('button', { name: 'Ver' });
  await userEvent.click(opener);
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('the keys of a video are those of the video in the lightbox', async () => {
  await renderApp(<ShownVideo />);
  const video = await screen.findByLabelText<HTMLVideoElement>('Danza');
  expect(video.muted).toBe(true);
  fireEvent.keyDown(video, { key: 'm' });
  const other = screen.getByLabelText<HTMLVideoElement>('Otro video');
  expect([video.muted, other.muted]).toEqual([false, false]);
});

test('a video whose address has expired is shown with a new one', async () => {
  await renderApp(<ShownVideo />);
  fireEvent.error(await screen.findByLabelText('Danza'));
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect((await screen.findByLabelText('Danza')).getAttribute('src')).toBe('/new.mp4');
});
