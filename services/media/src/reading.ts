import { buffer } from 'node:stream/consumers';
import { fail } from '@tribus/kit/core/errors.ts';
import { isBlobKey } from '@tribus/kit/storage/blob-key.ts';
import type { Blob } from '@tribus/kit/storage/blob-store.ts';
import type { Deps } from './deps.ts';
import { blobKeyOf, isSamePlace, type ObjectPlace } from './store/object-places.ts';

const partBytes = 256 * 1024;

/** Where bytes are read from. */
export type Reading = Pick<Deps, 'store' | 'objectStores' | 'servedObjects'>;

/**
 * An object's bytes, or a range of them; null when they are nowhere. Where they are not to be had from the place that the
 * caller knew, the object may have been moved since: they are read from where it lies now.
 */
export async function openObject(
  deps: Reading,
  place: ObjectPlace,
  range?: { start?: number; end?: number },
): Promise<Blob | null> {
  const found = await openAt(deps, place, range).catch((error: unknown) => ({ error }));
  if (found && !('error' in found)) return found;
  const now = await deps.store.places.find(place.key);
  if (now && !isSamePlace(now, place)) {
    deps.servedObjects.delete(place.key);
    return openAt(deps, now, range);
  }
  if (found) throw found.error;
  return null;
}

async function openAt(
  { objectStores }: Reading,
  place: ObjectPlace,
  range: { start?: number; end?: number } | undefined,
): Promise<Blob | null> {
  const { blobs } = await objectStores.of(place.storeId);
  return blobs.get(blobKeyOf(place), range);
}

/** A part of an object's bytes, from `offset` on; 404 when there is no such object. */
export async function readObject(
  deps: Reading,
  key: string,
  offset: number,
): Promise<{ chunk: Buffer; sizeBytes: number }> {
  const object = isBlobKey(key) ? (await deps.store.objects.findServed([key])).get(key) : undefined;
  if (!object) throw fail('not_found');
  const { sizeBytes } = object;
  if (offset >= sizeBytes) return { chunk: Buffer.alloc(0), sizeBytes };
  const end = Math.min(offset + partBytes, sizeBytes) - 1;
  const blob = await openObject(deps, object, { start: offset, end });
  if (!blob) throw fail('not_found');
  return { chunk: await buffer(blob.stream), sizeBytes };
}
