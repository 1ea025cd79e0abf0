import { createHash, createHmac } from 'node:crypto';

const codeBytes = 16;

/**
 * The codes of invitations. A code is computed from the id of its invitation with a key that the database does not hold,
 * so that its makers can see it again and a copy of the database lets nobody in. Of a code only a hash is kept, by
 * which it is found; after a change of the key older codes work, and cannot be shown any more.
 */
export class InviteCodes {
  readonly #key: Buffer;

  constructor(internalSecret: string) {
    this.#key = createHmac('sha256', internalSecret).update('invites').digest();
  }

  codeOf(inviteId: string): string {
    return createHmac('sha256', this.#key).update(inviteId).digest().subarray(0, codeBytes).toString('base64url');
  }

  hashOf(code: string): string {
    return createHash('sha256').update(code).digest('base64url');
  }
}
