import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { isUuid } from '@tribus/kit/core/ids.ts';

const prefix = 'hidden-';
const ivBytes = 16;
const uuidBytes = 16;
const pattern = new RegExp(`^${prefix}[\\w-]{23,57}$`);

/** Whether an id has the form of a pseudonym, which is specific to one viewer and tribe. */
export const isPseudonym = (id: string): boolean => pattern.test(id);

/**
 * Ids under which a viewer sees hidden members of a tribe: the encrypted id of the user, always the same for one viewer
 * and tribe (AES-256-CTR, with a keyed hash of all three as the initialization vector, which is verified). Only the
 * server can create or decrypt one, so a guessed pseudonym is nobody's.
 */
export class Pseudonyms {
  readonly #cipherKey: Buffer;
  readonly #hashKey: Buffer;

  constructor(internalSecret: string) {
    const derive = (use: string) => createHmac('sha256', internalSecret).update(use).digest();
    this.#cipherKey = derive('pseudonym cipher');
    this.#hashKey = derive('pseudonym hash');
  }

  of(viewer: Pick<Actor, 'id'>, subjectId: string, tribeId: number): string {
    const iv = this.#ivOf(viewer, subjectId, tribeId);
    const cipher = createCipheriv('aes-256-ctr', this.#cipherKey, iv);
    const bytes = Buffer.concat([iv, cipher.update(pack(subjectId)), cipher.final()]);
    return `${prefix}${bytes.toString('base64url')}`;
  }

  /** Returns the user's id; undefined unless it is a pseudonym of this viewer in this tribe. */
  subjectOf(viewer: Pick<Actor, 'id'>, pseudonym: string, tribeId: number): string | undefined {
    if (!isPseudonym(pseudonym)) return undefined;
    const bytes = Buffer.from(pseudonym.slice(prefix.length), 'base64url');
    const decipher = createDecipheriv('aes-256-ctr', this.#cipherKey, bytes.subarray(0, ivBytes));
    const subjectId = unpack(Buffer.concat([decipher.update(bytes.subarray(ivBytes)), decipher.final()]));
    return this.of(viewer, subjectId, tribeId) === pseudonym ? subjectId : undefined;
  }

  #ivOf(viewer: Pick<Actor, 'id'>, subjectId: string, tribeId: number): Buffer {
    const named = JSON.stringify([viewer.id, tribeId, subjectId]);
    return createHmac('sha256', this.#hashKey).update(named).digest().subarray(0, ivBytes);
  }
}

/** Only the 16 bytes of a UUID, so that a pseudonym is no longer than an id may be. */
const pack = (id: string): Buffer =>
  isUuid(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : Buffer.from(id, 'utf8');

const unpack = (bytes: Buffer): string =>
  bytes.length === uuidBytes
    ? bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    : bytes.toString('utf8');
