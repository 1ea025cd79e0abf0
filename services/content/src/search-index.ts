import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { walkInPortions } from '@tribus/kit/postgres/portions.ts';
import type { Command } from '@tribus/kit/service/definition.ts';
import type { Deps } from './deps.ts';
import { rederivePlaceSlugs } from './place-slugs.ts';

/** Enqueued by migrations that create or change the functions of the search, for posts from before. */
const rebuildSearch = defineJob('rebuildSearch', { oneAtATime: true });

export const rebuildSearchJob = ({ store }: Pick<Deps, 'store'>): Job =>
  job(rebuildSearch, async (_none, { signal }) => void (await rebuildPostSearch(store, signal)));

/** `main.ts rebuild-search` derives the slugs and writes the words of all posts again, while the service runs. */
export const searchCommands = ({ store }: Pick<Deps, 'store'>): Record<string, Command> => ({
  'rebuild-search': async () => {
    const { signal } = new AbortController();
    const slugs = await rederivePlaceSlugs(store, signal);
    return `places with another slug: ${slugs}\nposts in the search: ${await rebuildPostSearch(store, signal)}`;
  },
});

/** Returns the number of posts. */
async function rebuildPostSearch({ search }: Deps['store'], signal: AbortSignal): Promise<number> {
  let total = 0;
  await walkInPortions<string>(signal, async (lastId, size) => {
    const ids = await search.rebuild(lastId, size);
    total += ids.length;
    return ids;
  });
  return total;
}
