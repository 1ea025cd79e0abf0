import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@tribus/kit/core/clock.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { deviceMaxLength, deviceTtlDays } from '@tribus/kit/http/device-header.ts';
import type { SigningKey } from './tokens.ts';

/** Accounts remembered per browser; a further one replaces the least recently used. */
const maxAccounts = 5;
const separator = '~';

/**
 * `key id . day of issue . device . signature`; the account is part of the signed text and cannot be derived from it.
 */
const proofPattern = /^([\w-]{8})\.(\d{1,6})\.([\w-]{22})\.([\w-]{43})$/;

interface Proof {
  text: string;
  keyId: string;
  /** Day of the last login, as days since 1970. */
  issued: number;
  device: string;
  signature: string;
}

/**
 * Proofs of successful logins that a browser stores, one for each of its last accounts. A proof signs nobody in; it
 * gives the browser an allowance of its own for failures at that account (docs/decisions/0011). The keys are derived
 * from those of the sessions, so that both rotate together: the first signs, all verify.
 */
export class KnownDevices {
  readonly #keys: readonly { id: string; secret: Buffer }[];
  readonly #clock: Clock;

  constructor(keys: readonly SigningKey[], clock: Clock) {
    this.#keys = keys.map(({ id, key }) => ({ id: id.slice(0, 8), secret: secretOf(key.export({ format: 'jwk' }).d) }));
    this.#clock = clock;
  }

  /** Returns the device if it has signed in to this account before, else undefined. */
  find(proofs: string | undefined, email: string): string | undefined {
    return readProofs(proofs).find((proof) => this.#isValid(proof, email))?.device;
  }

  /**
   * Returns the proofs for the browser to store after a login: the proofs of other accounts and a new proof of this
   * one.
   */
  remember(proofs: string | undefined, email: string): string {
    const stored = readProofs(proofs).filter((proof) => !this.#isValid(proof, email));
    const device = this.find(proofs, email) ?? randomBytes(16).toString('base64url');
    const next = [this.#issue(device, email), ...stored.map(({ text }) => text)];
    return next.slice(0, maxAccounts).join(separator);
  }

  #issue(device: string, email: string): string {
    const [signing] = this.#keys;
    if (!signing) throw new Error('no key to sign a device proof');
    const issued = this.#today();
    return [signing.id, issued, device, sign(signing.secret, { issued, device }, email).toString('base64url')].join(
      '.',
    );
  }

  #isValid({ keyId, issued, device, signature }: Proof, email: string): boolean {
    const today = this.#today();
    if (issued > today || today - issued > deviceTtlDays) return false;
    const received = Buffer.from(signature, 'base64url');
    return this.#keys.some(
      ({ id, secret }) => id === keyId && timingSafeEqual(sign(secret, { issued, device }, email), received),
    );
  }

  #today(): number {
    return Math.floor(this.#clock.now().getTime() / dayMs);
  }
}

function readProofs(proofs = ''): Proof[] {
  if (proofs.length > deviceMaxLength) return [];
  return proofs.split(separator).flatMap((text) => {
    const [, keyId, issued, device, signature] = proofPattern.exec(text) ?? [];
    return keyId && issued && device && signature ? [{ text, keyId, issued: Number(issued), device, signature }] : [];
  });
}

function sign(secret: Buffer, { issued, device }: Pick<Proof, 'issued' | 'device'>, email: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([issued, device, email]))
    .digest();
}

function secretOf(privateNumber: string | undefined): Buffer {
  if (!privateNumber) throw new Error('not a private key');
  return Buffer.from(hkdfSync('sha256', Buffer.from(privateNumber, 'base64url'), '', 'known device', 32));
}
