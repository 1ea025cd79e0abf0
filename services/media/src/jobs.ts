import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import type { Deps } from './deps.ts';
import { sweepLeases, sweepOrphans } from './objects.ts';

const sweepMedia = defineJob('sweepMedia', { schedule: '27 * * * *' });

export const mediaJobs = (deps: Deps): Job[] => [
  // What was not kept within its lease, and what interrupted uploads left in the bucket.
  job(sweepMedia, async (_none, { signal }) => {
    deps.metrics.swept('lease', await sweepLeases(deps));
    signal.throwIfAborted();
    deps.metrics.swept('orphan', await sweepOrphans(deps));
    await deps.store.reservations.sweep();
  }),
];
