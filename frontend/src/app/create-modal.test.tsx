/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import '../../testing/blob-bytes.ts';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../testing/server.ts';
import { recordUploads, restoreUploads, TestUpload } from '../../testing/uploads.ts';
import { forgetDrafts } from '../lib/drafts.ts';
import { session } from '../lib/session.ts';
import { useOverlayHistory } from '../ui/overlay-history.ts';
import { Toaster } from '../ui/toast.tsx';
import { CreateModal } from './create-modal.tsx';

beforeEach(() => {
  Object.assign(URL, { createObjectURL: () => 'blob:chosen', revokeObjectURL: () => undefined });
  forgetRequests();
  localStorage.clear();
  forgetDrafts();
  recordUploads();
  session.start('t', lucia);
});

afterEach(() => {
  restoreUploads();
  session.end();
});

const tribe = { id: 7, name: 'Hilos', normalizedName: 'hilos', imageUrl: null };
const picture = () => new File(['pixels'], 'mar.png', { type: 'image/png' });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

function Overlays() {
  useOverlayHistory();
  return null;
}

/** Presses a button that leads to another step, and waits for it. */
async function pressStep(name: string | RegExp): Promise<void> {
  const current = () => document.querySelector('[aria-current="step"]')?.textContent;
  const before = current();
  await press(name);
  await waitFor(() => expect(current()).not.toBe(before));
}

/** Opens the flow for a post in a tribe; returns a function that closes it. */
async function openPost(path = '/create?type=post&tribe=7'): Promise<() => void> {
  stubResponse('GET tribes/@me/memberships', {
    body: { items: [{ tribeId: 7, tribe, status: 'active', role: 'member' }] },
  });
  stubResponse('GET tribes/7/config', { body: { levels: [], reached: 1 } });
  stubResponse('GET tribes/7', {
    body: { id: 7, canModerate: false, membership: { status: 'active', levelOrder: 1 } },
  });
  const { unmount } = await renderApp(
    <>
      <CreateModal />
      <Toaster />
      <Overlays />
    </>,
    { path, browserHistory: true },
  );
  return unmount;
}

const addPictures = async (...files: File[]) =>
  userEvent.upload(await screen.findByLabelText('Añadir imágenes', { selector: 'input' }), files);

