/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import type { Language } from '../../lib/i18n.ts';
import { FileDrop } from './file-drop.tsx';

const rules = { types: ['image/png', 'image/jpeg'], maxMb: 2, maxCount: 2 };
const png = new File(['png'], 'fuego.png', { type: 'image/png' });
const gif = new File(['gif'], 'fuego.gif', { type: 'image/gif' });

async function renderDrop(language: Language = 'es', count = 0): Promise<{ names: string[]; button: HTMLElement }> {
  const names: string[] = [];
  const take = (files: File[]) => names.push(...files.map(({ name }) => name));
  await renderApp(<FileDrop label="Elegir imágenes" rules={rules} count={count} onFiles={take} />, { language });
  return { names, button: screen.getByRole('button', { name: /Elegir imágenes/ }) };
}

test('files are chosen with the picker, also by keyboard', async () => {
  const { names, button } = await renderDrop();
  const input = screen.getByLabelText<HTMLInputElement>('Elegir imágenes', { selector: 'input' });
  let opened = 0;
  input.click = () => {
    opened += 1;
  };
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(opened).toBe(1);
  await userEvent.upload(input, png);
  expect(names).toEqual(['fuego.png']);
});

test('dropped files are selected; other drops are ignored', async () => {
  const { names, button } = await renderDrop();
  const drag = { dataTransfer: { types: ['Files'], files: [png] } };
  fireEvent.dragEnter(button, drag);
  expect(fireEvent(button, createEvent.dragOver(button, drag))).toBe(false);
  fireEvent.drop(button, drag);
  expect(names).toEqual(['fuego.png']);
  const text = { dataTransfer: { types: ['text/plain'], files: [] } };
  expect(fireEvent(button, createEvent.dragOver(button, text))).toBe(true);
});

test('pasted files are selected', async () => {
  const { names, button } = await renderDrop();
  fireEvent.paste(button, { clipboardData: { files: [png] } });
  expect(names).toEqual(['fuego.png']);
});

test.each([
  ['es', 'fuego.gif: este tipo de archivo no vale. Formatos: PNG y JPG.'],
  ['en', 'fuego.gif: this kind of file is not accepted. Formats: PNG and JPG.'],
  ['zh', 'fuego.gif：不支持这种文件。请使用 PNG和JPG。'],
] as [Language, string][])(
  'in %s a rejected file is listed with the reason, and the others are accepted',
  async (language, text) => {
    const { names, button } = await renderDrop(language);
    fireEvent.paste(button, { clipboardData: { files: [gif, png] } });
    expect(screen.getByRole('alert').textContent).toBe(text);
    expect(names).toEqual(['fuego.png']);
    fireEvent.paste(button, { clipboardData: { files: [png] } });
    expect(screen.getByRole('alert').textContent).toBe('');
  },
);

test('a full drop area accepts no more files and shows the limit', async () => {
  const { button } = await renderDrop('es', 2);
  expect(button.hasAttribute('disabled')).toBe(true);
  expect(button.textContent).toContain('Ya está completo: 2 como máximo.');
});
