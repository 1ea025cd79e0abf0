import { createHmac, timingSafeEqual } from 'node:crypto';

const lifetimeSeconds = 600;

/** The parameters of a received address. */
export interface SignedAddress {
  key: string;
  /** Expiry, in epoch seconds. */
  exp: number;
  sig: string;
  /** The version of the object's visibility; undefined for an address not bound to a version. */
  version: number | undefined;
}

/**
 * URLs of stored objects (decisions.md 4): public ones by key, others with an expiry and a signature over key, expiry
 * and, if bound, the version of the object's visibility, which a newer version invalidates (docs/decisions/0012).
 * Expiries are multiples of five minutes, so that the URL stays the same for a while and browsers can cache it.
 */
export class MediaUrls {
  readonly #secret: Buffer;

  /** Derives its own key from the internal secret, so that a media signature is never a session (trust.md 1). */
  constructor(internalSecret: string) {
    this.#secret = createHmac('sha256', internalSecret).update('media-url').digest();
  }

  publicUrl(key: string): string {
    return `/api/proxy-media?key=${encodeURIComponent(key)}`;
  }

  /** Returns a URL valid for five to ten minutes from `now`, and no longer than its version. */
  signedUrl(key: string, now: Date, version?: number): string {
    const step = lifetimeSeconds / 2;
    const expires = Math.floor(now.getTime() / 1000 / step) * step + lifetimeSeconds;
    const bound = version === undefined ? '' : `&v=${version}`;
    return `${this.publicUrl(key)}&exp=${expires}${bound}&sig=${this.#sign(key, expires, version)}`;
  }

  /** Returns the public URL of a public object, else a signed one. */
  urlOf(key: string, isPublic: boolean, now: Date, version?: number): string {
    return isPublic ? this.publicUrl(key) : this.signedUrl(key, now, version);
  }

  /** Whether `sig` is valid for `key`, `exp` and `version`, and `exp` is not past. */
  verify({ key, exp, sig, version }: SignedAddress, now: Date): boolean {
    if (!Number.isInteger(exp) || exp * 1000 < now.getTime()) return false;
    const expected = Buffer.from(this.#sign(key, exp, version));
    const received = Buffer.from(sig);
    return received.length === expected.length && timingSafeEqual(received, expected);
  }

  #sign(key: string, expires: number, version: number | undefined): string {
    // Keys contain no line breaks, so a key cannot imitate another key with a version.
    const bound = version === undefined ? '' : `\n${version}`;
    return createHmac('sha256', this.#secret).update(`${expires}:${key}${bound}`).digest('base64url');
  }
}
