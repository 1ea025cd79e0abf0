import { type Kysely, sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { type AnyRetention, listExpiries, type Retention } from '../core/retention.ts';
import { defineJob, type Job, job } from '../jobs/definition.ts';
import { deleteFailedJobs, isStateOfEndedJob } from '../jobs/jobs.ts';
import { deleteClaims, deleteClaimsOf } from './idempotency.ts';
import { kitRetention, kitTables } from './kit-tables.ts';
import { deleteInPortions, doInPortions } from './portions.ts';

const sweepKitTables = defineJob('sweepKitTables', { schedule: '*/10 * * * *' });
const sweepOverdue = defineJob('sweepOverdue', { schedule: '17 * * * *' });

/**
 * Returns the jobs that every service with Postgres runs: they delete expired rows of the kit's tables and of the
 * service's own, as declared in `retention`, and the idempotency keys of deleted users.
 */
export const kitJobs = <DB>({ clock }: Context, db: Kysely<DB>, retention: Retention<DB>): Job[] => [
  job(sweepKitTables, (_none, { signal }) =>
    sweepEach(signal, [
      ...buildSweeps(kitTables(db), signal, kitRetention, clock.now()),
      () => doInPortions(signal, (size) => deleteFailedJobs(kitTables(db), size)),
      () => deleteInPortions(kitTables(db), signal, { from: 'jobStates', where: isStateOfEndedJob }),
    ]),
  ),
  job(deleteClaims, ({ userId }, { signal }) => deleteClaimsOf(kitTables(db), userId, signal)),
  job(sweepOverdue, (_none, { signal }) => sweepEach(signal, buildSweeps(db, signal, retention, clock.now()))),
];

/** Returns a sweep for each table whose retention is a duration. */
export const buildSweeps = <DB>(
  db: Kysely<DB>,
  signal: AbortSignal,
  retention: Retention<DB>,
  now: Date,
): (() => Promise<void>)[] =>
  listExpiries(retention as AnyRetention).map(({ name, since, maxAgeMs }) => {
    const where = sql`${sql.ref(since)} <= ${new Date(now.getTime() - maxAgeMs)}`;
    return () => deleteInPortions(db, signal, { from: name as keyof DB & string, where });
  });

/**
 * Runs the sweeps in sequence; a failing one does not prevent the others. Throws an `AggregateError` of the failures at
 * the end, or the reason of `signal` once it is aborted.
 */
export async function sweepEach(signal: AbortSignal, sweeps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const sweep of sweeps) {
    signal.throwIfAborted();
    await sweep().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some expired rows were not deleted');
}
