import { createHmac, timingSafeEqual } from 'node:crypto';

const lifetimeSeconds = 600;

/**
 * Addresses of stored objects (decisions.md 4): public ones by key, the others with an expiry and a signature over
 * key and expiry. Expiries fall on five-minute marks, so that a browser sees the same address for a while and its
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

  /** Good for five to ten minutes from `now`. */
  signedUrl(key: string, now: Date): string {
    const mark = lifetimeSeconds / 2;
    const expires = Math.floor(now.getTime() / 1000 / mark) * mark + lifetimeSeconds;
    return `${this.publicUrl(key)}&exp=${expires}&sig=${this.#sign(key, expires)}`;
  }

  /** The address to give out now for an object that everybody may see, or only who was shown this one. */
  urlOf(key: string, isPublic: boolean, now: Date): string {
    return isPublic ? this.publicUrl(key) : this.signedUrl(key, now);
  }

  /** Whether `sig` allows `key` until `exp` (epoch seconds) and that is not past. */
  verify(key: string, exp: number, sig: string, now: Date): boolean {
    if (!Number.isInteger(exp) || exp * 1000 < now.getTime()) return false;
    const expected = Buffer.from(this.#sign(key, exp));
    const given = Buffer.from(sig);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #sign(key: string, expires: number): string {
    return createHmac('sha256', this.#secret).update(`${expires}:${key}`).digest('base64url');
  }
}
