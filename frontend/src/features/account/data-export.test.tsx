/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { session } from '../../lib/session.ts';
import type { DataExport } from './data-export-api.ts';
import { DataExportSection } from './data-export-section.tsx';

const requestedExport: DataExport = {
  id: 'e1',
  state: 'waiting',
  done: 0,
  total: 0,
  requestedAt: '2026-03-01T10:00:00.000Z',
  expiresAt: null,
  sizeBytes: null,
  url: null,
};
const answerWith = (made: DataExport | null) => stubResponse('GET auth/me/data-export', { body: { export: made } });
const show = () => renderApp(<DataExportSection />, { path: '/tools/account' });

beforeEach(() => {
  forgetRequests();
  session.start('t', lucia);
});

test('a requested export is shown as waiting, and cannot be requested twice', async () => {
  answerWith(null);
  stubResponse('POST auth/me/data-export', { body: { export: requestedExport } });
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Descargar mis datos' }));
  expect(await screen.findByText(/Tu copia está en cola/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('an export in progress shows its progress', async () => {
  answerWith({ ...requestedExport, state: 'working', done: 11, total: 22 });
  await show();
  const progress = await screen.findByRole('progressbar', { name: 'Preparación de la copia' });
  expect([progress.getAttribute('aria-valuenow'), progress.getAttribute('aria-valuemax')]).toEqual(['50', '100']);
});

test('a finished export shows its size and until when it is available', async () => {
  const url = '/api/proxy-media/archive?key=archive%2Fk.zip';
  answerWith({ ...requestedExport, state: 'ready', expiresAt: '2026-03-03T10:00:00.000Z', sizeBytes: 1_230_000, url });
  await show();
  expect(await screen.findByRole('button', { name: 'Descargar (1,3 MB)' })).toBeTruthy();
  expect(screen.getByText(/Disponible hasta el 3 de marzo de 2026/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pedir otra copia' })).toBeTruthy();
});

test('a failed export can be requested again, and a refusal shows the server’s message', async () => {
  answerWith({ ...requestedExport, state: 'failed' });
  stubResponse('POST auth/me/data-export', { status: 429, body: { error: 'Mañana', code: 'data_export_limit' } });
  await show();
  expect(await screen.findByText('No hemos podido preparar la copia.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Mañana')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
