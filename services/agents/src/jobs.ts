import type { Job } from '@tribus/kit/jobs/definition.ts';
import { deleteActionsJob } from './deletion.ts';
import type { Deps } from './deps.ts';

export const agentsJobs = (deps: Pick<Deps, 'store'>): Job[] => [deleteActionsJob(deps)];
