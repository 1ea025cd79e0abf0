/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, type StubbedResponse, stubResponse } from '../../../testing/server.ts';
import { Toaster } from '../../ui/toast.tsx';
import { TasksPage } from './tasks-page.tsx';

const task = (id: string, position: number, status = 'todo') => ({
  id,
  title: id,
  description: '',
  status,
  position,
  done: status === 'done',
  createdAt: '2026-03-01T10:00:00Z',
});
const both = [task('Pan', 0), task('Leche', 1)];
const isTicked = (title: string) => screen.getByLabelText<HTMLInputElement>(`Hecho: ${title}`).checked;
const tick = async (title: string) => userEvent.click(await screen.findByLabelText(`Hecho: ${title}`));

beforeEach(() => {
  forgetRequests();
  stubResponse('GET tasks', { body: { tasks: both } });
});

const render = () =>
  renderApp(
    <>
      <TasksPage />
      <Toaster />
    </>,
    { path: '/tools/tasks' },
  );

test('offline, a change is rolled back at once, and the board is fetched again on reconnecting', async () => {
  await render();
  await screen.findByLabelText('Hecho: Pan');
  stubResponse('GET tasks', 'lost');
  stubResponse('PUT tasks/Pan', 'lost');
  act(() => onlineManager.setOnline(false));
  await tick('Pan');
  await screen.findByText('No se pudo guardar. El tablero está como antes.');
  expect(isTicked('Pan')).toBe(false);
  stubResponse('GET tasks', { body: { tasks: [task('Pan', 0), task('Leche', 0, 'done')] } });
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(isTicked('Leche')).toBe(true));
});

test('a deleted task returns to its position with one request, which a lost response does not repeat', async () => {
  await render();
  await screen.findByLabelText('Hecho: Pan');
  stubResponse('DELETE tasks/Pan', { body: { ok: true } });
  await userEvent.click(screen.getByRole('button', { name: /^Mover Pan,/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Borrar tarea' }));
  const posts = () => requests.filter(({ method }) => method === 'POST');
  stubResponse('POST tasks', (): StubbedResponse | 'lost' =>
    posts().length === 1 ? 'lost' : { status: 201, body: { task: { ...task('Pan', 0), id: 'restored' } } },
  );
  stubResponse('GET tasks', { body: { tasks: [{ ...task('Pan', 0), id: 'restored' }, task('Leche', 1)] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await screen.findByLabelText('Hecho: Pan');
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts().map(({ path }) => path)).toEqual(['tasks', 'tasks']);
  expect(posts()[1]?.body).toEqual({ title: 'Pan', description: '', status: 'todo', position: 0 });
  expect(new Set(posts().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

test('only the failed one of several changes is rolled back', async () => {
  await render();
  await screen.findByLabelText('Hecho: Pan');
  stubResponse('GET tasks', 'lost');
  stubResponse(
    'PUT tasks/Pan',
    (): StubbedResponse => ({ status: 503, body: { error: 'Ahora no', code: 'x', requestId: 'r' } }),
  );
  stubResponse('PUT tasks/Leche', { body: { task: task('Leche', 0, 'done') } });
  await tick('Pan');
  await tick('Leche');
  await screen.findByText('Ahora no');
  await waitFor(() => expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(2));
  await waitFor(() => expect([isTicked('Pan'), isTicked('Leche')]).toEqual([false, true]));
});
