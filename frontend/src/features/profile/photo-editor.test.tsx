/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
import { session, useMe } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import { PhotoEditor } from './photo-editor.tsx';

const variants = { square: '/s.webp', medium: '/m.webp', large: '/l.webp' };
const photo = (id: string, position: number) => ({ id, position, url: '/p.webp', variants, lqip: null });

function OwnPhotos() {
  const me = useMe();
  return me && <PhotoEditor me={me} />;
}

beforeEach(() => {
  forgetRequests();
  session.start('token', { ...lucia, photos: [photo('a', 1)] });
});
afterEach(() => {
  jest.useRealTimers();
  session.end();
});

test('an added photo is marked as new for ten seconds, those from before are not', async () => {
  await renderApp(<OwnPhotos />);
  await screen.findByRole('img', { name: 'Foto 1' });
  expect(screen.queryByText('Nueva')).toBeNull();
  jest.useFakeTimers();
  act(() => session.merge({ id: lucia.id, photos: [photo('a', 1), photo('b', 2)] }));
  expect(screen.getAllByText('Nueva')).toHaveLength(1);
  act(() => jest.advanceTimersByTime(6_000));
  act(() => session.merge({ id: lucia.id, photos: [photo('a', 1), photo('b', 2), photo('c', 3)] }));
  expect(screen.getAllByText('Nueva')).toHaveLength(2);
  act(() => jest.advanceTimersByTime(3_999));
  expect(screen.getAllByText('Nueva')).toHaveLength(2);
  act(() => jest.advanceTimersByTime(1));
  expect(screen.getAllByText('Nueva')).toHaveLength(1);
  act(() => jest.advanceTimersByTime(6_000));
  expect(screen.queryByText('Nueva')).toBeNull();
});

/** An upload whose progress and response the test controls. */
class HeldUpload {
  static all: HeldUpload[] = [];
  status = 200;
  responseText = '';
  upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  open(): void {
    HeldUpload.all.push(this);
  }
  setRequestHeader(): void {}
  send(): void {}
  abort(): void {
    this.onabort?.();
  }
}

test('several photos are uploaded one after another with their progress, and a waiting one can be cancelled', async () => {
  const { XMLHttpRequest } = globalThis;
  Object.assign(globalThis, { XMLHttpRequest: HeldUpload });
  HeldUpload.all = [];
  try {
    await renderApp(<OwnPhotos />);
    const files = ['uno.png', 'dos.png', 'tres.png'].map((name) => new File([name], name, { type: 'image/png' }));
    await userEvent.upload(screen.getByLabelText('Añadir fotos', { selector: 'input' }), files);
    const bar = await screen.findByRole('progressbar', { name: 'uno.png' });
    expect(screen.getAllByText('En cola')).toHaveLength(2);
    act(() => HeldUpload.all[0]?.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 }));
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar dos.png' }));
    expect(screen.queryByText('dos.png')).toBeNull();
    expect(screen.getAllByText('En cola')).toHaveLength(1);
    expect(HeldUpload.all).toHaveLength(1);

    const [first] = HeldUpload.all;
    if (!first) throw new Error('no upload');
    first.responseText = JSON.stringify({ photos: [photo('a', 1), photo('b', 2)] });
    act(() => first.onload?.());
    expect(await screen.findByRole('img', { name: 'Foto 2' })).toBeTruthy();
    await screen.findByRole('progressbar', { name: 'tres.png' });
    expect(screen.queryByText('uno.png')).toBeNull();
    expect(screen.queryByText('dos.png')).toBeNull();
    expect(HeldUpload.all).toHaveLength(2);
  } finally {
    Object.assign(globalThis, { XMLHttpRequest });
  }
});

