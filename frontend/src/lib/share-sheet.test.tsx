/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../testing/render.tsx';
import { Toaster } from '../ui/toast.tsx';
import { ShareSheet } from './share-sheet.ts';

const shared = { url: 'https://tribus.test/tools/tribes/7', text: 'Panaderos' };

const ignoreWarnings = () => jest.spyOn(console, 'warn').mockImplementation(() => undefined);
let warn: ReturnType<typeof ignoreWarnings>;
beforeEach(() => {
  warn = ignoreWarnings();
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

const show = (text = shared.text) =>
  renderApp(
    <>
      <ShareSheet open onClose={() => undefined} title="Compartir" shared={{ ...shared, text }} />
      <Toaster />
    </>,
  );

/** The device's own panel, which ends with `outcome`. */
function deviceShares(outcome: () => Promise<void>) {
  const share = jest.fn(outcome);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  return share;
}

const pressDevice = async () => userEvent.click(await screen.findByRole('button', { name: 'Compartir con otra app' }));

test('the panel of the device is offered where there is one, and receives the link', async () => {
  const share = deviceShares(async () => undefined);
  await show();
  await pressDevice();
  expect(share.mock.calls).toEqual([[{ url: shared.url, title: 'Panaderos', text: 'Panaderos' }]]);
});

test('the ten ways to share are in the order of the specification, that of the device at the end', async () => {
  deviceShares(async () => undefined);
  await show();
  await screen.findByRole('button', { name: 'Compartir con otra app' });
  const ways = [...screen.getAllByRole('button'), ...screen.getAllByRole('link')]
    .filter((way) => way.getAttribute('aria-label') !== 'Cerrar')
    .sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    .map((way) => way.getAttribute('aria-label') ?? way.textContent);
  expect(ways).toEqual([
    'Copiar enlace',
    ...['Facebook', 'WhatsApp', 'X', 'LinkedIn', 'Telegram', 'Instagram', 'YouTube'],
    'Correo',
    'Compartir con otra app',
  ]);
});

test('without a text the panel of the device receives only the link', async () => {
  const share = deviceShares(async () => undefined);
  await show('');
  await pressDevice();
  expect(share.mock.calls).toEqual([[{ url: shared.url }]]);
});

test('closing the panel of the device is no fault; any other failure is logged', async () => {
  const failures = [new DOMException('closed', 'AbortError'), new DOMException('forbidden', 'NotAllowedError')];
  deviceShares(() => Promise.reject(failures.shift()));
  await show();
  await pressDevice();
  await pressDevice();
  await waitFor(() => expect(warn.mock.calls.map(([message]) => message)).toEqual(['not shared by the device']));
});

test('without a panel and a clipboard of the device, the link is shown for selection, and the failure is logged', async () => {
  // After user-event has installed its clipboard.
  const user = userEvent.setup();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('forbidden', 'NotAllowedError'));
  await show();
  await user.click(await screen.findByRole('button', { name: 'Copiar enlace' }));
  await waitFor(() => expect(warn.mock.calls.map(([message]) => message)).toEqual(['link not copied']));
  screen.getByText(shared.url);
  expect(screen.queryByText('Enlace copiado')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Compartir con otra app' })).toBeNull();
});
