import { createHash } from 'node:crypto';
import type { Collection, Filter, OptionalUnlessRequiredId } from 'mongodb';
import type { Context } from '../core/context.ts';
import { fail } from '../core/errors.ts';
import { currentRequest } from '../core/request-context.ts';
import { isDuplicate } from './duplicates.ts';

/** Base of a document created by a request; spread `idempotentId(ctx)` into it. */
export interface Idempotent {
  _id: string;
  /** Hash of the request body; only for requests with an `Idempotency-Key`. */
  bodyHash?: string;
}

/**
 * Returns the id of the document that this request creates. With an `Idempotency-Key` it is derived from actor, route
 * and key, so that a retry conflicts with the document of the first request; it is not ordered by time, so sort by a
 * date. `part` distinguishes several documents of one request.
 */
export function idempotentId(ctx: Context, part = ''): Idempotent {
  const request = currentRequest();
  if (!request?.idempotency || request.actor.kind !== 'user') return { _id: ctx.newId() };
  const { route, key, bodyHash } = request.idempotency;
  return { _id: uuidOf([request.actor.id, route, key, part]), bodyHash };
}

/** Derives a UUID of version 8 (RFC 9562) from a hash. */
function uuidOf(words: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(words)).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Inserts the document of a request, with its events, once. For a repeated request returns the document of the first
 * one and `repeated: true`; throws 409 `idempotency_conflict` for the same key with a different body.
 */
export async function insertOnce<T extends Idempotent>(
  collection: Collection<T>,
  document: T,
): Promise<{ document: T; repeated: boolean }> {
  try {
    // The driver's types do not resolve type parameters; `Idempotent` guarantees `_id`.
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
