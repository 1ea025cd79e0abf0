import type { Deps } from './deps.ts';
import { sweepOrphans } from './objects.ts';

/** A store in which nothing lies is forgotten when no upload that began there can be under way any more. */
const forgottenAfterMs = 24 * 60 * 60 * 1000;

/**
 * Deletes what no row names in every store, and forgets stores that admins have left and that are empty. A chosen store that
 * is away keeps no other from its turn. Resolves to the number of blobs deleted.
 */
export async function sweepStores(deps: Pick<Deps, 'ctx' | 'store' | 'objectStores'>): Promise<number> {
  const { ctx, store, objectStores } = deps;
  const before = new Date(ctx.clock.now().getTime() - forgottenAfterMs);
  let swept = 0;
  for (const { id } of await store.stores.all()) {
    try {
      const { blobs, prefix } = await objectStores.of(id);
      swept += await sweepOrphans({ store, blobs, prefix });
      if (await isEmpty(blobs.list(prefix))) await store.stores.forget(id, before);
    } catch (error) {
      ctx.log.warn({ err: error, storeId: id }, 'a chosen store of objects was not swept');
    }
  }
  return swept + (await sweepOrphans({ store, ...objectStores.environment }));
}

async function isEmpty(list: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _each of list) return false;
  return true;
}
