import { createHmac } from 'node:crypto';
import type { Network } from '../api/security.ts';

/**
 * Recognises a network that a user was in before, and tells no other user's from it: what is kept is a keyed hash of the
 * user and of what the gateway says of the network, which is a keyed hash itself.
 */
export class Networks {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('network of a user').digest();
  }

  /** What is kept; null where the network is not known. */
  markOf(userId: string, network: string): string | null {
    if (!network) return null;
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([userId, network]))
      .digest('base64url')
      .slice(0, 22);
  }
}

/** Whether two marks of one user are of one network. */
export function compareNetworks(mark: string | null, here: string | null): Network {
  if (mark === null || here === null) return 'unknown';
  return mark === here ? 'same' : 'other';
}
