import { dropPicturesJob } from '@tribus/community/dropped-pictures.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { type Job, job } from '@tribus/kit/jobs/definition.ts';
import { counterRepairJob } from '@tribus/kit/postgres/counter-repair.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { activeDayJobs } from './active-days.ts';
import { banJobs } from './case-bans.ts';
import { caseJobs } from './case-closing.ts';
import type { ModeratorSources } from './case-deciders.ts';
import { decidersReviewJobs } from './deciders-review.ts';
import type { Deps } from './deps.ts';
import { landingJobs } from './landing.ts';
import { deleteOrphansJob } from './orphan-deletion.ts';
import { closePicturesJob } from './picture-access.ts';
import { placeSlugsJob } from './place-slugs.ts';
import { settleReportsJob } from './report-settlement.ts';
import { rebuildSearchJob } from './search-index.ts';
import { deletePostsOfTribe, deleteTribePosts } from './tribe-deletion.ts';
import { deleteContentOfUser, deleteUserContent } from './user-deletion.ts';
import { videoJobs } from './video-processing.ts';

export const contentJobs = ({
  ctx,
  store,
  media,
  uploads,
  directory,
  tribes,
  counterRepair,
}: Pick<Deps, 'ctx' | 'store' | 'counterRepair'> & {
  directory: ModeratorSources['directory'];
  tribes: ModeratorSources['tribes'] & Pick<Deps['tribes'], 'banMember' | 'liftBan'>;
  media: Pick<Calls<MediaServiceService>, 'deleteObjects' | 'setObjectVisibility' | 'getObjects' | 'keepObjects'>;
  uploads: Pick<Deps['uploads'], 'keep'>;
}): Job[] => [
  dropPicturesJob(media),
  closePicturesJob(media),
  ...videoJobs({ ctx, store, media }),
  ...landingJobs({ ctx, store, uploads }),
  ...caseJobs({ ctx, store }),
  settleReportsJob({ store }),
  deleteOrphansJob({ store }),
  counterRepairJob({ counterRepair }),
  rebuildSearchJob({ store }),
  placeSlugsJob({ store }),
  ...activeDayJobs({ ctx, store }),
  ...banJobs({ ctx, store, tribes }),
  ...decidersReviewJobs({ store, directory, tribes }),
  job(deleteTribePosts, ({ tribeId }, run) => deletePostsOfTribe(store, tribeId, run)),
  job(deleteUserContent, ({ userId }, run) => deleteContentOfUser(store, userId, run)),
];
