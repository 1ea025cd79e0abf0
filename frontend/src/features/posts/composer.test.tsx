/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { recordUploads, restoreUploads, TestUpload } from '../../../testing/uploads.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';
import type { Post } from './api.ts';
import { Composer } from './composer.tsx';
import { PostEditor } from './post-editor.tsx';

const show = () => renderApp(<Composer tribeId={7} />);
const field = () => screen.getByLabelText('Qué quieres contar');
const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publicar' }));
const keys = () => TestUpload.sent.map(({ headers }) => headers.get('Idempotency-Key'));

beforeEach(() => {
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

test('a post is published with its fields, and the composer is empty afterwards', async () => {
  await show();
  await userEvent.type(field(), 'Hoy hay pan');
  await userEvent.click(screen.getByRole('button', { name: 'Etiquetas, lugar y nivel' }));
  await userEvent.type(await screen.findByLabelText('Etiquetas'), 'horno, pan');
  await publish();
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
  expect([...(TestUpload.sent[0]?.form.entries() ?? [])]).toEqual([
    ['kind', 'post'],
    ['content', 'Hoy hay pan'],
    ['minLevelOrder', '1'],
    ['tags', 'horno, pan'],
  ]);
  TestUpload.sent[0]?.answer(201);
  await waitFor(() => expect(field()).toHaveProperty('value', ''));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

test('the composer names what cannot be a tag while it is typed, and publishes nevertheless', async () => {
  await show();
  await userEvent.type(field(), 'Hoy hay pan');
  await userEvent.click(screen.getByRole('button', { name: 'Etiquetas, lugar y nivel' }));
  await userEvent.type(await screen.findByLabelText('Etiquetas'), 'horno, 山');
  await screen.findByText(/^No vale como etiqueta: 山\./);
  await publish();
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
});

/** A tribe with the levels of these names, and the viewer in it. */
function stubLevels(names: string[], viewer: { canModerate: boolean; levelOrder: number }): void {
  const { canModerate, levelOrder } = viewer;
  const levels = names.map((name, index) => ({ id: `l${index}`, order: index + 1, name, challenges: [] }));
  stubResponse('GET tribes/7/config', { body: { levels, reached: 1 } });
  stubResponse('GET tribes/7', { body: { id: 7, canModerate, membership: { status: 'active', levelOrder } } });
}

const openLevels = async () => {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Quién lo ve' }));
  return (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
};

test.each([
  [
    'an owner',
    { canModerate: true, levelOrder: 5 },
    ['Toda la tribu', 'Desde nivel 2 · Hebra', 'Desde nivel 3 · Paño'],
  ],
  ['a member', { canModerate: false, levelOrder: 2 }, ['Toda la tribu', 'Desde nivel 2 · Hebra']],
])('%s chooses among the existing levels that they may require, by name', async (_who, viewer, offered) => {
  stubLevels(['Hilo', 'Hebra', 'Paño'], viewer);
  await show();
  await userEvent.type(field(), 'Hoy hay pan');
  await userEvent.click(screen.getByRole('button', { name: 'Etiquetas, lugar y nivel' }));
  expect(await openLevels()).toEqual(offered);
  await userEvent.click(screen.getByRole('option', { name: 'Desde nivel 2 · Hebra' }));
  await publish();
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
  expect(TestUpload.sent[0]?.form.get('minLevelOrder')).toBe('2');
});

test('an edit changes the level needed to see a post, and sends it only when it was changed', async () => {
  stubLevels(['Hilo', 'Hebra', 'Paño'], { canModerate: false, levelOrder: 2 });
  // An officer has chosen a level above the author's.
  const post = { id: 'p1', tribeId: 7, content: 'Hoy hay pan', images: [], minLevelOrder: 3 } as unknown as Post;
  stubResponse('PUT tribes/7/posts/p1', ({ body }) => ({ body: { ...post, ...Object(body) } }));
  const edits = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await renderApp(<PostEditor post={post} onDone={() => undefined} />);
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await userEvent.type(screen.getByLabelText('Texto de la publicación'), ' tierno');
  await save();
  await waitFor(() => expect(edits()).toEqual([{ content: 'Hoy hay pan tierno' }]));
  expect(await openLevels()).toEqual(['Toda la tribu', 'Desde nivel 2 · Hebra', 'Desde nivel 3 · Paño']);
  await userEvent.click(screen.getByRole('option', { name: 'Desde nivel 2 · Hebra' }));
  await save();
  await waitFor(() => expect(edits()).toHaveLength(2));
  expect(edits()[1]).toMatchObject({ minLevelOrder: 2 });
});

test('the same draft sent again is the same post, a changed one is another', async () => {
  await show();
  await userEvent.type(field(), 'Hoy hay pan');
  for (const change of ['', '', ' tierno']) {
    if (change) await userEvent.type(field(), change);
    const before = TestUpload.sent.length;
    await publish();
    await waitFor(() => expect(TestUpload.sent).toHaveLength(before + 1));
    TestUpload.sent.at(-1)?.answer(500);
    await screen.findByText('Error al publicar');
  }
  const [first, second, third] = keys();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('an unsent draft is restored on returning, and a response clears only the sent text', async () => {
  const { unmount } = await show();
  await userEvent.type(field(), 'Uno');
  await publish();
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
  unmount();
  await show();
  expect(field()).toHaveProperty('value', 'Uno');
  await userEvent.type(field(), ' y dos');
  TestUpload.sent[0]?.answer(201);
  await screen.findByRole('button', { name: 'Publicar' });
  expect(field()).toHaveProperty('value', 'Uno y dos');
});

test('a post confirmed after its screen was left removes its draft', async () => {
  const { unmount } = await show();
  await userEvent.type(field(), 'Uno');
  await publish();
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
  unmount();
  await show();
  TestUpload.sent[0]?.answer(201);
  await waitFor(() => expect(field()).toHaveProperty('value', ''));
});

test('pictures are sent in their order, and a rejected one shows the reason', async () => {
  Object.assign(URL, { createObjectURL: ({ name }: File) => `blob:${name}`, revokeObjectURL: () => undefined });
  await show();
  const picture = (name: string, type = 'image/png') => new File(['picture'], name, { type });
  const composer = screen.getByRole('form', { name: 'Nueva publicación' });
  fireEvent.drop(composer, { dataTransfer: { types: ['Files'], files: [picture('a.txt', 'text/plain')] } });
  expect(screen.getByRole('alert').textContent).toBe('Tipo de archivo no válido. Use JPG, PNG, GIF o WebP.');
  const empty = new File([], 'empty.png', { type: 'image/png' });
  fireEvent.drop(composer, { dataTransfer: { types: ['Files'], files: [empty] } });
  expect(screen.getByRole('alert').textContent).toBe('Este archivo está vacío.');
  await userEvent.upload(screen.getByLabelText('Añadir imágenes', { selector: 'input' }), [
    picture('1.png'),
    picture('2.png'),
    picture('3.png'),
  ]);
  expect(screen.queryByRole('alert')).toBeNull();
  (await screen.findByRole('button', { name: 'Mover 3.png, 3 de 3' })).focus();
  await userEvent.keyboard('{Home}');
  await userEvent.click(screen.getByRole('button', { name: 'Quitar la imagen 2' }));
  await publish();
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
  const files = TestUpload.sent[0]?.form.getAll('images').filter((value) => value instanceof File) ?? [];
  expect(files.map(({ name }) => name)).toEqual(['3.png', '2.png']);
});

test('a new user sees the limit of posts while they write, and a refused post keeps its text', async () => {
  const limitedUntil = new Date(Date.now() + 3_600_000).toISOString();
  session.start('t', { ...lucia, emailVerified: false, limitedUntil });
  await show();
  expect(screen.queryByText(/Tu cuenta es nueva/)).toBeNull();
  await userEvent.type(field(), 'La sexta');
  await screen.findByText(/puedes publicar 5 veces por hora y 20 al día\./);
  await publish();
  await waitFor(() => expect(TestUpload.sent).toHaveLength(1));
  TestUpload.sent[0]?.answer(429, { error: 'Espera 20 min.', code: 'new_account_posts' });
  await screen.findByText('Espera 20 min.');
  expect(field()).toHaveProperty('value', 'La sexta');
  await userEvent.type(field(), ' en https://a.test');
  await screen.findByText(/puedes poner 2 enlaces en cada texto\./);
  expect(screen.queryByText(/veces por hora/)).toBeNull();
});
