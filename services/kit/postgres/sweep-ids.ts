import { type RawBuilder, sql } from 'kysely';
import { isOutage } from '../core/errors.ts';

/** A run ends after this number of failures, which then have a common cause. */
const failedMax = 1_000;
const reportedMax = 10;

interface IdSweep<Id> {
  /** Resolves to the next ids to process, without these; none when all are processed. */
  list(exceptIds: readonly Id[]): Promise<Id[]>;
  /** Processes the ids, which are not listed afterwards; repeats what a failed call has left. */
  process(ids: Id[]): Promise<void>;
}

/**
 * Processes all listed ids in batches. A batch that fails is split until the ids that fail alone are found; these are
 * left to the next run, so that they do not prevent the processing of the others. Throws an `AggregateError` of the
 * first failures at the end, the reason of `signal` once it is aborted, and an outage at once.
 */
export async function sweepIds<Id>(signal: AbortSignal, { list, process }: IdSweep<Id>): Promise<void> {
  const failed = new Map<Id, unknown>();
  for (let ids = await list([]); ids.length > 0 && failed.size < failedMax; ids = await list([...failed.keys()]))
    await processOrSplit(signal, ids, process, failed);
  if (failed.size === 0) return;
  throw new AggregateError([...failed.values()].slice(0, reportedMax), `${failed.size} ids not processed`);
}

async function processOrSplit<Id>(
  signal: AbortSignal,
  ids: Id[],
  process: IdSweep<Id>['process'],
  failed: Map<Id, unknown>,
): Promise<void> {
  signal.throwIfAborted();
  try {
    await process(ids);
  } catch (error) {
    signal.throwIfAborted();
    if (isOutage(error)) throw error;
    const [first] = ids;
    if (first !== undefined && ids.length === 1) return void failed.set(first, error);
    const half = Math.ceil(ids.length / 2);
    for (const part of [ids.slice(0, half), ids.slice(half)]) await processOrSplit(signal, part, process, failed);
  }
}

/** SQL condition for `list`: the column contains none of the ids. */
export const isNoneOf = (
  column: string,
  ids: readonly (string | number)[],
  type: 'uuid' | 'integer' = 'uuid',
): RawBuilder<boolean> => sql`${sql.ref(column)} <> all(${ids}::${sql.raw(type)}[])`;