test('a photo deleted during an upload stays deleted, and the order of the others stays, when the upload is done', async () => {
  const { XMLHttpRequest } = globalThis;
  Object.assign(globalThis, { XMLHttpRequest: HeldUpload });
  HeldUpload.all = [];
  try {
    session.merge({ id: lucia.id, photos: [photo('a', 1), photo('b', 2), photo('c', 3)] });
    stubResponse('DELETE auth/me/photos/a', { body: { success: true } });
    await renderApp(<OwnPhotos />);
    const file = new File(['uno'], 'uno.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Añadir fotos', { selector: 'input' }), file);
    await screen.findByRole('progressbar', { name: 'uno.png' });
    await userEvent.click(screen.getByRole('button', { name: 'Borrar la foto 1' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Borrar' }));
    await waitFor(() => expect(session.get().user?.photos).toMatchObject([{ id: 'b' }, { id: 'c' }]));
    act(() => session.merge({ id: lucia.id, photos: [photo('c', 1), photo('b', 2)] }));
    // Stored before the photo was deleted, received after it.
    const photos = [photo('a', 1), photo('b', 2), photo('c', 3), photo('d', 4)];
    const [upload] = HeldUpload.all;
    if (!upload) throw new Error('no upload');
    upload.responseText = JSON.stringify({ photos });
    act(() => upload.onload?.());
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(session.get().user?.photos).toMatchObject([
      { id: 'c', position: 1 },
      { id: 'b', position: 2 },
      { id: 'd', position: 3 },
    ]);
  } finally {
    Object.assign(globalThis, { XMLHttpRequest });
  }
});

test('the photos of a person who signed out during an upload are not shown to the next person on the device', async () => {
  const { XMLHttpRequest } = globalThis;
  Object.assign(globalThis, { XMLHttpRequest: HeldUpload });
  HeldUpload.all = [];
  try {
    const { unmount } = await renderApp(<OwnPhotos />);
    const file = new File(['uno'], 'uno.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Añadir fotos', { selector: 'input' }), file);
    await screen.findByRole('progressbar', { name: 'uno.png' });
    unmount();
    session.end();
    session.start('t2', { ...lucia, id: 'u2', photos: [photo('z', 1)] });
    const [upload] = HeldUpload.all;
    if (!upload) throw new Error('no upload');
    upload.responseText = JSON.stringify({ photos: [photo('a', 1), photo('b', 2)] });
    await act(async () => upload.onload?.());
    expect(session.get().user).toMatchObject({ id: 'u2', photos: [{ id: 'z' }] });
    expect(session.get().user?.photos).toHaveLength(1);
  } finally {
    Object.assign(globalThis, { XMLHttpRequest });
  }
});

test('a photo that another tab has deleted is deleted here too, without an error', async () => {
  stubResponse('DELETE auth/me/photos/a', { status: 404, body: { error: 'No existe.', code: 'not_found' } });
  await renderApp(
    <>
      <OwnPhotos />
      <Toaster />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Borrar la foto 1' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Borrar' }));
  await waitFor(() => expect(session.get().user?.photos).toEqual([]));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Foto 1' })).toBeNull());
  expect(screen.queryByText('No existe.')).toBeNull();
});

test('leaving the page during an upload needs a confirmation, and its failure is reported after the form is closed', async () => {
  const { XMLHttpRequest } = globalThis;
  Object.assign(globalThis, { XMLHttpRequest: HeldUpload });
  HeldUpload.all = [];
  const isRefused = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  try {
    const shown = await renderApp(<OwnPhotos />);
    expect(isRefused()).toBe(false);
    const file = new File(['uno'], 'uno.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Añadir fotos', { selector: 'input' }), file);
    await screen.findByRole('progressbar', { name: 'uno.png' });
    expect(isRefused()).toBe(true);
    shown.unmount();
    await renderApp(<Toaster />);
    const [first] = HeldUpload.all;
    if (!first) throw new Error('no upload');
    Object.assign(first, { status: 409, responseText: JSON.stringify({ error: 'Ya hay seis.', code: 'full' }) });
    act(() => first.onload?.());
    expect(await screen.findByText('Ya hay seis.')).toBeTruthy();
  } finally {
    Object.assign(globalThis, { XMLHttpRequest });
  }
});
