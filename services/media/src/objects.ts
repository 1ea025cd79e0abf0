import type { Context } from '@tribus/kit/runtime/context.ts';
import type { Blobs } from '@tribus/kit/storage/blob-store.ts';
import { leaseHours } from '../limits.ts';
import type { ObjectStore } from './store.ts';

const atATime = 200;
const leaseMs = leaseHours * 60 * 60 * 1000;
/** A blob is older than this before its missing row means that it was left behind. */
const orphanAfterMs = 60 * 60 * 1000;

/** Deletes pictures with their variants: the bytes first, so that what breaks off is found again by its row. */
export async function deletePictures(store: ObjectStore, blobs: Blobs, keys: readonly string[]): Promise<string[]> {
  const objects = await store.withVariants(keys);
  const all = objects.map(({ key }) => key);
  await blobs.delete(all);
  await store.remove(all);
  return all;
}

/** Deletes what nobody kept within its lease. Answers how many objects that were. */
export async function sweepLeases(ctx: Context, store: ObjectStore, blobs: Blobs): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - leaseMs);
  for (let deleted = 0; ; ) {
    const keys = await store.outOfLease(before, atATime);
    deleted += (await deletePictures(store, blobs, keys)).length;
    if (keys.length < atATime) return deleted;
  }
}

/** Deletes bytes without a row: what a crash between the two left. Answers how many. */
export async function sweepOrphans(store: ObjectStore, blobs: Pick<Blobs, 'list' | 'delete'>): Promise<number> {
  // The store's files carry the machine's time, whatever the time of the domain is.
  const before = Date.now() - orphanAfterMs;
  let batch: string[] = [];
  let deleted = 0;
  const flush = async () => {
    const known = await store.known(batch);
    const orphans = batch.filter((key) => !known.has(key));
    await blobs.delete(orphans);
    deleted += orphans.length;
    batch = [];
  };
  for await (const { key, lastModified } of blobs.list('')) {
    if (lastModified.getTime() < before) batch.push(key);
    if (batch.length >= atATime) await flush();
  }
  await flush();
  return deleted;
}
