import type { Doc } from './doc.ts';
import { type FieldName, readFields } from './fields.ts';
import { decode, encode } from './values.ts';

/** One immutable version of a document: BSON from the log, or decoded. */
export type Content = Doc | Buffer;

/** A document in memory. The object keeps its identity; updates replace its content. */
export class Stored {
  /** Key of its `_id`. */
  readonly id: string;
  /** Insertion sequence within the collection. */
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
   * Decoded on first use: most documents of an earlier run are never read, and decoding all would be most of the start.
   * Until then it references its bytes of the log.
   */
  get doc(): Doc {
    if (this.#content instanceof Uint8Array) this.#content = decode(this.#content);
    return this.#content;
  }

  /** Size of the document in BSON, in bytes. */
  get size(): number {
    return this.#size;
  }

  /** This version, for `bsonOf`, unaffected by later changes. */
  get content(): Content {
    return this.#content;
  }

  /** Returns a document with the same values of these fields; it may contain further fields. */
  withFields(names: readonly FieldName[]): Doc {
    return this.#content instanceof Uint8Array ? readFields(this.#content, names) : this.#content;
  }

  exchange(content: Content, size: number): void {
    this.#content = content;
    this.#size = size;
  }
}

export const bsonOf = (content: Content): Buffer => (content instanceof Uint8Array ? content : encode(content));
