import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { Params, Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';

export type Credential = Params<'post', '/auth/login/passkey'>['body']['credential'];

/**
 * Requests a passkey of this device, or of one nearby. With `autofill` the browser offers it in the email field, until
 * the next request; `isWanted` decides once the options have arrived, because a new request ends a pending one. Throws
 * an Error of the name NotAllowedError when the person cancelled, and of the name AbortError when another request
 * replaced it or it is no longer wanted.
 */
export async function requestPasskey({
  autofill,
  isWanted = () => true,
}: {
  autofill: boolean;
  isWanted?: () => boolean;
}): Promise<Credential> {
  const { options } = await http.post('/auth/login/passkey/options', { anonymous: true });
  if (!isWanted()) throw new DOMException('passkey no longer wanted', 'AbortError');
  const credential = await startAuthentication({
    // The server created the options for this call; the contract types them as an object only.
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
  });
  return credential as Credential;
}

/** Signs in with the passkey's response. */
export const signInBy = (credential: Credential): Promise<Schema<'SignedIn'>> =>
  http.post('/auth/login/passkey', { body: { credential }, anonymous: true });

/** Whether this browser can offer passkeys in the email field. */
export const canOfferPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill();

/** Aborts the pending request of the email field. */
export const stopPasskeyAutofill = (): void => WebAuthnAbortService.cancelCeremony();
