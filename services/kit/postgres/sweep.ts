import type { Kysely } from 'kysely';
import { defineJob, type Job, job } from '../jobs/definition.ts';
import { sweepJobs } from '../jobs/jobs.ts';
import type { Context } from '../runtime/context.ts';
import { sweepClaims } from './idempotency.ts';
import { sweepInbox } from './inbox.ts';
import type { KitTables } from './kit-tables.ts';
import { sweepOutbox } from './outbox.ts';

const sweepKitTables = defineJob('sweepKitTables', { schedule: '*/10 * * * *' });

/** What every service with Postgres does beside its own jobs: it forgets what nobody will ask for any more. */
export const kitJobs = (ctx: Context, db: Kysely<KitTables>): Job[] => [
  job(sweepKitTables, (_none, { signal }) =>
    sweepEach(signal, [
      () => sweepClaims(db, signal, ctx.clock.now()),
      () => sweepOutbox(db, signal),
      () => sweepInbox(db, signal),
      () => sweepJobs(db, signal),
    ]),
  ),
];

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
