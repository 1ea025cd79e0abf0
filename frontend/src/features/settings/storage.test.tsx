/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { returnToWindow } from '../../../testing/focus.ts';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, type StubbedResponse, stubResponse } from '../../../testing/server.ts';
import { forgetDrafts } from '../../lib/drafts.ts';
import { Toaster } from '../../ui/toast.tsx';
import { StoragePage } from './storage-page.tsx';

const folder = {
  driver: 'files',
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  accessKeyId: '',
  hasSecretAccessKey: false,
  publicBaseUrl: '',
  source: 'environment',
  environmentDriver: 'files',
  elsewhere: { objects: 0, bytes: 0 },
};
const chosen = {
  ...folder,
  driver: 's3',
  endpoint: 'https://s3.tribus.test',
  bucket: 'fotos',
  accessKeyId: 'AKIATRIBUS',
  hasSecretAccessKey: true,
  source: 'settings',
  elsewhere: { objects: 1_234, bytes: 56_700_000 },
};
const sent = (method: string) => requests.filter((request) => request.method === method).map(({ body }) => body);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Probar y guardar' }));

beforeEach(() => {
  forgetRequests();
  forgetDrafts();
  stubResponse('GET admin/storage-settings', { body: folder });
});

const render = () =>
  renderApp(
    <>
      <StoragePage />
      <Toaster />
    </>,
    { path: '/tools/storage-settings' },
  );

test('a bucket is saved with its key, whose secret is not shown again, and files in other stores are listed', async () => {
  await render();
  expect(await screen.findByText(/en una carpeta del servidor/)).toBeTruthy();
  expect(screen.getByText('Todo está en el almacén en uso.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Dirección'), ' s3.tribus.test');
  await save();
  expect(await screen.findByText('Escribe una dirección que empiece por https://')).toBeTruthy();
  expect(screen.getByText('De 3 a 63 letras, números, puntos y guiones')).toBeTruthy();
  expect(screen.getByText('Escribe la clave secreta de este almacén')).toBeTruthy();
  expect(sent('PUT')).toEqual([]);
  await userEvent.clear(screen.getByLabelText('Dirección'));
  await userEvent.type(screen.getByLabelText('Dirección'), ' https://s3.tribus.test ');
  await userEvent.type(screen.getByLabelText('Bucket'), 'fotos');
  await userEvent.type(screen.getByLabelText('Nombre de la clave'), 'AKIATRIBUS');
  const secret = screen.getByLabelText<HTMLInputElement>('Clave secreta');
  expect(secret.type).toBe('password');
  await userEvent.type(secret, 'el-secreto');
  stubResponse('PUT admin/storage-settings', { body: chosen });
  await save();
  expect(await screen.findByText('Funciona y está guardado')).toBeTruthy();
  const { endpoint, region, bucket, accessKeyId, publicBaseUrl } = chosen;
  const settings = { driver: 's3', endpoint, region, bucket, accessKeyId, publicBaseUrl };
  expect(sent('PUT')).toEqual([{ ...settings, secretAccessKey: 'el-secreto' }]);
  expect(screen.getByText('Elegido aquí')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Clave secreta')).toMatchObject({
    value: '',
    placeholder: 'Guardada',
  });
  expect(screen.getByText('1234 archivos (56,7 MB) están en otros almacenes. Se siguen viendo.')).toBeTruthy();
  expect(screen.getByText('node main.ts move-objects')).toBeTruthy();
});

test('a secret that is left empty is not sent; for another address it is required', async () => {
  stubResponse('GET admin/storage-settings', { body: chosen });
  await render();
  await userEvent.type(await screen.findByLabelText('Dirección pública'), 'https://cdn.tribus.test');
  stubResponse('PUT admin/storage-settings', { body: { ...chosen, publicBaseUrl: 'https://cdn.tribus.test' } });
  await save();
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  expect(sent('PUT')[0]).not.toHaveProperty('secretAccessKey');
  await userEvent.type(screen.getByLabelText('Dirección'), '.otro');
  await save();
  expect(await screen.findByText('Escribe la clave secreta de este almacén')).toBeTruthy();
  expect(sent('PUT')).toHaveLength(1);
});

