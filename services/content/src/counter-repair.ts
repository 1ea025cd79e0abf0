import { CounterRepair } from '@tribus/kit/postgres/counter-repair.ts';
import type { Deps } from './deps.ts';
import { countedTables } from './store/counters.ts';

/** Repairs the counters of posts and comments. */
export function openCounterRepair({ ctx, store }: Pick<Deps, 'ctx' | 'store'>): CounterRepair {
  const repair = new CounterRepair(ctx);
  for (const name of countedTables)
    repair.with<{ id: string; isWrong: boolean }>({
      name,
      compare: (limit, after) => store.counters.compare(name, limit, after?.id),
      correct: ({ id }) => store.transaction((tx) => tx.counters.correct(name, id)),
      idOf: ({ id }) => id,
    });
  return repair;
}
