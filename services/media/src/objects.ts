import { leaseHours } from '../limits.ts';
import type { Deps } from './deps.ts';
import { chosenPrefix, type ObjectStore } from './object-stores.ts';
import { blobKeyOf, isSameLocation, type ObjectLocation } from './store/object-locations.ts';

const maxBatch = 200;
const leaseMs = leaseHours * 60 * 60 * 1000;
/** A blob without a row is an orphan when it is older than this; a younger one may belong to an upload. */
const orphanAfterMs = 60 * 60 * 1000;

/**
 * Deletes pictures with their variants: blobs first, so that an interrupted deletion can be repeated by its row. Bytes
 * moved meanwhile are deleted at their new location.
 */
export async function deletePictures(
  deps: Pick<Deps, 'store' | 'objectStores'>,
  keys: readonly string[],
): Promise<string[]> {
  const { store } = deps;
  const objects = await store.objects.withVariants(keys);
  const all = objects.map(({ key }) => key);
  await deleteBlobs(deps, objects);
  const locations = await store.objects.delete(all);
  const moved = locations.filter(
    (location) => !objects.some((object) => object.key === location.key && isSameLocation(object, location)),
  );
  await deleteBlobs(deps, moved);
  return all;
}

/** Deletes the bytes of objects in all stores. */
export async function deleteBlobs(
  { objectStores }: Pick<Deps, 'objectStores'>,
  locations: readonly ObjectLocation[],
): Promise<void> {
  for (const [storeId, inStore] of Map.groupBy(locations, (location) => location.storeId))
    await (await objectStores.of(storeId)).blobs.delete(inStore.map(blobKeyOf));
}

/** Deletes pictures that were not kept within their lease. Resolves to the number of objects deleted. */
export async function sweepLeases(deps: Pick<Deps, 'ctx' | 'store' | 'objectStores'>): Promise<number> {
  const before = new Date(deps.ctx.clock.now().getTime() - leaseMs);
  for (let deleted = 0; ; ) {
    const keys = await deps.store.objects.expiredLeases(before, maxBatch);
    deleted += (await deletePictures(deps, keys)).length;
    if (keys.length < maxBatch) return deleted;
  }
}

/** Deletes archives that have expired. Resolves to their number. */
export async function sweepArchives(deps: Pick<Deps, 'ctx' | 'store' | 'objectStores'>): Promise<number> {
  for (let deleted = 0; ; ) {
    const keys = await deps.store.objects.expired(deps.ctx.clock.now(), maxBatch);
    deleted += (await deletePictures(deps, keys)).length;
    if (keys.length < maxBatch) return deleted;
  }
}

/**
 * Deletes the blobs of one store that no row names, left by an interrupted upload, move or deletion. Resolves to their
 * number. Skips the blobs of another store in the same bucket.
 */
export async function sweepOrphans({
  store,
  blobs,
  prefix = '',
}: Pick<Deps, 'store'> & {
  blobs: Pick<ObjectStore['blobs'], 'list' | 'delete'>;
  prefix?: string;
}): Promise<number> {
  // The times of blobs come from the machine's clock, not from the clock of the domain.
  const before = Date.now() - orphanAfterMs;
  let batch: string[] = [];
  let deleted = 0;
  const flush = async () => {
    const existing = await store.locations.existing(batch);
    const orphans = batch.filter((key) => !existing.has(key));
    await blobs.delete(orphans);
    deleted += orphans.length;
    batch = [];
  };
  for await (const { key, lastModified } of blobs.list(prefix)) {
    if (prefix === '' && key.startsWith(chosenPrefix)) continue;
    if (lastModified.getTime() < before) batch.push(key);
    if (batch.length >= maxBatch) await flush();
  }
  await flush();
  return deleted;
}
