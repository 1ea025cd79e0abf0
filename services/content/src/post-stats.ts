import type { Actor } from '@tribus/kit/core/actor.ts';
import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { PostKind } from '../api/post.ts';
import type { PostStats, PostStatsGroup, PostStatsQuery } from '../api/post-stats.ts';
import { postStatsDays, postStatsDefaultDays, postStatsGroups } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { dayAfter, dayOf } from './insight-numbers.ts';
import type { PostNumbersByGroup, PostNumbersOf } from './store/post-stats.ts';

const ttlMs = 60_000;
const cacheSize = 100;

/**
 * Expensive numbers: each is counted by one request at a time, shared with concurrent requests, and cached for a
 * minute. The key is a complete `PostStatsQuery` in JSON.
 */
export const openPostStats = ({ ctx, store }: Pick<Deps, 'ctx' | 'store'>): BatchCache<string, PostNumbersByGroup> =>
  new BatchCache(
    async (requests: string[]) => {
      const counted = new Map<string, PostNumbersByGroup>();
      for (const request of requests) counted.set(request, await countPosts(store, JSON.parse(request)));
      return counted;
    },
    { max: cacheSize, ttlMs, now: () => ctx.clock.now().getTime() },
  );

/**
 * Numbers of the posts published in a period, for site admins; by default in the last four weeks. Throws 400
 * `post_stats_span` for a period that ends before it begins or is too long.
 */
export async function readPostStats(deps: Deps, viewer: Actor, { by, ...days }: PostStatsQuery): Promise<PostStats> {
  const to = days.to ?? dayOf(deps.ctx.clock.now());
  const from = days.from ?? dayAfter(to, 1 - postStatsDefaultDays);
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (count < 1 || count > postStatsDays) throw errors.fail('post_stats_span', { max: postStatsDays });
  const numbers = await deps.postStats.get(JSON.stringify({ from, to, by }));
  if (!numbers) throw new Error('post statistics are missing after they were counted');
  const names = by === 'tribe' ? await namesOf(deps, viewer, numbers.items) : new Map<string, string>();
  return { ...numbers, items: numbers.items.map((item) => ({ ...item, name: names.get(item.key) ?? item.key })) };
}

async function countPosts(
  { postStatistics }: Deps['store'],
  { from, to, by }: Required<PostStatsQuery>,
): Promise<PostNumbersByGroup> {
  const span = { from, to };
  const { items, totals } = await postStatistics.count(by, span, postStatsGroups);
  return { from, to, items: inOrder(by, span, items), totals };
}

/** Days, hours and kinds in their order, with zeros for those without posts. */
function inOrder(by: PostStatsGroup, span: { from: string; to: string }, groups: PostNumbersOf[]): PostNumbersOf[] {
  const keys = keysOf(by, span);
  if (!keys) return groups;
  const found = new Map(groups.map((group) => [group.key, group]));
  return keys.map((key) => found.get(key) ?? { key, posts: 0, comments: 0, reactions: 0, views: 0 });
}

/** All keys of a group that has a fixed number of them; else undefined. */
function keysOf(by: PostStatsGroup, { from, to }: { from: string; to: string }): string[] | undefined {
  if (by === 'kind') return [...PostKind.options];
  if (by === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  if (by !== 'day') return undefined;
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return Array.from({ length: count }, (_, index) => dayAfter(from, index));
}

/** The names of tribes by their id; without those that are being deleted. */
async function namesOf(
  { directory }: Pick<Deps, 'directory'>,
  viewer: Actor,
  items: readonly PostNumbersOf[],
): Promise<Map<string, string>> {
  const memberships = await directory.getMembershipsOf(
    viewer.id,
    items.map(({ key }) => Number(key)),
  );
  return new Map([...memberships].map(([id, { tribe }]) => [String(id), tribe.name]));
}
