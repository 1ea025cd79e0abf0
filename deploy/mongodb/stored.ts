import type { Doc } from './doc.ts';
import { type FieldName, readFields } from './fields.ts';
import { decode, encode } from './values.ts';

/** One version of a document, never changed in place: as it came from the log, or as it is worked with. */
export type Content = Doc | Buffer;

/** A document in memory. The object stays the same for life; its content is exchanged by updates. */
export class Stored {
  /** The key of its `_id`. */
  readonly id: string;
  /** Its place in the order in which the documents of a collection came. */
  readonly seq: number;
  #content: Content;
  #size: number;

  constructor(id: string, seq: number, content: Content, size: number) {
    this.id = id;
    this.seq = seq;
    this.#content = content;
    this.#size = size;
  }

  /**
   * Read from its BSON when it is first asked for: of what was kept over a restart most is never looked at again, and
   * reading all of it would be most of the start. Until then it keeps the piece of the log that it lies in.
   */
  get doc(): Doc {
    if (this.#content instanceof Uint8Array) this.#content = decode(this.#content);
    return this.#content;
  }

  /** In BSON. */
  get size(): number {
    return this.#size;
  }

  /** This version, for `bsonOf`, whatever comes after it. */
  get content(): Content {
    return this.#content;
  }

  /** A document that has these fields as this one has them; it may have others, too. */
  withFields(names: readonly FieldName[]): Doc {
    return this.#content instanceof Uint8Array ? readFields(this.#content, names) : this.#content;
  }

  exchange(content: Content, size: number): void {
    this.#content = content;
    this.#size = size;
  }
}

export const bsonOf = (content: Content): Buffer => (content instanceof Uint8Array ? content : encode(content));
