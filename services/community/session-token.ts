import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

/** Claims that identity signs into session tokens and the gateway requires (trust.md 1). */
export const sessionClaims = { iss: 'tribus', aud: 'tribus', typ: 'session' } as const;

/**
 * RFC 7638: the hash of the public key's required members in order; a private key has the thumbprint of its public key.
 */
export function thumbprint(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}
