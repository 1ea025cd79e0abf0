import { type Kysely, sql } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Job } from './definition.ts';
import { type JobState, stateOfJob } from './jobs.ts';
import type { JobTables } from './tables.ts';

/** Histogram buckets in seconds. */
const durations = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_800];
const states: readonly JobState[] = ['waiting', 'running', 'failed'];

/** `interrupted`: the replica stopped or lost its lease; the job runs again. */
export type JobOutcome = 'succeeded' | 'failed' | 'cancelled' | 'interrupted';

/** Counts job outcomes: `observe` for jobs of this replica, `died` for jobs whose process died in the last attempt. */
export function countJobs(ctx: Context, jobs: readonly Job[]) {
  const seconds = ctx.metrics.histogram('job_seconds', 'Duration of jobs', ['kind', 'outcome'], durations);
  const failures = ctx.metrics.counter('job_failures_total', 'Failed attempts of jobs', ['kind']);
  for (const { definition } of jobs) {
    failures.inc({ kind: definition.name }, 0);
    seconds.zero({ kind: definition.name, outcome: 'succeeded' });
  }
  return {
    observe(kind: string, outcome: JobOutcome, took: number): void {
      seconds.observe({ kind, outcome }, took);
      if (outcome === 'failed') failures.inc({ kind });
    },
    died: (kind: string): void => failures.inc({ kind }),
  };
}

interface Count {
  kind: string;
  state: JobState;
  count: number;
  underWay: number;
  oldestSeconds: number | null;
}

/** Registers gauges of waiting, running and failed jobs over all replicas; every replica reports the same values. */
export function showJobs(ctx: Context, db: Kysely<JobTables>, jobs: readonly Job[]): void {
  const names = jobs.map(({ definition }) => definition.name);
  const oldest = ctx.metrics.gauge('jobs_oldest_due_seconds', 'Delay of the oldest due job that is not running');
  const underWay = ctx.metrics.gauge('jobs_under_way', 'Jobs due or running');
  ctx.metrics.gauge('jobs', 'Jobs waiting, running or permanently failed', ['kind', 'state'], async (gauge) => {
    const counts = await countStates(db).catch(() => undefined);
    gauge.reset();
    underWay.set(counts ? counts.reduce((total, count) => total + count.underWay, 0) : Number.NaN);
    oldest.set(counts ? Math.max(0, ...counts.map(({ oldestSeconds }) => oldestSeconds ?? 0)) : Number.NaN);
    for (const kind of names)
      for (const state of states) {
        const found = counts?.find((count) => count.kind === kind && count.state === state);
        gauge.set({ kind, state }, counts ? (found?.count ?? 0) : Number.NaN);
      }
  });
}

async function countStates(db: Kysely<JobTables>): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select task_identifier as kind, ${stateOfJob} as state, count(*) as count,
      count(*) filter (where locked_at is not null or (attempts < max_attempts and run_at <= now())) as "underWay",
      extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts))::float8
        as "oldestSeconds"
    from graphile_worker.jobs group by 1, 2`.execute(db);
  return rows;
}
