/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests } from '../../../testing/server.ts';
import { session, useMe } from '../../lib/session.ts';
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
  act(() => session.merge({ photos: [photo('a', 1), photo('b', 2)] }));
  expect(screen.getAllByText('Nueva')).toHaveLength(1);
  act(() => jest.advanceTimersByTime(6_000));
  act(() => session.merge({ photos: [photo('a', 1), photo('b', 2), photo('c', 3)] }));
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
