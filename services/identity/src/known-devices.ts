import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { deviceMaxLength, deviceTtlDays } from '@tribus/kit/http/device-header.ts';
import type { Clock } from '@tribus/kit/runtime/clock.js';
import type { SigningKey } from './tokens.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** People who share a browser; who comes after them displaces the one who has not signed in for the longest time. */
const mostAccounts = 5;
const separator = '~';

/** `key id . day of issue . device . signature`; the account it is about is signed, and not told. */
const proofForm = /^([\w-]{8})\.(\d{1,6})\.([\w-]{22})\.([\w-]{43})$/;

interface Proof {
  text: string;
  keyId: string;
  /** Days since 1970. */
  issued: number;
  device: string;
  signature: string;
}

/**
 * What a browser keeps of its successful logins: a proof for each of the last accounts. It opens nothing; it only gives
 * whoever shows it an allowance of their own at that account (docs/decisions/0011). Signed with keys that are derived
 * from those of the sessions, so that it is rotated with them: the first signs, all are believed.
 */
export class KnownDevices {
  readonly #keys: readonly { id: string; secret: Buffer }[];
  readonly #clock: Clock;

  constructor(keys: readonly SigningKey[], clock: Clock) {
    this.#keys = keys.map(({ id, key }) => ({ id: id.slice(0, 8), secret: secretOf(key.export({ format: 'jwk' }).d) }));
    this.#clock = clock;
  }

  /** The device that was signed in to this account before; undefined for a stranger. */
  find(shown: string | undefined, email: string): string | undefined {
    return readProofs(shown).find((proof) => this.#isValid(proof, email))?.device;
  }

  /** What the browser is to keep after a successful login: what it has, and a fresh proof for this account. */
  remember(shown: string | undefined, email: string): string {
    const kept = readProofs(shown).filter((proof) => !this.#isValid(proof, email));
    const device = this.find(shown, email) ?? randomBytes(16).toString('base64url');
    const proofs = [this.#issue(device, email), ...kept.map(({ text }) => text)];
    return proofs.slice(0, mostAccounts).join(separator);
  }

  #issue(device: string, email: string): string {
    const [signing] = this.#keys;
    if (!signing) throw new Error('no key to sign the proof of a device with');
    const issued = this.#today();
    return [signing.id, issued, device, sign(signing.secret, { issued, device }, email).toString('base64url')].join(
      '.',
    );
  }

  #isValid({ keyId, issued, device, signature }: Proof, email: string): boolean {
    const today = this.#today();
    if (issued > today || today - issued > deviceTtlDays) return false;
    const given = Buffer.from(signature, 'base64url');
    return this.#keys.some(
      ({ id, secret }) => id === keyId && timingSafeEqual(sign(secret, { issued, device }, email), given),
    );
  }

  #today(): number {
    return Math.floor(this.#clock.now().getTime() / dayMs);
  }
}

function readProofs(shown = ''): Proof[] {
  if (shown.length > deviceMaxLength) return [];
  return shown.split(separator).flatMap((text) => {
    const [, keyId, issued, device, signature] = proofForm.exec(text) ?? [];
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
