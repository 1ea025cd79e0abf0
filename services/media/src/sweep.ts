import type { Deps } from './deps.ts';
import { sweepLeases, sweepOrphans } from './objects.ts';

/** Deletes what nobody kept, and what broke off. */
export async function sweep({ ctx, store, blobs, metrics, reservations, spool }: Deps): Promise<void> {
  metrics.swept('lease', await sweepLeases(ctx, store, blobs));
  metrics.swept('orphan', await sweepOrphans(store, blobs));
  await reservations.sweep();
  await spool.removeLeftovers();
}
