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
 * What a passkey has to sign: random, for one purpose and five minutes, and signed, so that whoever asks for many fills no
 * table. That none is answered twice is for who uses one up.
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

  /** What to note when it is used up; undefined when it is none of ours for this purpose, or too old. */
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
