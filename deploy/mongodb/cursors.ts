import { Long } from 'bson';
import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import type { Project } from './projection.ts';
import { sizeOf } from './values.ts';

/** MongoDB's default size of a first batch. */
const FIRST_BATCH = 101;
/** Size limit of one reply. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/** Unused cursors expire after ten minutes. */
export const CURSOR_TIMEOUT_MS = 10 * 60 * 1000;

type Cursor = { namespace: string; docs: readonly Doc[]; at: number; project: Project; used: number; lasting: boolean };

export type CursorOptions = { batchSize: number | undefined; single?: boolean; lasting?: boolean; project?: Project };

/** Results that clients have not read completely. A cursor returns the documents as of its opening. */
export class Cursors {
  readonly #open = new Map<string, Cursor>();
  readonly #timeout: number;
  #last = 0;

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Returns the first batch of a result, with a cursor for the remaining documents. */
  first(namespace: string, docs: readonly Doc[], { batchSize, single, lasting = false, project }: CursorOptions): Doc {
    const cursor: Cursor = { namespace, docs, at: 0, project: project ?? ((doc) => doc), used: Date.now(), lasting };
    const firstBatch = takeBatch(cursor, batchSize ?? FIRST_BATCH);
    const open = cursor.at < docs.length && !single;
    const id = open ? ++this.#last : 0;
    if (open) this.#open.set(String(id), cursor);
    return { firstBatch, id: Long.fromNumber(id), ns: namespace };
  }

  /** Returns the next batch; without a size as much as fits into one reply. */
  next(id: Value, namespace: string, batchSize: number | undefined): Doc {
    const key = String(id);
    const cursor = this.#open.get(key);
    if (!cursor) throw new CommandError('CursorNotFound', `cursor id ${key} not found`);
    if (cursor.namespace !== namespace) {
      throw new CommandError('BadValue', `cursor id ${key} belongs to '${cursor.namespace}', not to '${namespace}'`);
    }
    cursor.used = Date.now();
    const nextBatch = takeBatch(cursor, batchSize || Number.POSITIVE_INFINITY);
    const done = cursor.at >= cursor.docs.length;
    if (done) this.#open.delete(key);
    return { nextBatch, id: done ? Long.ZERO : Long.fromString(key), ns: namespace };
  }

  /** Returns whether the cursor existed. */
  kill(id: Value): boolean {
    return this.#open.delete(String(id));
  }

  /** Deletes cursors that were unused for too long. */
  expire(now: number): void {
    for (const [id, { used, lasting }] of this.#open) {
      if (!lasting && now - used > this.#timeout) this.#open.delete(id);
    }
  }
}

function takeBatch(cursor: Cursor, most: number): Doc[] {
  const batch: Doc[] = [];
  let bytes = 0;
  while (batch.length < most) {
    const next = cursor.docs[cursor.at];
    if (!next) break;
    const doc = cursor.project(next);
    const size = sizeOf(doc);
    if (size > MAX_BATCH_BYTES) {
      throw new CommandError('BSONObjectTooLarge', `a result of ${size} bytes is larger than ${MAX_BATCH_BYTES}`);
    }
    bytes += size;
    if (batch.length > 0 && bytes > MAX_BATCH_BYTES) break;
    batch.push(doc);
    cursor.at++;
  }
  return batch;
}
