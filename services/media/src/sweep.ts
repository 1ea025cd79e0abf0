import type { Deps } from './deps.ts';
import { sweepLeases, sweepOrphans } from './objects.ts';

/** Deletes what was not kept within its lease, and what interrupted uploads and processes left. */
export async function sweep(deps: Deps): Promise<void> {
  deps.metrics.swept('lease', await sweepLeases(deps));
  deps.metrics.swept('orphan', await sweepOrphans(deps));
  await deps.store.reservations.sweep();
  await deps.spool.removeLeftovers();
}
