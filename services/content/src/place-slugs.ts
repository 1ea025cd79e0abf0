import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { walkInPortions } from '@tribus/kit/postgres/portions.ts';
import { placeSlugOf } from '../tags.ts';
import type { Deps } from './deps.ts';
import type { PostPlace } from './store/place-slugs.ts';

/** Enqueued by migrations after the rule of slugs has changed, for posts from before. */
const derivePlaceSlugs = defineJob('derivePlaceSlugs', { oneAtATime: true });

export const placeSlugsJob = ({ store }: Pick<Deps, 'store'>): Job =>
  job(derivePlaceSlugs, async (_none, { signal }) => void (await rederivePlaceSlugs(store, signal)));

/** Derives the slugs of all posts again, while posts are published and edited; returns the number of those changed. */
export async function rederivePlaceSlugs({ placeSlugs }: Deps['store'], signal: AbortSignal): Promise<number> {
  let total = 0;
  await walkInPortions<PostPlace>(signal, async (last, size) => {
    const posts = await placeSlugs.list(last?.id, size);
    const derived = posts.map((post) => ({ ...post, placeSlug: placeSlugOf(post.place ?? '') || null }));
    total += await placeSlugs.set(derived.filter(({ placeSlug }, index) => placeSlug !== posts[index]?.placeSlug));
    return posts;
  });
  return total;
}
