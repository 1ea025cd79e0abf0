/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  addPictures,
  beginCreating,
  endCreating,
  openPost,
  picture,
  press,
  pressStep,
} from '../../testing/create-flow.tsx';
import { lucia } from '../../testing/people.ts';
import { renderApp } from '../../testing/render.tsx';
import { requests, stubResponse } from '../../testing/server.ts';
import { TestUpload } from '../../testing/uploads.ts';
import { CreateModal } from './create-modal.tsx';

beforeEach(beginCreating);
afterEach(endCreating);

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
  await press('Textos alternativos 0/2');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Imagen 1' }), { target: { value: ' Un faro ' } });
  await pressStep('Atrás');
  await pressStep('Atrás');
  (await screen.findByRole('button', { name: /dos\.png/ })).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await pressStep('Continuar');
  await pressStep('Continuar');
  await press('Textos alternativos 1/2');
  expect(await screen.findByRole('textbox', { name: 'Imagen 2' })).toHaveProperty('value', ' Un faro ');
  await pressStep('Continuar');
  await press('Publicar');
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
  expect(TestUpload.sent[0]?.form.getAll('alts')).toEqual([' ', 'Un faro']);
  expect(TestUpload.sent[0]?.form.getAll('images')).toEqual([second, first]);
});

test.each([
  ['the address', '/create?type=post&tribe=9'],
  ['the draft', '/create?type=post'],
])('a post for a tribe of %s that the person has left goes to no other one', async (_where, path) => {
  localStorage.setItem(`draft:${lucia.id}:create:post:1`, JSON.stringify({ content: 'Secreto', tribeId: 9 }));
  await openPost(path);
  await screen.findByText('Elige una tribu', { selector: '[role="status"]' });
  const onwards = screen.getByRole('button', { name: 'Continuar' });
  expect(onwards.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(screen.getByRole('combobox', { name: 'Tribu' }));
  await userEvent.click(await screen.findByRole('option', { name: /Hilos/ }));
  await waitFor(() => expect(onwards.getAttribute('aria-disabled')).toBeNull());
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

test('memberships that could not be loaded are an error with a retry, not the lack of a tribe', async () => {
  stubResponse('GET tribes/@me/memberships', { status: 400, body: { error: 'No se pudo', code: 'invalid_input' } });
  await renderApp(<CreateModal />, { browserHistory: true });
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  expect(screen.queryByRole('link', { name: 'Ver tribus' })).toBeNull();
  stubResponse('GET tribes/@me/memberships', { body: { items: [] } });
  await userEvent.click(retry);
  await screen.findByRole('link', { name: 'Ver tribus' });
});
