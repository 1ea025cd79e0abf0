/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderApp } from '../../../testing/render.tsx';
import { PictureField } from './picture-field.tsx';

Object.assign(URL, { createObjectURL: ({ name }: File) => `blob:${name}`, revokeObjectURL: () => undefined });

const picture = (name: string, type = 'image/png') => new File(['picture'], name, { type });

function Sample() {
  const [file, setFile] = useState<File | null>(null);
  return (
    <PictureField
      label="Añadir portada"
      alt="Portada"
      file={file}
      url="/old.png"
      rules={{ types: ['image/png'], maxMb: 1 }}
      problemText={(reason) => `No vale: ${reason}`}
      onPick={setFile}
    />
  );
}

const shown = () => screen.getByRole('img', { name: 'Portada' }).getAttribute('src');

test('a chosen picture replaces the current one, until it is removed', async () => {
  await renderApp(<Sample />);
  expect(shown()).toBe('/old.png');
  await userEvent.upload(screen.getByLabelText('Añadir portada'), picture('new.png'));
  expect(shown()).toBe('blob:new.png');
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la imagen' }));
  expect(shown()).toBe('/old.png');
});

test('the first dropped picture is chosen, and a rejected file shows the reason', async () => {
  await renderApp(<Sample />);
  const field = screen.getByRole('button', { name: 'Portada' });
  const drop = (...files: File[]) => fireEvent.drop(field, { dataTransfer: { types: ['Files'], files } });
  drop(picture('notes.txt', 'text/plain'));
  expect(screen.getByRole('alert').textContent).toBe('No vale: type');
  drop(picture('one.png'), picture('two.png'));
  expect(shown()).toBe('blob:one.png');
  expect(screen.queryByRole('alert')).toBeNull();
});
