/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { recordUploads, restoreUploads, TestUpload } from '../../../testing/uploads.ts';
import type { Schema } from '../../lib/contract.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import { MediaPart } from './media-part.tsx';

Object.assign(URL, { createObjectURL: ({ name }: File) => `blob:${name}`, revokeObjectURL: () => undefined });

const file = (name: string, type = 'image/png') => new File(['x'], name, { type });
const media = (id: string, caption = '', more: object = {}) => ({
  id,
  caption,
  url: `/${id}.webp`,
  variants: { square: `/${id}.s.webp`, medium: `/${id}.m.webp`, large: `/${id}.l.webp` },
  lqip: 'data:image/webp;base64,AA',
  width: 9,
  height: 9,
  createdAt: '2026-03-01T10:00:00.000Z',
  user: { id: 'u2', name: 'Beto', avatarUrl: null, restrictedHigher: false },
  canDelete: false,
  hidden: null,
  ...more,
});

const page = (items: object[], more: object = {}) => ({
  body: { items, nextCursor: null, canUpload: true, ...more },
});
const show = () =>
  renderApp(
    <>
      <MediaPart tribe={{ id: 7 } as Schema<'Tribe'>} />
      <Toaster />
    </>,
  );
const part = () => screen.getByRole('region', { name: 'Imágenes' });
const drop = (...files: File[]) => fireEvent.drop(part(), { dataTransfer: { types: ['Files'], files } });
const sheet = () => screen.findByRole('dialog', { name: 'Subir imágenes' });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const keys = () => TestUpload.sent.map(({ headers }) => headers.get('Idempotency-Key'));

beforeEach(() => {
  forgetRequests();
  forgetDrafts();
  recordUploads();
  session.start('t', lucia);
});

afterEach(() => {
  restoreUploads();
  session.end();
});

test('dropped pictures get captions, are sent one after another, and come first in the list', async () => {
  stubResponse('GET tribes/7/media', page([media('old', 'De antes')]));
  await show();
  await screen.findByRole('button', { name: 'Abrir: De antes' });
  drop(file('uno.png'), file('dos.png'));
  const dialog = await sheet();
  await userEvent.type(within(dialog).getByLabelText('Pie de uno.png'), 'La hoguera');
  await press('Subir 2 imágenes');
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
  within(dialog).getByText('En cola');
  TestUpload.sent[0]?.progress(30, 120);
  expect(within(dialog).getByRole('progressbar', { name: 'Subiendo uno.png' })).toHaveProperty('ariaValueNow', '25');
  expect([...(TestUpload.sent[0]?.form.entries() ?? [])].map(([name]) => name)).toEqual(['caption', 'file']);
  TestUpload.sent[0]?.answer(201, media('one', 'La hoguera'));
  await waitFor(() => expect(TestUpload.sent).toHaveLength(2));
  TestUpload.sent[1]?.answer(201, media('two'));
  await screen.findByText('2 imágenes subidas');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const list = within(screen.getByRole('list', { name: 'Imágenes' }));
  expect(list.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Abrir la imagen de Beto',
    'Abrir: La hoguera',
    'Abrir: De antes',
  ]);
  expect(new Set(keys()).size).toBe(2);
});

test('a cancelled or failed upload remains listed with its caption and is sent again under the same key', async () => {
  stubResponse('GET tribes/7/media', page([]));
  await show();
  await press('Subir imágenes');
  const dialog = await sheet();
  await userEvent.upload(within(dialog).getByLabelText('Elegir imágenes', { selector: 'input' }), file('a.png'));
  await userEvent.type(await within(dialog).findByLabelText('Pie de a.png'), 'Pan');
  await press('Subir 1 imagen');
  await press('Cancelar a.png');
  expect(within(dialog).getByLabelText('Pie de a.png')).toHaveProperty('value', 'Pan');
  await press('Subir 1 imagen');
  await waitFor(() => expect(TestUpload.sent).toHaveLength(2));
  TestUpload.sent[1]?.answer(413, { error: 'El archivo es demasiado grande. Máximo 15MB.', code: 'file_too_large' });
  await within(dialog).findByText('El archivo es demasiado grande. Máximo 15MB.');
  await press('Reintentar a.png');
  await waitFor(() => expect(TestUpload.sent).toHaveLength(3));
  expect(new Set(keys()).size).toBe(1);
  TestUpload.sent[2]?.answer(503, {});
  await within(dialog).findByText('No se pudo subir. Sigue aquí: prueba otra vez.');
  await userEvent.type(within(dialog).getByLabelText('Pie de a.png'), ' de hoy');
  await press('Reintentar a.png');
  await waitFor(() => expect(TestUpload.sent).toHaveLength(4));
  expect(new Set(keys()).size).toBe(2);
});

