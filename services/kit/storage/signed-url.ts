import { createHmac, timingSafeEqual } from 'node:crypto';

const lifetimeSeconds = 600;

/** An address as somebody came with it. */
export interface SignedAddress {
  key: string;
  /** Epoch seconds. */
  exp: number;
  sig: string;
  /** Of who may see the object; undefined for an address that is bound to none. */
  version: number | undefined;
}

/**
 * Addresses of stored objects (decisions.md 4): public ones by key, the others with an expiry and a signature over
 * key, expiry and, where it is bound to one, the version of who may see the object: it ends when media knows a newer
 * one (docs/decisions/0012). Expiries fall on five-minute marks, so that a browser sees the same address for a while and its
 * cache works.
 */
export class MediaUrls {
  readonly #secret: Buffer;

  /** The signing secret is derived from the internal one: a media signature is never a session (trust.md 1). */
  constructor(internalSecret: string) {
    this.#secret = createHmac('sha256', internalSecret).update('media-url').digest();
  }

  publicUrl(key: string): string {
    return `/api/proxy-media?key=${encodeURIComponent(key)}`;
  }

  /** Good for five to ten minutes from `now`, and no longer than its version. */
  signedUrl(key: string, now: Date, version?: number): string {
    const mark = lifetimeSeconds / 2;
    const expires = Math.floor(now.getTime() / 1000 / mark) * mark + lifetimeSeconds;
    const bound = version === undefined ? '' : `&v=${version}`;
    return `${this.publicUrl(key)}&exp=${expires}${bound}&sig=${this.#sign(key, expires, version)}`;
  }

  /** The address to give out now for an object that everybody may see, or only who was shown this one. */
  urlOf(key: string, isPublic: boolean, now: Date, version?: number): string {
    return isPublic ? this.publicUrl(key) : this.signedUrl(key, now, version);
  }

  /** Whether `sig` allows `key` until `exp` for that version, and `exp` is not past. */
  verify({ key, exp, sig, version }: SignedAddress, now: Date): boolean {
    if (!Number.isInteger(exp) || exp * 1000 < now.getTime()) return false;
    const expected = Buffer.from(this.#sign(key, exp, version));
    const given = Buffer.from(sig);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #sign(key: string, expires: number, version: number | undefined): string {
    // No key has a line break, so none reads as another one with a version.
    const bound = version === undefined ? '' : `\n${version}`;
    return createHmac('sha256', this.#secret).update(`${expires}:${key}${bound}`).digest('base64url');
  }
}
