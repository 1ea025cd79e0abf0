import { type Kysely, sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { type AnyRetention, expiriesOf, type Retention } from '../core/retention.ts';
import { defineJob, type Job, job } from '../jobs/definition.ts';
import { deleteFailedJobs, isStateOfEndedJob } from '../jobs/jobs.ts';
import { kitRetention, kitTables } from './kit-tables.ts';
import { deleteInPortions, doInPortions } from './portions.ts';

const sweepKitTables = defineJob('sweepKitTables', { schedule: '*/10 * * * *' });
const sweepOverdue = defineJob('sweepOverdue', { schedule: '17 * * * *' });

/**
 * What every service with Postgres does beside its own jobs: it deletes what is kept no longer, of the kit's tables and
 * of its own, as `retention` says.
 */
export const kitJobs = <DB>({ clock }: Context, db: Kysely<DB>, retention: Retention<DB>): Job[] => [
  job(sweepKitTables, (_none, { signal }) =>
    sweepEach(signal, [
      ...sweepsOf(kitTables(db), signal, kitRetention, clock.now()),
      () => doInPortions(signal, (size) => deleteFailedJobs(kitTables(db), size)),
      () => deleteInPortions(kitTables(db), signal, { from: 'jobStates', where: isStateOfEndedJob }),
    ]),
  ),
  job(sweepOverdue, (_none, { signal }) => sweepEach(signal, sweepsOf(db, signal, retention, clock.now()))),
];

/** A sweep for each table whose rows are kept for a time that the store watches. */
export const sweepsOf = <DB>(
  db: Kysely<DB>,
  signal: AbortSignal,
  retention: Retention<DB>,
  now: Date,
): (() => Promise<void>)[] =>
  expiriesOf(retention as AnyRetention).map(({ name, since, maxAgeMs }) => {
    const where = sql`${sql.ref(since)} <= ${new Date(now.getTime() - maxAgeMs)}`;
    return () => deleteInPortions(db, signal, { from: name as keyof DB & string, where });
  });

/**
 * Runs each of the sweeps, one after the other; one that fails keeps no other from its turn. Throws an `AggregateError`
 * of their failures at the end, and the reason of `signal` between two of them.
 */
export async function sweepEach(signal: AbortSignal, sweeps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const sweep of sweeps) {
    signal.throwIfAborted();
    await sweep().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything that is over was deleted');
}