test('a pasted picture is chosen, and a rejected file is listed with the reason', async () => {
  stubResponse('GET tribes/7/media', page([]));
  await show();
  await screen.findByText('Aún no hay imágenes');
  const paste = (...files: File[]) => fireEvent.paste(document, { clipboardData: { files } });
  paste(file('baile.mp4', 'video/mp4'));
  await screen.findByText(/^baile\.mp4: este tipo de archivo no vale/);
  paste(file('foto.png'));
  within(await sheet()).getByLabelText('Pie de foto.png');
});

test('a viewer without permission to add pictures sees no button, and dropping does nothing', async () => {
  stubResponse('GET tribes/7/media', page([], { canUpload: false }));
  await show();
  await screen.findByText('Cuando alguien de la tribu suba una, la verás aquí.');
  drop(file('uno.png'));
  expect([screen.queryByRole('button', { name: 'Subir imágenes' }), screen.queryByRole('dialog')]).toEqual([
    null,
    null,
  ]);
});

test('a picture opens with its caption and its uploader, and a moderator removes it with a reason', async () => {
  stubResponse('GET tribes/7/media', page([media('a', 'Pan', { canDelete: true }), media('b')]));
  stubResponse('DELETE tribes/7/media/a', { body: { ok: true } });
  await show();
  await press('Abrir la imagen de Beto');
  await screen.findByText('2 de 2');
  expect(screen.queryByRole('button', { name: 'Borrar' })).toBeNull();
  const lightbox = await screen.findByRole('dialog');
  await waitFor(() => expect(lightbox.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{ArrowLeft}');
  await within(lightbox).findByText('Pan');
  await press('Borrar');
  const deletions = () => requests.filter(({ method }) => method === 'DELETE');
  await userEvent.click(await screen.findByRole('radio', { name: 'Spam o publicidad' }));
  expect(deletions()).toEqual([]);
  await press('Quitar');
  await screen.findByText('Quitado');
  expect(deletions()).toMatchObject([{ body: { reason: 'spam', message: '' } }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Abrir: Pan' })).toBeNull());
});

test('a lost picture is marked in its square and when opened, and can be deleted', async () => {
  const lost = { lost: true, url: '', variants: { square: '', medium: '', large: '' }, canDelete: true };
  stubResponse('GET tribes/7/media', page([media('a', 'Pan', { ...lost, user: lucia }), media('b')]));
  stubResponse('DELETE tribes/7/media/a', { body: { ok: true } });
  await show();
  const text = 'La imagen ya no está disponible';
  const tile = await screen.findByRole('button', { name: `${text}. Abrir: Pan` });
  expect([within(tile).getByText(text).textContent, tile.querySelector('img')]).toEqual([text, null]);
  await userEvent.click(tile);
  const lightbox = await screen.findByRole('dialog');
  expect([within(lightbox).getByText(text).textContent, within(lightbox).queryByRole('img')]).toEqual([text, null]);
  await press('Borrar');
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: '¿Borrar esta imagen?' })).getByRole('button', { name: 'Borrar' }),
  );
  await waitFor(() => expect(screen.queryByText('Pan')).toBeNull());
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  await screen.findByRole('button', { name: 'Abrir la imagen de Beto' });
});

test('a list that fails to load shows an error and can be retried', async () => {
  stubResponse('GET tribes/7/media', { status: 500 });
  await show();
  await screen.findByText('No se pudieron cargar las imágenes');
  stubResponse('GET tribes/7/media', page([media('a', 'Pan')]));
  await press('Reintentar');
  await screen.findByRole('button', { name: 'Abrir: Pan' });
});
