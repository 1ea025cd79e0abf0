/** @jest-environment ./frontend/testing/environment.ts */

import { expect, jest, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import '../../../testing/blob-bytes.ts';
import { renderApp } from '../../../testing/render.tsx';
import { ApiError } from '../../lib/http.ts';
import { useVideos, type Videos } from './use-videos.ts';
import { AddVideos, VideoList } from './video-fields.tsx';
import { RestartUnusable, takeVideos } from './video-sending.tsx';

Object.assign(URL, { createObjectURL: ({ name }: File) => `blob:${name}`, revokeObjectURL: () => undefined });

const VideoFields = ({ videos }: { videos: Videos }) => (
  <>
    <AddVideos videos={videos} over={false} shape="tile" />
    <VideoList videos={videos} />
  </>
);

function Fields({ isClip, name }: { isClip: boolean; name: string }) {
  return <VideoFields videos={useVideos(name, isClip)} />;
}

function file(name: string, type = 'video/webm', size = 1): File {
  const made = new File(['x'.repeat(Math.min(size, 1))], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
}

const choose = (label: string, ...files: File[]) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files } });
const refusals = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
const MB = 1_048_576;

test.each([
  ['of another type', file('a.mov', 'video/quicktime'), 'a.mov: este tipo de archivo no vale. Formatos: MP4 y WebM.'],
  ['over 200 MB', file('b.mp4', 'video/mp4', 200 * MB + 1), 'b.mp4: pesa demasiado. El máximo es 200 MB.'],
  ['without content', file('c.webm', 'video/webm', 0), 'c.webm: el archivo está vacío.'],
])('a video %s is refused with the reason', async (reason, refused, sentence) => {
  await renderApp(<Fields isClip={false} name={`refused ${reason}`} />);
  choose('Añadir videos', refused);
  expect(refusals()).toEqual([sentence]);
  expect(screen.queryByRole('list', { name: 'Videos elegidos' })).toBeNull();
});

test.each([
  [false, 'Añadir videos', 3],
  [true, 'Elegir el video', 1],
] as const)('the number of videos is limited (clip: %s)', async (isClip, label, max) => {
  await renderApp(<Fields isClip={isClip} name={`count ${max}`} />);
  choose(label, ...['1.webm', '2.webm', '3.webm', '4.webm'].slice(0, max + 1).map((name) => file(name)));
  expect(refusals()).toEqual([`${max + 1}.webm: no cabe. El máximo es ${max}.`]);
  expect(screen.getByRole('list', { name: 'Videos elegidos' }).children).toHaveLength(max);
  expect(screen.getByRole('button', { name: new RegExp(`^${label}`) }).hasAttribute('disabled')).toBe(true);
});

test('a file that is no video is not uploaded, with the reason, and the same file is listed once', async () => {
  await renderApp(<Fields isClip={false} name="fault" />);
  const fake = file('falso.webm');
  choose('Añadir videos', fake);
  choose('Añadir videos', fake);
  const [reason] = await screen.findAllByText(/El archivo no es un video MP4 o WebM que se pueda leer\./);
  expect(reason).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Videos elegidos' }).children).toHaveLength(1);
});

test('unusable uploads begin again once for each error, however often it is shown', async () => {
  const restart = jest.fn();
  const videos = { restart } as never;
  const error = new ApiError(409, 'upload_unusable', 'No se puede usar');
  const { rerender } = await renderApp(null);
  for (const shown of [error, null, error, new ApiError(409, 'upload_unusable', 'Tampoco')])
    rerender(<RestartUnusable error={shown} videos={videos} />);
  expect(restart).toHaveBeenCalledTimes(2);
});

test('videos among chosen files are taken and pictures returned; a clip takes all files', () => {
  const files = [file('a.webm'), file('b.png', 'image/png')];
  const taken: string[] = [];
  const videos = { take: (all: readonly File[]) => taken.push(...all.map(({ name }) => name)) } as never;
  expect(takeVideos(files, videos, false).map(({ name }) => name)).toEqual(['b.png']);
  expect(takeVideos(files, videos, true)).toEqual([]);
  expect(taken).toEqual(['a.webm', 'a.webm', 'b.png']);
});

test('choosing pictures removes the reasons for refused videos', () => {
  const calls: (readonly File[])[] = [];
  const videos = { take: (all: readonly File[]) => calls.push(all) } as never;
  takeVideos([file('b.png', 'image/png')], videos, false);
  expect(calls).toEqual([[]]);
});

test.each([
  ['an uploaded', 'done', null, 1],
  ['a refused', 'failed', 'El archivo está dañado.', 0],
] as const)(
  '%s video that the browser cannot show: it says that it is published only then',
  async (_which, state, problem, notes) => {
    const video = { id: 'a', file: file('roto.mp4', 'video/mp4'), state, share: 1, uploadId: 'a', isRecorded: false };
    const list = [{ ...video, inspection: 'unplayable', problem }] as const;
    const rules = { types: ['video/mp4'], maxMb: 200, maxCount: 3 };
    await renderApp(<VideoFields videos={{ list, rules, refused: [] } as unknown as Videos} />);
    expect(screen.queryAllByText(/se publica igualmente/)).toHaveLength(notes);
  },
);
