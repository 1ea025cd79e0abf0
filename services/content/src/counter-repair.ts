import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import type { Deps } from './deps.ts';
import { beforeAllIds, type CountedTable, countedTables } from './store/counters.ts';

/** Counts anew where a counter differs from the rows that it counts. */
const repairCounters = defineJob('repairCounters', { schedule: '53 3 * * *' });

/** Compares the counters of all rows of a table, in portions; `onCorrected` gets the ids of corrected rows. */
async function repair(
  store: Deps['store'],
  table: CountedTable,
  signal: AbortSignal,
  onCorrected: (ids: readonly string[]) => void,
): Promise<void> {
  let afterId = beforeAllIds;
  await doInPortions(signal, async (size) => {
    // One statement sees a counter and its rows as of the same time, so concurrent changes are no differences.
    const compared = await store.counters.compare(table, afterId, size);
    const wrong = compared.filter(({ isWrong }) => isWrong).map(({ id }) => id);
    if (wrong.length > 0) onCorrected(await store.transaction((tx) => tx.counters.correct(table, wrong)));
    afterId = compared.at(-1)?.id ?? afterId;
    return compared.length;
  });
}

/** An interrupted run begins anew. */
export const counterRepairJob = ({
  ctx,
  store,
  counterCorrections,
}: Pick<Deps, 'ctx' | 'store' | 'counterCorrections'>): Job =>
  job(repairCounters, async (_none, { signal }) => {
    for (const table of countedTables)
      await repair(store, table, signal, (ids) => {
        counterCorrections.add(table, ids.length);
        if (ids.length > 0) ctx.log.warn({ table, ids }, 'counters corrected: they differed from the rows they count');
      });
  });
