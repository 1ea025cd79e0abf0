/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, stubResponse } from '../../../testing/server.ts';
import { Input } from '../../ui/input.tsx';
import { PasskeyButton } from './passkey-button.tsx';

/** A pending passkey request of the browser. */
interface Offer {
  signal: AbortSignal;
  take: () => void;
}

const offers: Offer[] = [];
const bytes = new Uint8Array([1]).buffer;
const passkey = {
  id: 'AQ',
  rawId: bytes,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null },
  getClientExtensionResults: () => ({}),
};

/** A browser that offers passkeys in fields. */
function get({ signal }: { signal: AbortSignal }) {
  return new Promise((resolve, reject) => {
    offers.push({ signal, take: () => resolve(passkey) });
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

const show = () =>
  renderApp(
    <>
      <Input label="Correo" autoComplete="username webauthn" />
      <PasskeyButton onSuspended={() => undefined} />
    </>,
  );

beforeEach(() => {
  forgetRequests();
  offers.length = 0;
  const known = Object.assign(() => undefined, { isConditionalMediationAvailable: async () => true });
  Object.assign(window, { PublicKeyCredential: known });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  stubResponse('POST auth/login/passkey/options', { body: { options: { challenge: 'AQ' } } });
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('the passkey request of the e-mail field is renewed before the server would refuse it', async () => {
  const repeated = jest.spyOn(globalThis, 'setInterval');
  await show();
  await waitFor(() => expect(offers).toHaveLength(1));
  const renewals = repeated.mock.calls.filter(([, ms = 0]) => ms > 60_000 && ms < 5 * 60_000);
  expect(renewals).toHaveLength(1);
  act(() => renewals[0]?.[0]());
  await waitFor(() => expect(offers).toHaveLength(2));
  expect(offers.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
});

test('a passkey from the e-mail field that the server refuses shows the reason', async () => {
  stubResponse('POST auth/login/passkey', {
    status: 401,
    body: { error: 'Esa llave ya no vale', code: 'passkey_unknown' },
  });
  await show();
  await waitFor(() => expect(offers).toHaveLength(1));
  act(() => offers[0]?.take());
  expect(await screen.findByText('Esa llave ya no vale')).toBeTruthy();
});
