/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { returnToWindow } from '../../../testing/focus.ts';
import { lucia } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, type StubbedResponse, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { session } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import { AdsPage } from './ads-page.tsx';

const usual = { enabled: false, script: '', adClient: '', adSlot: '', maxShowsPerSession: 2, intervalSec: 180 };
const puts = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

beforeEach(() => {
  forgetRequests();
  forgetDrafts();
  stubResponse('GET admin/ads-config', { body: usual });
});

const render = () =>
  renderApp(
    <>
      <AdsPage />
      <Toaster />
    </>,
    { path: '/tools/ads-settings' },
  );

test('an ad is previewed next to the form in a frame with an opaque origin, and saved with its numbers', async () => {
  await render();
  expect(await screen.findByText('Escribe un anuncio y lo verás aquí.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Anuncio'), '<p>Miel</p>');
  const frame = await screen.findByTitle<HTMLIFrameElement>('Publicidad');
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-popups allow-popups-to-escape-sandbox');
  expect(frame.getAttribute('src')).toBe('/api/ad-frame');
  await userEvent.click(screen.getByRole('switch', { name: 'Mostrar anuncios' }));
  const interval = screen.getByLabelText('Segundos entre dos anuncios');
  await userEvent.clear(interval);
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Escribe un número de 1 a 86400')).toBeTruthy();
  await userEvent.type(interval, '60');
  const saved = { ...usual, enabled: true, script: '<p>Miel</p>', intervalSec: 60 };
  stubResponse('PUT admin/ads-config', { body: saved });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Anuncios guardados')).toBeTruthy();
  expect(puts()).toEqual([{ enabled: true, script: '<p>Miel</p>', intervalSec: 60 }]);
});

test('text typed while a save is on its way stays, and so do the fields that another admin changed', async () => {
  await render();
  await userEvent.type(await screen.findByLabelText('Anuncio'), 'Miel');
  const { promise, resolve } = Promise.withResolvers<StubbedResponse>();
  stubResponse('PUT admin/ads-config', () => promise);
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await userEvent.type(screen.getByLabelText('Anuncio'), ' y cera');
  await userEvent.type(screen.getByLabelText('Cliente'), 'ca-1');
  resolve({ body: { ...usual, script: 'Miel', maxShowsPerSession: 5 } });
  expect(await screen.findByText('Anuncios guardados')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Anuncio').value).toBe('Miel y cera');
  expect(screen.getByLabelText<HTMLInputElement>('Cliente').value).toBe('ca-1');
  expect(screen.getByLabelText<HTMLInputElement>('Anuncios por sesión').value).toBe('5');
  stubResponse('PUT admin/ads-config', { body: usual });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(puts()).toEqual([{ script: 'Miel' }, { script: 'Miel y cera', adClient: 'ca-1' }]));
});

test('an ad that the server refuses remains in the form', async () => {
  await render();
  await userEvent.type(await screen.findByLabelText('Anuncio'), 'http://ads.example/a.js');
  const error = 'La dirección de un script empieza por https://';
  stubResponse('PUT admin/ads-config', { status: 400, body: { error, code: 'ad_address_invalid' } });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText(error)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Anuncio').value).toBe('http://ads.example/a.js');
});

const script = () => screen.findByLabelText<HTMLTextAreaElement>('Anuncio');
const client = () => screen.getByLabelText<HTMLInputElement>('Cliente');
const note = 'Recuperado de la última vez, sin guardar.';

/** Types an ad and a client, and leaves the screen. */
async function leaveEdits(): Promise<void> {
  session.start('t1', lucia);
  const { unmount } = await render();
  await userEvent.type(await script(), 'Miel');
  await userEvent.type(client(), 'ca-1');
  unmount();
}

test('edits are restored on the next visit with a note, saved as edits, and then stored no longer', async () => {
  await leaveEdits();
  const { unmount } = await render();
  expect(await screen.findByText(note)).toBeTruthy();
  expect([(await script()).value, client().value]).toEqual(['Miel', 'ca-1']);
  const saved = { ...usual, script: 'Miel', adClient: 'ca-1' };
  stubResponse('PUT admin/ads-config', { body: saved });
  stubResponse('GET admin/ads-config', { body: saved });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Anuncios guardados')).toBeTruthy();
  expect(puts()).toEqual([{ script: 'Miel', adClient: 'ca-1' }]);
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  unmount();
  stubResponse('GET admin/ads-config', { body: usual });
  await render();
  expect((await script()).value).toBe('');
});

test('an edit of an earlier visit does not replace what another admin has saved in its field since', async () => {
  await leaveEdits();
  stubResponse('GET admin/ads-config', { body: { ...usual, script: 'De otra persona' } });
  await render();
  expect(await screen.findByText(note)).toBeTruthy();
  expect([(await script()).value, client().value]).toEqual(['De otra persona', 'ca-1']);
  stubResponse('PUT admin/ads-config', { body: { ...usual, script: 'De otra persona', adClient: 'ca-1' } });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(puts()).toEqual([{ adClient: 'ca-1' }]));
});

test('a restored edit is replaced by a value that another admin saved while the settings were cached', async () => {
  await leaveEdits();
  await render();
  expect((await script()).value).toBe('Miel');
  stubResponse('GET admin/ads-config', { body: { ...usual, script: 'De otra persona' } });
  await returnToWindow();
  await waitFor(async () => expect((await script()).value).toBe('De otra persona'));
  expect(client().value).toBe('ca-1');
});

test('restored edits are discarded by the button of their note', async () => {
  await leaveEdits();
  const { unmount } = await render();
  await userEvent.click(await screen.findByRole('button', { name: 'Descartar' }));
  expect([(await script()).value, client().value]).toEqual(['', '']);
  expect(screen.queryByText(note)).toBeNull();
  unmount();
  await render();
  expect((await script()).value).toBe('');
  expect(screen.queryByText(note)).toBeNull();
});
