import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import type { Params } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';

type Credential = Params<'post', '/auth/me/passkeys'>['body']['credential'];

/**
 * Creates a passkey in the browser and stores it on the server. Throws an Error of the name NotAllowedError when the
 * person cancelled.
 */
export async function makePasskey(name: string, body: { currentPassword?: string }) {
  const { options } = await http.put('/auth/me/passkeys/options', { body });
  // The server created the options for this call; the contract types them as an object only.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON });
  return http.post('/auth/me/passkeys', { body: { name, credential: credential as Credential } });
}
