import { createPublicKey, type KeyObject } from 'node:crypto';
import { sessionClaims, thumbprint } from '@tribus/community/session-token.ts';
import type { Clock } from '@tribus/kit/core/clock.ts';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';

const publicKeyBlock = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g;

export interface SessionKey {
  /** RFC 7638 thumbprint. */
  id: string;
  key: KeyObject;
}

/** Reads the keys of one or more PEM blocks. Throws without any, or for a key not on the curve P-256. */
export function readSessionKeys(pems: string): SessionKey[] {
  const keys = (pems.match(publicKeyBlock) ?? []).map((pem) => {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a key on the curve P-256');
    return { id: thumbprint(key), key };
  });
  if (keys.length === 0) throw new Error('no public key');
  return keys;
}

/** Claims of a session token: user, session and expiry. Role and status are looked up (trust.md 2). */
export interface SessionClaims {
  userId: string;
  sessionId: string;
  /** Expiry of the token, in epoch seconds. */
  expires: number;
}

const maxTokenLength = 2_000;
const maxEntries = 10_000;

/**
 * Verifies session tokens: ES256 only, the key by `kid` from the configured set only, issuer, audience, type and expiry
 * (trust.md 1).
 */
export class SessionVerifier {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #clock: Clock;
  /** Verified tokens; a signature is checked once per token, not per request. */
  readonly #verified = new LRUCache<string, SessionClaims>({ max: maxEntries });

  constructor(keys: readonly SessionKey[], clock: Clock) {
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]));
    this.#clock = clock;
  }

  /** Returns the claims of a valid token, else undefined. */
  verify(token: string): SessionClaims | undefined {
    if (token.length > maxTokenLength) return undefined;
    const now = Math.floor(this.#clock.now().getTime() / 1000);
    const known = this.#verified.get(token);
    if (known) return known.expires > now ? known : undefined;
    const claims = this.#read(token, now);
    if (claims) this.#verified.set(token, claims);
    return claims;
  }

  #read(token: string, now: number): SessionClaims | undefined {
    const key = this.#keys.get(keyIdOf(token));
    if (!key) return undefined;
    try {
      const { iss: issuer, aud: audience } = sessionClaims;
      const options = { algorithms: ['ES256' as const], issuer, audience, clockTimestamp: now };
      return toSessionClaims(jwt.verify(token, key, options));
    } catch {
      // The reason is not disclosed.
      return undefined;
    }
  }
}

function keyIdOf(token: string): string {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString());
    return typeof header === 'object' && header !== null && 'kid' in header ? String(header.kid) : '';
  } catch {
    // Without a valid header there is no key.
    return '';
  }
}

/** Returns undefined for other token types (tickets, resets). */
function toSessionClaims(claims: string | jwt.JwtPayload): SessionClaims | undefined {
  if (typeof claims === 'string' || claims.typ !== sessionClaims.typ) return undefined;
  const { sub, sid, exp } = claims;
  if (!sub || typeof sid !== 'string' || !sid || typeof exp !== 'number') return undefined;
  return { userId: sub, sessionId: sid, expires: exp };
}
