/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  addPictures,
  addVideo,
  beginCreating,
  endCreating,
  openPost,
  openTwoDrafts,
  picture,
  press,
  pressStep,
  stored,
  write,
} from '../../testing/create-flow.tsx';
import { lucia } from '../../testing/people.ts';
import { TestUpload } from '../../testing/uploads.ts';
import { forgetDrafts } from '../lib/drafts.ts';

beforeEach(beginCreating);
afterEach(endCreating);

/** As in another tab, or after a reload: the storage of the browser remains, the memory is lost. */
function forgetTab(): void {
  const entries = Object.entries(localStorage);
  forgetDrafts();
  for (const [key, value] of entries) localStorage.setItem(key, value);
}

test('another draft is begun, the first is opened again from the list, deleted and restored', async () => {
  await openTwoDrafts();
  await pressStep('Atrás');
  expect(stored().sort()).toEqual(['Dos', 'Uno']);
  await userEvent.click(await screen.findByRole('button', { name: /^Uno Post · Hilos/ }));
  await pressStep('Continuar');
  expect(await screen.findByRole('textbox', { name: 'Texto' })).toHaveProperty('value', 'Uno');
  await pressStep('Atrás');
  await press('Eliminar el borrador: Dos');
  expect(screen.queryByRole('button', { name: /^Dos Post/ })).toBeNull();
  expect(stored()).toEqual(['Uno']);
  await press('Deshacer');
  await screen.findByRole('button', { name: /^Dos Post/ });
  expect(stored().sort()).toEqual(['Dos', 'Uno']);
});

test('a chosen video is in its draft again when the flow is closed and opened, and when another draft was open', async () => {
  const close = await openPost();
  await addVideo('mar.webm');
  await screen.findByRole('list', { name: 'Videos elegidos' });
  close();
  await openPost();
  expect((await screen.findByRole('list', { name: 'Videos elegidos' })).textContent).toContain('mar.webm');
  await press('Empezar otro');
  expect(screen.queryByRole('list', { name: 'Videos elegidos' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: /^Sin texto Post · Hilos · 1 video/ }));
  expect((await screen.findByRole('list', { name: 'Videos elegidos' })).textContent).toContain('mar.webm');
  expect(screen.queryByText(/^Vuelve a elegir los videos/)).toBeNull();
});

test('after a reload the videos of a draft must be chosen again, and one note explains it', async () => {
  const close = await openPost();
  await addVideo('mar.webm');
  await pressStep('Continuar');
  await write('Uno');
  close();
  forgetTab();
  await openPost();
  expect(await screen.findAllByText(/^Vuelve a elegir los videos de este borrador/)).toHaveLength(1);
  expect(screen.queryByRole('list', { name: 'Videos elegidos' })).toBeNull();
  await addVideo('mar.webm');
  await press('Quitar mar.webm de la lista');
  expect(screen.getAllByText(/^Vuelve a elegir los videos de este borrador/)).toHaveLength(1);
});

test('a draft of videos only stays listed when a tab without these videos opens it, until one of them is removed', async () => {
  const close = await openPost();
  await addVideo('mar.webm');
  await waitFor(() => expect(stored()).toEqual(['']));
  close();
  forgetTab();
  await openPost();
  await screen.findByText(/^Vuelve a elegir los videos de este borrador/);
  expect(stored()).toEqual(['']);
  await press('Empezar otro');
  await userEvent.click(await screen.findByRole('button', { name: /^Sin texto Post · Hilos · 1 video/ }));
  await addVideo('mar.webm');
  await press('Quitar mar.webm de la lista');
  await waitFor(() => expect(stored()).toEqual([]));
});

test('a draft of nothing but a recording that the browser has lost is deleted, which is said', async () => {
  const draft = { tribeId: 7, content: '', recordings: 1, savedAt: 1 };
  localStorage.setItem(`draft:${lucia.id}:create:post:1`, JSON.stringify(draft));
  await openPost();
  await screen.findByText('El navegador ha perdido algún video grabado de este borrador.');
  await waitFor(() => expect(stored()).toEqual([]));
});

test('publishing removes its draft only', async () => {
  await openTwoDrafts();
  await pressStep('Continuar');
  await press('Publicar');
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
  expect(TestUpload.sent[0]?.form.get('content')).toBe('Dos');
  TestUpload.sent[0]?.answer(201);
  await waitFor(() => expect(stored()).toEqual(['Uno']));
});

test('a draft published in another tab leaves its pictures too, and is not stored again', async () => {
  const close = await openPost();
  await addPictures(picture());
  await waitFor(() => expect(stored()).toEqual(['']));
  close();
  await openPost();
  await screen.findByRole('button', { name: /^Quitar la imagen/ });
  const [key = ''] = Object.keys(localStorage).filter((each) => each.startsWith('draft:'));
  localStorage.removeItem(key);
  fireEvent(window, new StorageEvent('storage', { key }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Quitar la imagen/ })).toBeNull());
  expect(stored()).toEqual([]);
  await addPictures(picture());
  await waitFor(() => expect(stored()).toEqual(['']));
});

const publish = async () => {
  const before = TestUpload.sent.length;
  await press('Publicar');
  await waitFor(() => expect(TestUpload.sent).toHaveLength(before + 1));
};

test('another draft is written while one is published: it shows nothing of that, and stays open', async () => {
  await openPost();
  await pressStep('Continuar');
  await write('Uno');
  await pressStep('Continuar');
  await publish();
  await screen.findByRole('button', { name: 'Cancelar' });
  await pressStep(/^Contenido/);
  await press('Empezar otro');
  expect(screen.queryByRole('button', { name: 'Cancelar' })).toBeNull();
  await pressStep('Continuar');
  await write('Dos');
  TestUpload.sent[0]?.answer(201);
  await screen.findByText('Publicado');
  expect(await screen.findByRole('textbox', { name: 'Texto' })).toHaveProperty('value', 'Dos');
  expect(screen.getByRole('dialog', { name: 'Crear' }).hasAttribute('data-open')).toBe(true);
  expect(stored()).toEqual(['Dos']);
});

test('a draft that is being published shows its progress when the flow is opened again, and closes it once published', async () => {
  const close = await openPost();
  await pressStep('Continuar');
  await write('Uno');
  await pressStep('Continuar');
  await publish();
  close();
  await openPost('/create?type=post&tribe=7&step=preview');
  expect((await screen.findByRole('button', { name: 'Publicar' })).getAttribute('aria-busy')).toBe('true');
  await press('Publicar');
  expect(TestUpload.sent).toHaveLength(1);
  await press('Cancelar');
  await publish();
  const [key, again] = TestUpload.sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(again).toBe(key);
  TestUpload.sent[1]?.answer(201);
  await waitFor(() => expect(window.location.pathname).toBe('/tools/tribes'));
  expect(stored()).toEqual([]);
});