test('a filter is chosen with its amount, reset by another type, and removed', async () => {
  await openPost();
  await addPictures(picture());
  await pressStep('Continuar');
  await userEvent.click(await screen.findByRole('radio', { name: 'Contraste' }));
  const amount = screen.getByRole('slider', { name: 'Intensidad' });
  expect(amount).toHaveProperty('value', '100');
  fireEvent.change(amount, { target: { value: '170' } });
  expect(screen.getByText('170')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Sepia' }));
  expect(amount).toHaveProperty('value', '100');
  await userEvent.click(screen.getByRole('radio', { name: 'Viñeta' }));
  await press('Quitar filtros y efectos');
  expect(screen.getByRole('radio', { name: 'Original' })).toHaveProperty('checked', true);
  expect(screen.getByRole('radio', { name: 'Sin capa' })).toHaveProperty('checked', true);
  expect(screen.queryByRole('slider')).toBeNull();
});

test('a picture that cannot be processed is reported, nothing is sent, and without the filter it is sent as chosen', async () => {
  await openPost();
  const file = picture();
  await addPictures(file);
  await pressStep('Continuar');
  await userEvent.click(await screen.findByRole('radio', { name: 'Mono' }));
  await pressStep('Continuar');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Texto' }), 'El mar');
  await pressStep('Continuar');
  // This window decodes no pictures.
  await press('Publicar');
  await waitFor(() => expect(screen.getAllByText('No se pudo procesar la imagen')).toHaveLength(2));
  expect(TestUpload.sent).toEqual([]);
  await pressStep('Atrás');
  await pressStep('Atrás');
  await press('Quitar filtros y efectos');
  await pressStep('Continuar');
  expect(await screen.findByRole('textbox', { name: 'Texto' })).toHaveProperty('value', 'El mar');
  await pressStep('Continuar');
  await press('Publicar');
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
  expect(TestUpload.sent[0]?.form.getAll('images')).toEqual([file]);
});

test('alternative texts follow their pictures into another order, and are sent in it with those that are empty', async () => {
  await openPost();
  const [first, second] = [
    new File(['a'], 'uno.png', { type: 'image/png' }),
    new File(['b'], 'dos.png', { type: 'image/png' }),
  ];
  await addPictures(first, second);
  await pressStep('Continuar');
  await pressStep('Continuar');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Imagen 1' }), { target: { value: ' Un faro ' } });
  await pressStep('Atrás');
  await pressStep('Atrás');
  (await screen.findByRole('button', { name: /dos\.png/ })).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await pressStep('Continuar');
  await pressStep('Continuar');
  expect(await screen.findByRole('textbox', { name: 'Imagen 2' })).toHaveProperty('value', ' Un faro ');
  await pressStep('Continuar');
  await press('Publicar');
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
  expect(TestUpload.sent[0]?.form.getAll('alts')).toEqual([' ', 'Un faro']);
  expect(TestUpload.sent[0]?.form.getAll('images')).toEqual([second, first]);
});

const write = async (text: string) => {
  const field = await screen.findByRole('textbox', { name: 'Texto' });
  fireEvent.change(field, { target: { value: text } });
};
const stored = () =>
  Object.entries(localStorage)
    .filter(([key]) => key.startsWith('draft:'))
    .map(([, text]) => JSON.parse(text).content);

test('another draft is begun, the first is opened again from the list, deleted and restored', async () => {
  await openPost();
  await pressStep('Continuar');
  await write('Uno');
  await pressStep('Atrás');
  await press('Empezar otro');
  await pressStep('Continuar');
  await write('Dos');
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

const addVideo = async (name: string) =>
  userEvent.upload(await screen.findByLabelText('Añadir videos', { selector: 'input' }), [
    new File(['x'], name, { type: 'video/webm' }),
  ]);

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

test('after a reload the videos of a draft are to be chosen again, which is said once', async () => {
  const close = await openPost();
  await addVideo('mar.webm');
  await pressStep('Continuar');
  await write('Uno');
  close();
  const reloaded = Object.entries(localStorage);
  forgetDrafts();
  for (const [key, value] of reloaded) localStorage.setItem(key, value);
  await openPost();
  expect(await screen.findAllByText(/^Vuelve a elegir los videos de este borrador/)).toHaveLength(1);
  expect(screen.queryByRole('list', { name: 'Videos elegidos' })).toBeNull();
  await addVideo('mar.webm');
  await press('Quitar mar.webm de la lista');
  expect(screen.getAllByText(/^Vuelve a elegir los videos de este borrador/)).toHaveLength(1);
});

test.each([
  ['the address', '/create?type=post&tribe=9'],
  ['the draft', '/create?type=post'],
])('a post for a tribe of %s that the person has left goes to no other one', async (_where, path) => {
  localStorage.setItem(`draft:${lucia.id}:create:post:1`, JSON.stringify({ content: 'Secreto', tribeId: 9 }));
  await openPost(path);
  await screen.findByText('Elige una tribu', { selector: '[role="status"]' });
  expect(screen.getByRole('button', { name: 'Continuar' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('combobox', { name: 'Tribu' }));
  await userEvent.click(await screen.findByRole('option', { name: /Hilos/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Continuar' })).toHaveProperty('disabled', false));
});

test('a failed search of suggestions is silent, and the typed tags stay', async () => {
  await openPost();
  stubResponse('GET search', { status: 400, body: { error: 'No se pudo', code: 'invalid_input' } });
  await pressStep('Continuar');
  const field = await screen.findByRole('combobox', { name: 'Etiquetas' });
  fireEvent.change(field, { target: { value: 'noche, fu' } });
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('search?type=tags&q=fu&limit=6'));
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field).toHaveProperty('value', 'noche, fu');
});

test('publishing removes its draft only', async () => {
  await openPost();
  await pressStep('Continuar');
  await write('Uno');
  await pressStep('Atrás');
  await press('Empezar otro');
  await pressStep('Continuar');
  await write('Dos');
  await pressStep('Continuar');
  await press('Publicar');
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
  expect(TestUpload.sent[0]?.form.get('content')).toBe('Dos');
  TestUpload.sent[0]?.answer(201);
  await waitFor(() => expect(stored()).toEqual(['Uno']));
});

function paste(): void {
  const event = new Event('paste', { bubbles: true });
  Object.assign(event, { clipboardData: { files: [picture()] } });
  fireEvent(document.body, event);
}

test('a picture is pasted into the content step, but not behind the camera', async () => {
  await openPost();
  await screen.findByRole('button', { name: 'Cámara' });
  paste();
  expect(await screen.findAllByRole('button', { name: /^Quitar la imagen/ })).toHaveLength(1);
  await press('Cámara');
  await screen.findByRole('dialog', { name: 'Cámara' });
  paste();
  await press('Cerrar');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cámara' })).toBeNull());
  expect(await screen.findAllByRole('button', { name: /^Quitar la imagen/ })).toHaveLength(1);
});

test('a vibe, a post and a clip can be created, and each step begins at its top', async () => {
  await openPost();
  const tabs = await screen.findAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Vibe', 'Post', 'Clip']);
  const scroller = screen.getByRole('navigation', { name: 'Pasos para publicar' }).parentElement?.parentElement;
  if (!scroller) throw new Error('the steps have no scroller');
  scroller.scrollTop = 220;
  await pressStep('Continuar');
  expect(scroller.scrollTop).toBe(0);
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

test('memberships that could not be loaded are an error with a retry, not the lack of a tribe', async () => {
  stubResponse('GET tribes/@me/memberships', { status: 400, body: { error: 'No se pudo', code: 'invalid_input' } });
  await renderApp(<CreateModal />, { browserHistory: true });
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  expect(screen.queryByRole('link', { name: 'Ver tribus' })).toBeNull();
  stubResponse('GET tribes/@me/memberships', { body: { items: [] } });
  await userEvent.click(retry);
  await screen.findByRole('link', { name: 'Ver tribus' });
});
