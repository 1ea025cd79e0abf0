/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, forgetRequests, requests } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import type { DataExport } from './data-export-api.ts';
import { DataExportSection } from './data-export-section.tsx';

const asked: DataExport = {
  id: 'e1',
  state: 'waiting',
  done: 0,
  total: 0,
  requestedAt: '2026-03-01T10:00:00.000Z',
  expiresAt: null,
  sizeBytes: null,
  url: null,
};
const answerWith = (made: DataExport | null) => answer('GET auth/me/data-export', { body: { export: made } });
const show = () => renderApp(<DataExportSection />, { path: '/tools/account' });

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

test('who asks for a copy is told that it waits, and cannot ask twice', async () => {
  answerWith(null);
  answer('POST auth/me/data-export', { body: { export: asked } });
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Descargar mis datos' }));
  expect(await screen.findByText(/Tu copia está en cola/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('while a copy is made one sees how far it is', async () => {
  answerWith({ ...asked, state: 'working', done: 11, total: 22 });
  await show();
  const progress = await screen.findByRole('progressbar', { name: 'Preparación de la copia' });
  expect([progress.getAttribute('aria-valuenow'), progress.getAttribute('aria-valuemax')]).toEqual(['50', '100']);
});

test('a copy that is ready says how large it is and until when it is there', async () => {
  const url = '/api/proxy-media/archive?key=archive%2Fk.zip';
  answerWith({ ...asked, state: 'ready', expiresAt: '2026-03-03T10:00:00.000Z', sizeBytes: 1_230_000, url });
  await show();
  expect(await screen.findByRole('button', { name: 'Descargar (1,3 MB)' })).toBeTruthy();
  expect(screen.getByText(/Disponible hasta el 3 de marzo de 2026/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pedir otra copia' })).toBeTruthy();
});

test('a copy that failed can be asked for again, and a refusal is told in the words of the server', async () => {
  answerWith({ ...asked, state: 'failed' });
  answer('POST auth/me/data-export', { status: 429, body: { error: 'Mañana', code: 'data_export_limit' } });
  await show();
  expect(await screen.findByText('No hemos podido preparar la copia.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Mañana')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
