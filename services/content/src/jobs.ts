import { type Job, job } from '@tribus/kit/jobs/definition.ts';
import type { Deps } from './deps.ts';
import { deletePostsOfTribe, deleteTribePosts } from './tribe-deletion.ts';

export const contentJobs = ({ store }: Pick<Deps, 'store'>): Job[] => [
  job(deleteTribePosts, ({ tribeId }, run) => deletePostsOfTribe(store, tribeId, run)),
];
