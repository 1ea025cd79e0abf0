import { leaseHours } from '../limits.ts';
import type { Deps } from './deps.ts';
import { chosenPrefix, type ObjectStore } from './object-stores.ts';
import { blobKeyOf, isSamePlace, type ObjectPlace } from './store/object-places.ts';

const maxBatch = 200;
const leaseMs = leaseHours * 60 * 60 * 1000;
/** A blob without a row is an orphan when it is older than this; a younger one may belong to an upload. */
const orphanAfterMs = 60 * 60 * 1000;

/**
 * Deletes pictures with their variants: blobs first, so that an interrupted deletion is found again by its row. What was
 * moved meanwhile is deleted where it lies then.
 */
export async function deletePictures(
  deps: Pick<Deps, 'store' | 'objectStores'>,
  keys: readonly string[],
): Promise<string[]> {
  const { store } = deps;
  const objects = await store.objects.withVariants(keys);
  const all = objects.map(({ key }) => key);
  await deleteBlobs(deps, objects);
  const places = await store.objects.delete(all);
  const moved = places.filter(
    (place) => !objects.some((object) => object.key === place.key && isSamePlace(object, place)),
  );
  await deleteBlobs(deps, moved);
  return all;
}

/** Deletes the bytes of objects, in whichever store they lie. */
export async function deleteBlobs(
  { objectStores }: Pick<Deps, 'objectStores'>,
  places: readonly ObjectPlace[],
): Promise<void> {
  for (const [storeId, inStore] of Map.groupBy(places, (place) => place.storeId))
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
 * Deletes blobs of one store that no row names, which an interrupted upload, move or deletion left. Resolves to their number.
 * What lies under the name of another store in the same bucket is that one's.
 */
export async function sweepOrphans({
  store,
  blobs,
  prefix = '',
}: Pick<Deps, 'store'> & {
  blobs: Pick<ObjectStore['blobs'], 'list' | 'delete'>;
  prefix?: string;
}): Promise<number> {
  // Blobs have the machine's time, whatever the clock of the domain says.
  const before = Date.now() - orphanAfterMs;
  let batch: string[] = [];
  let deleted = 0;
  const flush = async () => {
    const existing = await store.places.existing(batch);
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
