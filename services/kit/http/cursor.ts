import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { fail } from '../core/errors.ts';

const macBytes = 16;

/**
 * Opaque, unforgeable cursors for keyset pagination (decisions.md 1): the position of the last item, with a MAC over
 * the position and the list, so that a cursor is invalid for another list.
 */
export class Cursors {
  readonly #secret: KeyObject;

  constructor(internalSecret: string) {
    this.#secret = createSecretKey(createHmac('sha256', internalSecret).update('cursor').digest());
  }

  /** Returns the cursor of a position; `list` names the list with its filters, e.g. `posts:38`. */
  encode(list: string, position: unknown): string {
    const body = Buffer.from(JSON.stringify(position));
    return Buffer.concat([this.#mac(list, body), body]).toString('base64url');
  }

  /** Returns the position parsed by `schema`; throws 400 `bad_cursor`. */
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
