import { dayMs } from '@tribus/kit/core/durations.ts';
import type { Deps } from './deps.ts';
import { sweepOrphans } from './objects.ts';

/** An empty store is forgotten after this time, when no upload that began there can be in progress. */
const forgottenAfterMs = dayMs;

/**
 * Deletes the orphans of every store and what killed processes left of unfinished writes, and forgets empty stores that
 * admins have left. An unavailable store does not prevent the sweep of the others. Resolves to the number of blobs
 * deleted.
 */
export async function sweepStores(
  deps: Pick<Deps, 'ctx' | 'store' | 'objectStores'>,
  signal: AbortSignal,
): Promise<number> {
  const { ctx, store, objectStores } = deps;
  const before = new Date(ctx.clock.now().getTime() - forgottenAfterMs);
  let swept = 0;
  for (const { id } of await store.stores.all()) {
    try {
      const { blobs, prefix } = await objectStores.of(id);
      swept += await sweepOrphans({ store, blobs, prefix, signal });
      if (await isEmpty(blobs.list(prefix))) await store.stores.forget(id, before);
    } catch (error) {
      signal.throwIfAborted();
      ctx.log.warn({ err: error, storeId: id }, 'chosen store not swept; retrying in the next run');
    }
  }
  const { environment } = objectStores;
  await environment.blobs.removeIncomplete();
  return swept + (await sweepOrphans({ store, ...environment, signal }));
}

async function isEmpty(list: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _each of list) return false;
  return true;
}
