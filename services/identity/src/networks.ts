import { createHmac } from 'node:crypto';
import type { Network } from '../api/security.ts';

/**
 * Recognises a network that a user was in before, without linking users who share it: the stored mark is a keyed hash
 * of the user and of the gateway's value, itself a keyed hash of the network.
 */
export class Networks {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('network of a user').digest();
  }

  /** Returns the mark to store; null when the network is unknown. */
  markOf(userId: string, network: string): string | null {
    if (!network) return null;
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([userId, network]))
      .digest('base64url')
      .slice(0, 22);
  }
}

/** Whether two marks of one user are of one network. */
export function compareNetworks(mark: string | null, currentMark: string | null): Network {
  if (mark === null || currentMark === null) return 'unknown';
  return mark === currentMark ? 'same' : 'other';
}
