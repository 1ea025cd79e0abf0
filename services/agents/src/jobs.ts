import type { Job } from '@tribus/kit/jobs/definition.ts';
import { deleteActionsJob } from './deletion.ts';
import type { Deps } from './deps.ts';
import { markUserJob } from './marking.ts';

export const agentsJobs = (deps: Pick<Deps, 'store' | 'identity'>): Job[] => [
  deleteActionsJob(deps),
  markUserJob(deps),
];
