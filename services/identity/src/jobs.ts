import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { mailContactMessage, sendContactMail } from './contact.ts';
import type { Deps } from './deps.ts';

const sweepSessions = defineJob('sweepSessions', { schedule: '17 * * * *' });

export const identityJobs = (deps: Deps): Job[] => [
  job(sweepSessions, async () => {
    const { ctx, store } = deps;
    await store.sessions.sweep(ctx.clock.now());
    await store.loginCounts.sweep(ctx.clock.now());
  }),
  job(sendContactMail, ({ id }, { signal }) => mailContactMessage(deps, id, signal), {
    onFailed: ({ id }) => deps.store.contact.mailFailed(id),
  }),
];
