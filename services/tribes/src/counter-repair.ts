import { CounterRepair } from '@tribus/kit/postgres/counter-repair.ts';
import type { Deps } from './deps.ts';
import type { OwnerDifference, TribeDifference } from './store/counters.ts';

/** Repairs the member counts of tribes and the numbers of owned tribes. */
export const openCounterRepair = ({ ctx, store }: Pick<Deps, 'ctx' | 'store'>): CounterRepair =>
  new CounterRepair(ctx)
    .with<TribeDifference>({
      name: 'tribes',
      compare: (limit, after) => store.counters.compareTribes(limit, after?.id),
      correct: (tribe) => store.counters.correctTribe(tribe),
      idOf: ({ id }) => id,
    })
    .with<OwnerDifference>({
      name: 'owners',
      compare: (limit, after) => store.counters.compareOwners(limit, after?.userId),
      correct: (owner) => store.counters.correctOwner(owner),
    });
