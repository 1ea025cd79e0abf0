/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../../testing/render.tsx';
import { type PickedPicture, PicturePicker } from './picture-picker.tsx';

Object.assign(URL, { createObjectURL: ({ name }: File) => `blob:${name}`, revokeObjectURL: () => undefined });

const rules = { types: ['image/png'], maxMb: 1, maxCount: 3 };

function Sample() {
  const [pictures, setPictures] = useState<PickedPicture[]>([{ id: 'old', source: '/old.png', alt: 'old.png' }]);
  return (
    <PicturePicker
      label="Imágenes"
      rules={rules}
      pictures={pictures}
      onAdd={(files) =>
        setPictures([...pictures, ...files.map((file) => ({ id: file.name, source: file, alt: file.name }))])
      }
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
  expect(shown()).toEqual(['/old.png']);
  const input = screen.getByLabelText<HTMLInputElement>('Imágenes', { selector: 'input' });
  await userEvent.upload(input, new File(['png'], 'new.png', { type: 'image/png' }));
  expect(shown()).toEqual(['/old.png', 'blob:new.png']);
  const handle = await screen.findByRole('button', { name: 'Mover new.png, 2 de 2' });
  handle.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(shown()).toEqual(['blob:new.png', '/old.png']);
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la imagen 1' }));
  expect(shown()).toEqual(['/old.png']);
});
