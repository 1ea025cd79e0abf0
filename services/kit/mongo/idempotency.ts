import { createHash } from 'node:crypto';
import type { Collection, Filter, OptionalUnlessRequiredId } from 'mongodb';
import type { Context } from '../core/context.ts';
import { fail } from '../core/errors.ts';
import { currentRequest } from '../core/request-context.ts';
import { isDuplicate } from './duplicates.ts';

/** What a document begins with that a request makes; spread `once(ctx)` into it. */
export interface Idempotent {
  _id: string;
  /** Of the request's body; only where the request carried an `Idempotency-Key`. */
  bodyHash?: string;
}

/**
 * The id of the document that this request makes. With an `Idempotency-Key` it follows from caller, route and key, so
 * that a repetition runs into the document of the first time; it is in no order of time, so sort by a date. Where a
 * request makes several documents, `part` sets them apart.
 */
export function idempotentId(ctx: Context, part = ''): Idempotent {
  const scope = currentRequest();
  if (!scope?.idempotency || scope.actor.kind !== 'user') return { _id: ctx.newId() };
  const { route, key, bodyHash } = scope.idempotency;
  return { _id: uuidOf([scope.actor.id, route, key, part]), bodyHash };
}

/** A UUID of version 8 (RFC 9562) made of a hash. */
function uuidOf(words: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(words)).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Inserts what a request makes, with the events it carries, once: for a repeated request `document` is what the first
 * one made and `repeated` is true. The same key with another body is 409 `idempotency_conflict`.
 */
export async function insertOnce<T extends Idempotent>(
  collection: Collection<T>,
  document: T,
): Promise<{ document: T; repeated: boolean }> {
  try {
    // The driver's types do not see through a type parameter; that `_id` is there says `Once`.
    await collection.insertOne(document as OptionalUnlessRequiredId<T>);
    return { document, repeated: false };
  } catch (error) {
    if (!isDuplicate(error) || !document.bodyHash) throw error;
    const found = await collection.findOne<T>({ _id: document._id } as Filter<T>);
    if (!found) throw error;
    if (found.bodyHash !== document.bodyHash) throw fail('idempotency_conflict');
    return { document: found, repeated: true };
  }
}
