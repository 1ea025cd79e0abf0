/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
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

test('the passkey request of the email field is renewed before the server would refuse it', async () => {
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

test('a passkey from the email field that the server refuses shows the reason', async () => {
  stubResponse('POST auth/login/passkey', {
    status: 401,
    body: { error: 'Esa llave ya no vale', code: 'passkey_unknown' },
  });
  await show();
  await waitFor(() => expect(offers).toHaveLength(1));
  act(() => offers[0]?.take());
  expect(await screen.findByText('Esa llave ya no vale')).toBeTruthy();
});

/** Does `work` while the response to the options of the first passkey request is held, then waits until it is read. */
async function whileOptionsWait(work: () => Promise<void>): Promise<void> {
  const released = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  let calls = 0;
  let isRead = false;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).endsWith('/auth/login/passkey/options') || ++calls > 1) return response;
    await released.promise;
    const text = await response.text();
    response.text = async () => {
      isRead = true;
      return text;
    };
    return response;
  };
  const requested = () => requests.filter(({ path }) => path === 'auth/login/passkey/options');
  try {
    await waitFor(() => expect(requested()).toHaveLength(1));
    await work();
    released.resolve();
    await waitFor(() => expect(isRead).toBe(true));
  } finally {
    globalThis.fetch = fetch;
  }
}

test('the prompt of the button is not ended by an offer in the email field whose options arrive later', async () => {
  await show();
  await whileOptionsWait(async () => {
    await userEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(offers).toHaveLength(1));
  });
  expect(offers.map(({ signal }) => signal.aborted)).toEqual([false]);
});
