/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, type StubbedResponse, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { LandingManagerPage } from './landing-manager-page.tsx';

const hero = { title: '', subtitle: '', description: '' };
const slide = {
  id: 's1',
  type: 'image',
  title: 'Sierra',
  description: '',
  mediaUrl: '',
  order: 0,
  enabled: true,
  gradient: 'ember',
  media: null,
};
const path = 'admin/landing-content';
const puts = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' });
const render = () => renderApp(<LandingManagerPage />, { path: '/tools/landing-manager' });

beforeEach(() => {
  forgetRequests();
  forgetDrafts();
});

test('the page shows a note for three seconds without saved content, and the first save sends all of it', async () => {
  stubResponse(`GET ${path}`, { status: 404, body: { error: 'No existe', code: 'not_found' } });
  await render();
  expect(await screen.findByText('No hay contenido guardado, usando valores por defecto')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/usando valores por defecto/)).toBeNull());
  await userEvent.type(screen.getByLabelText('Título'), 'Ven');
  stubResponse(`PUT ${path}`, { body: { hero: { ...hero, title: 'Ven' }, items: [], version: 1 } });
  await userEvent.click(saveButton());
  expect(await screen.findByText('✓ Contenido guardado correctamente')).toBeTruthy();
  expect(puts()).toEqual([{ hero: { ...hero, title: 'Ven' }, items: [], version: 0 }]);
  await waitFor(() => expect(saveButton().disabled).toBe(true));
});

