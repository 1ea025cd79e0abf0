import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import type { Params } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';

type Credential = Params<'post', '/auth/me/passkeys'>['body']['credential'];

/** Has the browser make a passkey and keeps it. Throws an Error of the name NotAllowedError when the person stopped it. */
export async function makePasskey(name: string, body: { currentPassword?: string }) {
  const { options } = await http.put('/auth/me/passkeys/options', { body });
  // The server made them for this call; the contract says no more than that they are an object.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON });
  return http.post('/auth/me/passkeys', { body: { name, credential: credential as Credential } });
}
