import { createHash, createHmac } from 'node:crypto';

const codeBytes = 16;

/**
 * Computes invitation codes from the invitation's id and a key outside the database, so that moderators can see a code
 * again while a copy of the database opens no tribe. Only a hash of the code is stored, for look-up; after a change of
 * the key, older codes still work but cannot be displayed.
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
