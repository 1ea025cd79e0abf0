import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { placeSlugOf } from '../tags.ts';
import type { Deps } from './deps.ts';

/** Enqueued by migrations after the rule of slugs has changed, for posts from before. */
const derivePlaceSlugs = defineJob('derivePlaceSlugs', { oneAtATime: true });

export const placeSlugsJob = ({ store }: Pick<Deps, 'store'>): Job =>
  job(derivePlaceSlugs, async (_none, { signal }) => void (await rederivePlaceSlugs(store, signal)));

/** Derives the slugs of all posts again, while posts are published and edited; returns the number of those changed. */
export async function rederivePlaceSlugs({ placeSlugs }: Deps['store'], signal: AbortSignal): Promise<number> {
  let afterId: string | undefined;
  let total = 0;
  await doInPortions(signal, async (size) => {
    const posts = await placeSlugs.list(afterId, size);
    const derived = posts.map((post) => ({ ...post, placeSlug: placeSlugOf(post.place ?? '') || null }));
    total += await placeSlugs.set(derived.filter(({ placeSlug }, index) => placeSlug !== posts[index]?.placeSlug));
    afterId = posts.at(-1)?.id ?? afterId;
    return posts.length;
  });
  return total;
}
