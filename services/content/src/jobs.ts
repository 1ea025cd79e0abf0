import { dropPicturesJob } from '@tribus/community/dropped-pictures.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import { type Job, job } from '@tribus/kit/jobs/definition.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import type { Deps } from './deps.ts';
import { deletePostsOfTribe, deleteTribePosts } from './tribe-deletion.ts';

export const contentJobs = ({
  store,
  media,
}: Pick<Deps, 'store'> & { media: Pick<Calls<MediaServiceService>, 'deleteObjects'> }): Job[] => [
  dropPicturesJob(media),
  job(deleteTribePosts, ({ tribeId }, run) => deletePostsOfTribe(store, tribeId, run)),
];
