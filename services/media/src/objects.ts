import { hourMs } from '@tribus/kit/core/durations.ts';
import { leaseHours } from '../limits.ts';
import type { Deps } from './deps.ts';
import { chosenPrefix, type ObjectStore } from './object-stores.ts';
import { blobKeyOf, isSameLocation, type ObjectLocation } from './store/object-locations.ts';
import type { DeletedObjects, StoredObject } from './store/objects.ts';

const maxBatch = 200;
const leaseMs = leaseHours * hourMs;
/** A blob without a row is an orphan when it is older than this; a younger one may belong to an upload. */
const orphanAfterMs = hourMs;

/** A store whose objects were not deleted, by its id: null for the store of the environment. */
type StoreFailures = Map<string | null, unknown>;

type ObjectDeps = Pick<Deps, 'store' | 'objectStores'>;

/**
 * Deletes pictures with their variants: blobs first, so that an interrupted deletion can be repeated by its row. Bytes
 * moved meanwhile are deleted at their new location. A picture with bytes in a failing store stays; the others are
 * deleted, and `onDeleted` gets their keys before the failure is thrown.
 */
export async function deletePictures(
  deps: ObjectDeps,
  keys: readonly string[],
  onDeleted: (keys: readonly string[]) => void = () => undefined,
): Promise<void> {
  const { store } = deps;
  const objects = await store.objects.withVariants(keys);
  const failures = await deleteInEachStore(deps, objects);
  const remaining = new Set(objects.filter(({ storeId }) => failures.has(storeId)).map(pictureOf));
  const deleted = objects.filter((object) => !remaining.has(pictureOf(object)));
  const locations = await store.objects.delete(deleted.map(({ key }) => key));
  const moved = locations.filter(
    (location) => !deleted.some((object) => object.key === location.key && isSameLocation(object, location)),
  );
  const ofMoved = await deleteInEachStore(deps, moved);
  onDeleted(deleted.map(({ key }) => key));
  throwFailures(new Map([...failures, ...ofMoved]));
}

const pictureOf = ({ key, mainKey }: Pick<StoredObject, 'key' | 'mainKey'>): string => mainKey ?? key;

/** Deletes the bytes of objects in all stores; throws at the end when a store has failed. */
export async function deleteBlobs(
  deps: Pick<Deps, 'objectStores'>,
  locations: readonly ObjectLocation[],
): Promise<void> {
  throwFailures(await deleteInEachStore(deps, locations));
}

/** A failing store does not prevent the deletion in the others. */
async function deleteInEachStore(
  { objectStores }: Pick<Deps, 'objectStores'>,
  locations: readonly ObjectLocation[],
): Promise<StoreFailures> {
  const failures: StoreFailures = new Map();
  for (const [storeId, inStore] of Map.groupBy(locations, (location) => location.storeId))
    try {
      await (await objectStores.of(storeId)).blobs.delete(inStore.map(blobKeyOf));
    } catch (error) {
      failures.set(storeId, error);
    }
  return failures;
}

/** Throws the failure of a single store as it is, so that its error code reaches the client. */
function throwFailures(failures: StoreFailures): void {
  if (failures.size === 0) return;
  const [first, ...others] = failures.values();
  throw others.length === 0 ? first : new AggregateError([first, ...others], 'objects in several stores not deleted');
}

type SweepDeps = Pick<Deps, 'ctx' | 'store' | 'objectStores'>;

/** Deletes pictures that were not kept within their lease. Calls `onDeleted` with the number of objects deleted. */
export function sweepLeases(
  deps: SweepDeps,
  signal: AbortSignal,
  onDeleted?: (objects: number) => void,
): Promise<void> {
  const before = new Date(deps.ctx.clock.now().getTime() - leaseMs);
  return sweepObjects(deps, signal, () => deps.store.objects.deleteUnconfirmed(before, maxBatch), onDeleted);
}

/** Deletes resumable uploads that have expired, with their parts. Calls `onDeleted` with the number of objects. */
export function sweepResumableUploads(
  deps: SweepDeps,
  signal: AbortSignal,
  onDeleted?: (objects: number) => void,
): Promise<void> {
  const now = deps.ctx.clock.now();
  return sweepObjects(deps, signal, () => deps.store.resumableUploads.deleteExpired(now, maxBatch), onDeleted);
}

/** Deletes archives that have expired. Calls `onDeleted` with their number. */
export function sweepArchives(
  deps: SweepDeps,
  signal: AbortSignal,
  onDeleted?: (objects: number) => void,
): Promise<void> {
  const now = deps.ctx.clock.now();
  return sweepObjects(deps, signal, () => deps.store.objects.deleteExpired(now, maxBatch), onDeleted);
}

/**
 * Deletes objects in batches: rows first, so that a picture kept meanwhile is either kept or reported missing, never
 * both kept and deleted. Blobs left by a failing store or an interruption are orphans. A store that has failed is not
 * called again in this run; its failure is thrown at the end.
 */
async function sweepObjects(
  deps: SweepDeps,
  signal: AbortSignal,
  deleteRows: () => Promise<DeletedObjects>,
  onDeleted: (objects: number) => void = () => undefined,
): Promise<void> {
  const failures: StoreFailures = new Map();
  for (let isLast = false; !isLast; ) {
    signal.throwIfAborted();
    const deleted = await deleteRows();
    onDeleted(deleted.locations.length);
    const reachable = deleted.locations.filter(({ storeId }) => !failures.has(storeId));
    for (const [storeId, error] of await deleteInEachStore(deps, reachable)) failures.set(storeId, error);
    isLast = deleted.isLast;
  }
  throwFailures(failures);
}

/**
 * Deletes the blobs of one store that no row names, left by an interrupted upload, move or deletion. Resolves to their
 * number. Skips the blobs of another store in the same bucket.
 */
export async function sweepOrphans({
  store,
  blobs,
  prefix = '',
  signal,
}: Pick<Deps, 'store'> & {
  blobs: Pick<ObjectStore['blobs'], 'list' | 'delete'>;
  prefix?: string;
  signal: AbortSignal;
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
    signal.throwIfAborted();
    if (prefix === '' && key.startsWith(chosenPrefix)) continue;
    if (lastModified.getTime() < before) batch.push(key);
    if (batch.length >= maxBatch) await flush();
  }
  await flush();
  return deleted;
}
