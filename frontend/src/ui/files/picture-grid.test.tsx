/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../../testing/render.tsx';
import { type PickedPicture, PictureGrid } from './picture-grid.tsx';

Object.assign(URL, { createObjectURL: ({ name }: File) => `blob:${name}`, revokeObjectURL: () => undefined });

const added = new File(['png'], 'new.png', { type: 'image/png' });

function Sample() {
  const [pictures, setPictures] = useState<PickedPicture[]>([
    { id: 'old', source: '/old.png', alt: 'old.png' },
    { id: 'new', source: added, alt: added.name },
  ]);
  return (
    <PictureGrid
      label="Imágenes"
      pictures={pictures}
      onRemove={(id) => setPictures(pictures.filter((picture) => picture.id !== id))}
      onReorder={(ids) => setPictures(pictures.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)))}
    />
  );
}

const shown = () =>
  within(screen.getByRole('list', { name: 'Imágenes' }))
    .getAllByRole('img')
    .map((picture) => picture.getAttribute('src'));

test('pictures are previewed, reordered by keyboard, and removed', async () => {
  await renderApp(<Sample />);
  expect(shown()).toEqual(['/old.png', 'blob:new.png']);
  const handle = await screen.findByRole('button', { name: 'Mover new.png, 2 de 2' });
  handle.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(shown()).toEqual(['blob:new.png', '/old.png']);
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la imagen 1' }));
  expect(shown()).toEqual(['/old.png']);
});
