import { leaseHours } from '../limits.ts';
import type { Deps } from './deps.ts';

const maxBatch = 200;
const leaseMs = leaseHours * 60 * 60 * 1000;
/** A blob without a row is an orphan when it is older than this; a younger one may belong to an upload. */
const orphanAfterMs = 60 * 60 * 1000;

/** Deletes pictures with their variants: blobs first, so that an interrupted deletion is found again by its row. */
export async function deletePictures(
  { store, blobs }: Pick<Deps, 'store' | 'blobs'>,
  keys: readonly string[],
): Promise<string[]> {
  const objects = await store.objects.withVariants(keys);
  const all = objects.map(({ key }) => key);
  await blobs.delete(all);
  await store.objects.delete(all);
  return all;
}

/** Deletes pictures that were not kept within their lease. Resolves to the number of objects deleted. */
export async function sweepLeases(deps: Pick<Deps, 'ctx' | 'store' | 'blobs'>): Promise<number> {
  const before = new Date(deps.ctx.clock.now().getTime() - leaseMs);
  for (let deleted = 0; ; ) {
    const keys = await deps.store.objects.expiredLeases(before, maxBatch);
    deleted += (await deletePictures(deps, keys)).length;
    if (keys.length < maxBatch) return deleted;
  }
}

/** Deletes blobs without a row, which an interrupted upload or deletion left. Resolves to their number. */
export async function sweepOrphans({
  store,
  blobs,
}: Pick<Deps, 'store'> & { blobs: Pick<Deps['blobs'], 'list' | 'delete'> }): Promise<number> {
  // Blobs have the machine's time, whatever the clock of the domain says.
  const before = Date.now() - orphanAfterMs;
  let batch: string[] = [];
  let deleted = 0;
  const flush = async () => {
    const existing = await store.objects.existing(batch);
    const orphans = batch.filter((key) => !existing.has(key));
    await blobs.delete(orphans);
    deleted += orphans.length;
    batch = [];
  };
  for await (const { key, lastModified } of blobs.list('')) {
    if (lastModified.getTime() < before) batch.push(key);
    if (batch.length >= maxBatch) await flush();
  }
  await flush();
  return deleted;
}
