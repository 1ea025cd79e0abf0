import { dropPicturesJob } from '@tribus/community/dropped-pictures.ts';
import type { Job } from '@tribus/kit/jobs/definition.ts';
import { counterRepairJob } from '@tribus/kit/postgres/counter-repair.ts';
import type { Deps } from './deps.ts';
import { raiseFurtherJob, raiseMembersJob } from './level-up.ts';
import { deleteOrphansJob } from './orphan-deletion.ts';
import { closePicturesJob } from './picture-access.ts';
import { removeRestOfUserJob } from './user-lifecycle.ts';

export const tribesJobs = (deps: Pick<Deps, 'ctx' | 'store' | 'media' | 'counterRepair'>): Job[] => [
  dropPicturesJob(deps.media),
  closePicturesJob(deps.media),
  deleteOrphansJob(deps),
  removeRestOfUserJob(deps),
  raiseMembersJob(deps),
  raiseFurtherJob(deps),
  counterRepairJob(deps),
];
