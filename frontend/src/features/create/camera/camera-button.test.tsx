/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../../../testing/render.tsx';
import type { CreateKind } from '../fields.ts';
import { CameraButton } from './camera-button.tsx';
import { modesOf } from './camera-modes.ts';

const taken: string[] = [];
const take = (files: readonly File[]) => taken.push(...files.map(({ name }) => name));

/** A draft with these numbers of pictures and videos. */
function Draft({ kind, pictures, videos }: { kind: CreateKind; pictures: number; videos: number }) {
  const listOf = (length: number) => Array.from({ length }, (_, id) => ({ id }));
  const [open, setOpen] = useState(false);
  const rules = { maxCount: kind === 'reel' ? 1 : 3, types: ['video/webm'] };
  return (
    <CameraButton
      open={open}
      onOpenChange={setOpen}
      kind={kind}
      isComplete={kind === 'reel' && videos > 0}
      pictures={{ list: listOf(pictures), rules: { types: ['image/png'] }, choice: { take } } as never}
      videos={{ list: listOf(videos), rules } as never}
    />
  );
}

const button = () => screen.getByRole('button', { name: 'Cámara' });

test.each([
  ['post', 6, 3, 'Ya tienes 6 imágenes y 3 videos: quita alguno para usar la cámara.'],
  ['story', 6, 3, 'Ya tienes 6 imágenes y 3 videos: quita alguno para usar la cámara.'],
] as const)('the camera of a full draft is disabled, with the reason: %s', async (kind, pictures, videos, reason) => {
  await renderApp(<Draft kind={kind} pictures={pictures} videos={videos} />);
  expect([button().hasAttribute('disabled'), screen.getByText(reason).id]).toEqual([
    true,
    button().getAttribute('aria-describedby'),
  ]);
});

test('a clip with its video has no camera', async () => {
  await renderApp(<Draft kind="reel" pictures={0} videos={1} />);
  expect(screen.queryByRole('button', { name: 'Cámara' })).toBeNull();
});

test.each([
  ['post', 5, true, ['photo', 'video']],
  ['story', 0, true, ['photo', 'video']],
  ['post', 6, true, ['video']],
  ['post', 5, false, ['photo']],
  ['reel', 0, true, ['video']],
  ['reel', 0, false, []],
] as const)('a %s with %i pictures (space for a video: %s) accepts %j', (kind, pictures, acceptsVideos, modes) => {
  expect(modesOf(kind, pictures, acceptsVideos)).toEqual(modes);
});

test('the camera that opens says what this browser lacks, and can retry', async () => {
  await renderApp(<Draft kind="post" pictures={0} videos={0} />);
  fireEvent.click(button());
  fireEvent.click(await screen.findByRole('button', { name: 'Reintentar' }));
  expect(screen.getByRole('alert').textContent).toContain('La cámara necesita una conexión segura');
});

test('a person without a camera chooses a file of a type that the draft accepts, which closes the panel', async () => {
  await renderApp(<Draft kind="post" pictures={0} videos={0} />);
  fireEvent.click(button());
  await screen.findByRole('button', { name: 'Elegir un archivo' });
  const input = screen.getByLabelText('Elegir un archivo', { selector: 'input' });
  expect(input.getAttribute('accept')).toBe('image/png,video/webm');
  await userEvent.upload(input, [new File(['x'], 'mar.png', { type: 'image/png' })]);
  expect(taken).toEqual(['mar.png']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
