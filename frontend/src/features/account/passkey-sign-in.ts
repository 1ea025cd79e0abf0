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
 * Asks for a passkey of this device, or another one that is near. With `autofill` the browser offers it in the e-mail
 * field, until the next request. Throws an Error of the name NotAllowedError when the person changed their mind, and of
 * the name AbortError for another request.
 */
export async function askForPasskey({ autofill }: { autofill: boolean }): Promise<Credential> {
  const { options } = await http.post('/auth/login/passkey/options', { anonymous: true });
  const credential = await startAuthentication({
    // The server made them for this call; the contract says no more than that they are an object.
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
  });
  return credential as Credential;
}

/** Signs in by what the passkey answered. */
export const signInBy = (credential: Credential): Promise<Schema<'SignedIn'>> =>
  http.post('/auth/login/passkey', { body: { credential }, anonymous: true });

/** Whether this browser can offer passkeys in the e-mail field. */
export const canOfferPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill();

/** Ends a request that waits in the e-mail field. */
export const stopPasskeyAutofill = (): void => WebAuthnAbortService.cancelCeremony();
