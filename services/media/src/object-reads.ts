import { buffer } from 'node:stream/consumers';
import { fail } from '@tribus/kit/core/errors.ts';
import { isBlobKey } from '@tribus/kit/storage/blob-key.ts';
import type { Blob } from '@tribus/kit/storage/blob-store.ts';
import type { Deps } from './deps.ts';
import { blobKeyOf, isSameLocation, type ObjectLocation } from './store/object-locations.ts';

const partBytes = 256 * 1024;

export type ReadDeps = Pick<Deps, 'store' | 'objectStores' | 'servedObjects'>;

/**
 * Opens an object's bytes, or a range of them; null when they are missing. When they cannot be read at the given
 * location, the object may have been moved: it is then read from its current location.
 */
export async function openObject(
  deps: ReadDeps,
  location: ObjectLocation,
  range?: { start?: number; end?: number },
): Promise<Blob | null> {
  const found = await openAt(deps, location, range).catch((error: unknown) => ({ error }));
  if (found && !('error' in found)) return found;
  const now = await deps.store.locations.find(location.key);
  if (now && !isSameLocation(now, location)) {
    deps.servedObjects.delete(location.key);
    return openAt(deps, now, range);
  }
  if (found) throw found.error;
  return null;
}

async function openAt(
  { objectStores }: ReadDeps,
  location: ObjectLocation,
  range: { start?: number; end?: number } | undefined,
): Promise<Blob | null> {
  const { blobs } = await objectStores.of(location.storeId);
  return blobs.get(blobKeyOf(location), range);
}

/** Returns up to 256 KiB of an object's bytes, from `offset` on; 404 when there is no such object. */
export async function readObject(
  deps: ReadDeps,
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
