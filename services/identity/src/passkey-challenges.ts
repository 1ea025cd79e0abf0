import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@tribus/kit/core/clock.ts';

const lifeMs = 5 * 60_000;
const nonceBytes = 16;
const timeBytes = 6;

export interface UsedChallenge {
  hash: Buffer;
  expiresAt: Date;
}

/**
 * Challenges for passkeys: random, for one purpose, valid five minutes, and signed instead of stored, so that requests
 * cannot fill a table. The consumer makes sure that none is used twice.
 */
export class PasskeyChallenges {
  readonly #key: Buffer;
  readonly #clock: Clock;

  constructor(secret: string, clock: Clock) {
    this.#key = createHmac('sha256', secret).update('challenges of passkeys').digest();
    this.#clock = clock;
  }

  issue(purpose: string): Uint8Array<ArrayBuffer> {
    const body = Buffer.concat([randomBytes(nonceBytes), timeOf(this.#clock.now().getTime() + lifeMs)]);
    return new Uint8Array(Buffer.concat([body, this.#sign(body, purpose)]));
  }

  /**
   * Returns the record for marking the challenge as used; undefined when it was not issued for this purpose or has
   * expired.
   */
  read(challenge: string, purpose: string): UsedChallenge | undefined {
    const bytes = Buffer.from(challenge, 'base64url');
    const body = bytes.subarray(0, nonceBytes + timeBytes);
    const signature = bytes.subarray(nonceBytes + timeBytes);
    const right = this.#sign(body, purpose);
    if (signature.length !== right.length || !timingSafeEqual(signature, right)) return undefined;
    const expiresAt = new Date(body.readUIntBE(nonceBytes, timeBytes));
    if (expiresAt <= this.#clock.now()) return undefined;
    return { hash: createHash('sha256').update(bytes).digest(), expiresAt };
  }

  #sign(body: Buffer, purpose: string): Buffer {
    return createHmac('sha256', this.#key).update(body).update(purpose).digest();
  }
}

function timeOf(time: number): Buffer {
  const bytes = Buffer.alloc(timeBytes);
  bytes.writeUIntBE(time, 0, timeBytes);
  return bytes;
}
