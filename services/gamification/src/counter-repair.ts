import { type ComparedRow, CounterRepair } from '@tribus/kit/postgres/counter-repair.ts';
import type { Deps } from './deps.ts';
import type { TotalDifference } from './store/totals.ts';

/**
 * Repairs totals that differ from the sums of the ledger. A line and its total change in one transaction, so changes
 * since the comparison leave the difference as it was: it is added to the total.
 */
export const openCounterRepair = ({ ctx, store }: Pick<Deps, 'ctx' | 'store'>): CounterRepair =>
  new CounterRepair(ctx).with<TotalDifference & ComparedRow>({
    name: 'totals',
    async compare(limit, after) {
      const totals = await store.totals.compare(limit, after);
      return totals.map((total) => ({ ...total, isWrong: total.difference !== 0 }));
    },
    correct: (total) => store.totals.correct(total),
  });
