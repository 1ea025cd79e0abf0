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
  job(sweepKitTables, async () => {
    await sweepClaims(db, ctx.clock.now());
    await sweepOutbox(db);
    await sweepInbox(db);
    await sweepJobs(db);
  }),
];
