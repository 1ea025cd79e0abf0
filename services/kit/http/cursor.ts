import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { fail } from '../core/errors.ts';

const macBytes = 16;

/**
 * Opaque, unforgeable cursors for keyset paging (decisions.md 1): what was last seen, with a mac over it and over the
 * list it belongs to, so that a cursor of one list is none in another.
 */
export class Cursors {
  readonly #secret: KeyObject;

  constructor(internalSecret: string) {
    this.#secret = createSecretKey(createHmac('sha256', internalSecret).update('cursor').digest());
  }

  /** `list` names the list and what it is filtered by, e.g. `posts:38`. */
  encode(list: string, position: unknown): string {
    const body = Buffer.from(JSON.stringify(position));
    return Buffer.concat([this.#mac(list, body), body]).toString('base64url');
  }

  /** The position, as `schema` gives it. Throws `bad_cursor`. */
  decode<T extends z.ZodType>(list: string, cursor: string, schema: T): z.output<T> {
    const bytes = Buffer.from(cursor, 'base64url');
    const [mac, body] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)];
    if (mac.length < macBytes || !timingSafeEqual(mac, this.#mac(list, body))) throw fail('bad_cursor');
    const position = schema.safeParse(JSON.parse(body.toString()));
    if (!position.success) throw fail('bad_cursor');
    return position.data;
  }

  #mac(list: string, body: Buffer): Buffer {
    return createHmac('sha256', this.#secret).update(`${list}\n`).update(body).digest().subarray(0, macBytes);
  }
}
