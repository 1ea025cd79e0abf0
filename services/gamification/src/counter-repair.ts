import { CounterRepair } from '@tribus/kit/postgres/counter-repair.ts';
import type { Deps } from './deps.ts';
import type { TotalDifference } from './store/totals.ts';

/**
 * Repairs totals that differ from the sums of the ledger. A line and its total change in one transaction, so changes
 * since the comparison leave the difference as it was: it is added to the total.
 */
export const openCounterRepair = ({ ctx, store }: Pick<Deps, 'ctx' | 'store'>): CounterRepair =>
  new CounterRepair(ctx).with<TotalDifference>({
    name: 'totals',
    compare: (limit, after) => store.totals.compare(limit, after),
    correct: (total) => store.totals.correct(total),
  });
