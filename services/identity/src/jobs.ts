import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import type { Deps } from './deps.ts';

const sweepSessions = defineJob('sweepSessions', { schedule: '17 * * * *' });

export const identityJobs = ({ ctx, store, loginCounts }: Deps): Job[] => [
  job(sweepSessions, async () => {
    await store.sessions.sweep(ctx.clock.now());
    await loginCounts.sweep(ctx.clock.now());
  }),
];
