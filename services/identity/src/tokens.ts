import { createPrivateKey, type KeyObject } from 'node:crypto';
import { sessionClaims, thumbprint } from '@tribus/community/session-token.ts';
import jwt from 'jsonwebtoken';
import type { Session } from './store/sessions.ts';

const privateKeyBlock = /-----BEGIN (?:EC )?PRIVATE KEY-----[^-]+-----END (?:EC )?PRIVATE KEY-----/g;

export interface SigningKey {
  /** RFC 7638 thumbprint of the public key. */
  id: string;
  key: KeyObject;
}

/**
 * Returns the keys of `JWT_PRIVATE_KEY`: one or more PEM blocks, each on the curve P-256. Throws on anything else. The
 * first signs; the others are being rotated out.
 */
export function readSigningKeys(pems: string): [SigningKey, ...SigningKey[]] {
  const [first, ...others] = (pems.match(privateKeyBlock) ?? []).map(readSigningKey);
  if (!first) throw new Error('no private key');
  return [first, ...others];
}

function readSigningKey(pem: string): SigningKey {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a key on the curve P-256');
  return { id: thumbprint(key), key };
}

/** Signs session tokens. They contain user, session and expiry; role and status are looked up at each request. */
export class SessionTokens {
  readonly #signing: SigningKey;

  constructor(signing: SigningKey) {
    this.#signing = signing;
  }

  sign({ id, userId, createdAt, expiresAt }: Pick<Session, 'id' | 'userId' | 'createdAt' | 'expiresAt'>): string {
    const claims = { sub: userId, sid: id, iat: seconds(createdAt), exp: seconds(expiresAt), ...sessionClaims };
    return jwt.sign(claims, this.#signing.key, { algorithm: 'ES256', keyid: this.#signing.id });
  }
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);