test('content that failed to save remains in the form', async () => {
  stubResponse(`GET ${path}`, { body: { hero, items: [slide], version: 1 } });
  stubResponse(`PUT ${path}`, { status: 503, body: { error: 'No disponible', code: 'unavailable' } });
  await render();
  await userEvent.type(await screen.findByLabelText('Subtítulo'), 'Hay sitio');
  await userEvent.click(saveButton());
  expect(await screen.findByText('✗ Error al guardar el contenido. No disponible')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Subtítulo').value).toBe('Hay sitio');
});

test('edits made or undone during a save stay, and are sent by the next save', async () => {
  stubResponse(`GET ${path}`, { body: { hero: { ...hero, title: 'Ven' }, items: [slide], version: 1 } });
  await render();
  const [title, subtitle] = [
    await screen.findByLabelText<HTMLInputElement>('Título'),
    screen.getByLabelText('Subtítulo'),
  ];
  await userEvent.type(title, '!');
  const { promise, resolve } = Promise.withResolvers<StubbedResponse>();
  stubResponse(`PUT ${path}`, () => promise);
  await userEvent.click(saveButton());
  await userEvent.type(title, '{Backspace}');
  resolve({ body: { hero: { ...hero, title: 'Ven!' }, items: [slide], version: 1 } });
  expect(await screen.findByText('✓ Contenido guardado correctamente')).toBeTruthy();
  expect(title.value).toBe('Ven');

  const second = Promise.withResolvers<StubbedResponse>();
  stubResponse(`PUT ${path}`, () => second.promise);
  await userEvent.click(saveButton());
  await userEvent.type(subtitle, 'Hay sitio');
  second.resolve({ body: { hero: { ...hero, title: 'Ven' }, items: [slide], version: 1 } });
  await waitFor(() => expect(saveButton().disabled).toBe(false));
  stubResponse(`PUT ${path}`, {
    body: { hero: { ...hero, title: 'Ven', subtitle: 'Hay sitio' }, items: [slide], version: 1 },
  });
  await userEvent.click(saveButton());
  await waitFor(() => expect(saveButton().disabled).toBe(true));
  const sent = puts().map((body) => Object(body).hero);
  expect(sent).toEqual([
    { ...hero, title: 'Ven!' },
    { ...hero, title: 'Ven' },
    { ...hero, title: 'Ven', subtitle: 'Hay sitio' },
  ]);
});

const theirs = { hero: { ...hero, title: 'Suyo' }, items: [slide], version: 4 };

async function typeAndConflict(): Promise<void> {
  stubResponse(`GET ${path}`, { body: { hero, items: [slide], version: 3 } });
  stubResponse(`PUT ${path}`, { status: 409, body: { error: 'Otra persona', code: 'landing_changed' } });
  await render();
  await userEvent.type(await screen.findByLabelText('Subtítulo'), 'Mío');
  await userEvent.click(saveButton());
  await screen.findByText('Otra persona ha guardado la portada');
  expect(screen.getByLabelText<HTMLInputElement>('Subtítulo').value).toBe('Mío');
  expect(puts()).toMatchObject([{ hero: { subtitle: 'Mío' }, version: 3 }]);
}

test('after another admin has saved, their content can be loaded, and the next save is based on it', async () => {
  await typeAndConflict();
  stubResponse(`GET ${path}`, { body: theirs });
  await userEvent.click(screen.getByRole('button', { name: 'Ver lo suyo y descartar lo mío' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Título').value).toBe('Suyo'));
  expect(screen.getByLabelText<HTMLInputElement>('Subtítulo').value).toBe('');
  expect(screen.queryByText('Otra persona ha guardado la portada')).toBeNull();
  await userEvent.type(screen.getByLabelText('Título'), '!');
  stubResponse(`PUT ${path}`, { body: { ...theirs, version: 5 } });
  await userEvent.click(saveButton());
  await waitFor(() => expect(puts()[1]).toMatchObject({ hero: { title: 'Suyo!', subtitle: '' }, version: 4 }));
});

test('after another admin has saved, the own content can be saved over theirs', async () => {
  await typeAndConflict();
  stubResponse(`PUT ${path}`, { body: { hero: { ...hero, subtitle: 'Mío' }, items: [slide], version: 5 } });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar lo mío encima' }));
  expect(await screen.findByText('✓ Contenido guardado correctamente')).toBeTruthy();
  expect(Object.keys(Object(puts()[1]))).not.toContain('version');
  expect(screen.queryByText('Otra persona ha guardado la portada')).toBeNull();
  expect(saveButton().disabled).toBe(true);
});

test('unsaved content is restored after another screen, unless another admin has saved since', async () => {
  stubResponse(`GET ${path}`, { body: { hero, items: [slide], version: 1 } });
  const first = await render();
  await userEvent.type(await screen.findByLabelText('Subtítulo'), 'Hay sitio');
  first.unmount();
  const again = await render();
  expect((await screen.findByLabelText<HTMLInputElement>('Subtítulo')).value).toBe('Hay sitio');
  expect(screen.getByText('Hay cambios sin guardar')).toBeTruthy();
  again.unmount();
  stubResponse(`GET ${path}`, { body: { hero: { ...hero, subtitle: 'De otra persona' }, items: [slide], version: 1 } });
  await render();
  expect((await screen.findByLabelText<HTMLInputElement>('Subtítulo')).value).toBe('De otra persona');
});

test('a slide is removed only after a confirmation, and from the public page only on saving', async () => {
  stubResponse(`GET ${path}`, { body: { hero, items: [slide], version: 1 } });
  await render();
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar Sierra' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar' }));
  expect(await screen.findByText('Aún no hay diapositivas')).toBeTruthy();
  expect(puts()).toEqual([]);
  stubResponse(`PUT ${path}`, { body: { hero, items: [], version: 2 } });
  await userEvent.click(saveButton());
  expect(await screen.findByText('✓ Contenido guardado correctamente')).toBeTruthy();
  expect(puts()).toEqual([{ hero, items: [], version: 1 }]);
});

function fileOf(name: string, type: string, megabytes: number): File {
  const file = new File(['x'], name, { type });
  return Object.defineProperty(file, 'size', { value: megabytes * 1024 * 1024 });
}

test.each([
  ['a picture over 15 MB', fileOf('sierra.png', 'image/png', 15.1), 'sierra.png: pesa demasiado. El máximo es 15 MB.'],
  ['a video over 200 MB', fileOf('fuego.mp4', 'video/mp4', 200.1), 'fuego.mp4: pesa demasiado. El máximo es 200 MB.'],
])('%s is refused before it is sent, and another file can be chosen', async (_case, file, problem) => {
  stubResponse(`GET ${path}`, { body: { hero, items: [slide], version: 1 } });
  await render();
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Sierra' }));
  const sheet = await screen.findByRole('dialog', { name: 'Diapositiva' });
  const input = sheet.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement)) throw new Error('the sheet has no file input');
  await userEvent.upload(input, file);
  expect((await screen.findAllByText(problem)).length).toBeGreaterThan(0);
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  const remove = screen.queryByRole('button', { name: `Quitar ${file.name} de la lista` });
  if (remove) await userEvent.click(remove);
  expect(await screen.findByRole('button', { name: /^Elegir imagen o video/ })).toBeTruthy();
});