test('text typed while a store is tested and saved stays in the form', async () => {
  stubResponse('GET admin/storage-settings', { body: chosen });
  await render();
  await userEvent.type(await screen.findByLabelText('Dirección pública'), 'https://cdn.tribus.test');
  const { promise, resolve } = Promise.withResolvers<StubbedResponse>();
  stubResponse('PUT admin/storage-settings', () => promise);
  await save();
  await userEvent.type(screen.getByLabelText('Dirección pública'), '/fotos');
  resolve({ body: { ...chosen, publicBaseUrl: 'https://cdn.tribus.test' } });
  expect(await screen.findByText('Funciona y está guardado')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Dirección pública').value).toBe('https://cdn.tribus.test/fotos');
});

test('a store that another admin chose meanwhile is shown, and typed text stays', async () => {
  stubResponse('GET admin/storage-settings', { body: chosen });
  await render();
  await userEvent.type(await screen.findByLabelText('Dirección pública'), 'https://cdn.tribus.test');
  stubResponse('GET admin/storage-settings', { body: { ...chosen, bucket: 'videos' } });
  await returnToWindow();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Bucket').value).toBe('videos'));
  expect(screen.getByLabelText<HTMLInputElement>('Dirección pública').value).toBe('https://cdn.tribus.test');
});

test('while files are in other stores, their number is read again until none is left', async () => {
  stubResponse('GET admin/storage-settings', { body: chosen });
  jest.useFakeTimers({ advanceTimers: true });
  try {
    await render();
    await screen.findByText(/^1234 archivos/);
    const reads = () => requests.filter(({ method }) => method === 'GET').length;
    const before = reads();
    stubResponse('GET admin/storage-settings', { body: { ...chosen, elsewhere: { objects: 0, bytes: 0 } } });
    await act(() => jest.advanceTimersByTimeAsync(6_000));
    await screen.findByText('Todo está en el almacén en uso.');
    expect(reads()).toBe(before + 1);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(reads()).toBe(before + 1);
  } finally {
    jest.useRealTimers();
  }
});

test('a failing store shows its error, and typed text remains in the form', async () => {
  stubResponse('GET admin/storage-settings', { body: chosen });
  await render();
  await userEvent.type(await screen.findByLabelText('Bucket'), '-nuevas');
  const refused = { error: 'Ese bucket no existe en el almacén.', code: 'storage_bucket_missing', requestId: 'r' };
  stubResponse('PUT admin/storage-settings', { status: 400, body: refused });
  await save();
  expect(await screen.findByText('Ese bucket no existe en el almacén.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Bucket').value).toBe('fotos-nuevas');
});

test('the test checks the current store, and shows the result in words', async () => {
  stubResponse('GET admin/storage-settings', { body: chosen });
  await render();
  const go = await screen.findByRole('button', { name: 'Probar ahora' });
  stubResponse('POST admin/storage-settings/test', { body: { ok: false, reason: 'access_denied', replyCode: 403 } });
  await userEvent.click(go);
  expect(await screen.findByText(/La clave es válida, pero no puede escribir/)).toBeTruthy();
  expect(screen.getByText('Respuesta del almacén: 403')).toBeTruthy();
  stubResponse('POST admin/storage-settings/test', { body: { ok: true } });
  await userEvent.click(go);
  expect(await screen.findByText('El almacén escribe, lee y borra.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Bucket'), 'x');
  expect(screen.getByText(/no lo que estás escribiendo/)).toBeTruthy();
});

test('the settings are reset after a confirmation', async () => {
  stubResponse('GET admin/storage-settings', { body: chosen });
  await render();
  await userEvent.click(await screen.findByRole('button', { name: 'Volver al del servidor' }));
  stubResponse('PUT admin/storage-settings', { body: folder });
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Volver al del servidor' }));
  expect(await screen.findByText('Lo nuevo va al almacén del servidor')).toBeTruthy();
  expect(sent('PUT')).toEqual([{ endpoint: '' }]);
  expect(screen.getByLabelText<HTMLInputElement>('Dirección').value).toBe('');
});

test('edits are restored on the next visit, except the secret key, which is never stored', async () => {
  const { unmount } = await render();
  await userEvent.type(await screen.findByLabelText('Bucket'), 'fotos-nuevas');
  await userEvent.type(screen.getByLabelText('Clave secreta'), 'una-clave-nueva');
  const stored = [localStorage, sessionStorage].flatMap((storage) => Object.values(storage)).join();
  expect(stored).toContain('fotos-nuevas');
  expect(stored).not.toContain('una-clave-nueva');
  unmount();
  await render();
  await screen.findByText('Recuperado de la última vez, sin guardar.');
  expect(screen.getByLabelText<HTMLInputElement>('Bucket').value).toBe('fotos-nuevas');
  expect(screen.getByLabelText<HTMLInputElement>('Clave secreta').value).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(screen.getByLabelText<HTMLInputElement>('Bucket').value).toBe('');
});
