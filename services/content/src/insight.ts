import { requireOwner } from '@tribus/community/guards.ts';
import { homininiId } from '@tribus/community/limits.ts';
import { type Actor, userIdOf } from '@tribus/kit/core/actor.ts';
import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import type { Insight, InsightQuery } from '../api/insight.ts';
import { insightExcerpt, insightPeoplePerWeek, insightPosts, insightWeeks } from '../limits.ts';
import type { Deps } from './deps.ts';
import {
  computeCohorts,
  computeTotals,
  dayAfter,
  dayOf,
  type InsightNumbers,
  insightDays,
  mondayOf,
} from './insight-numbers.ts';
import type { BestPost } from './store/best-posts.ts';

const insightTtlMs = 60_000;
const insightCacheSize = 100;

/** The insight of a tribe, for its owner and site admins. */
export async function readTribeInsight(
  deps: Deps,
  viewer: Actor,
  tribeId: number,
  { days }: InsightQuery,
): Promise<Insight> {
  requireOwner(viewer, await deps.directory.getMembership(userIdOf(viewer), tribeId));
  return readInsight(deps, viewer, tribeId, days);
}

/** The insight of all of Tribus, for site admins. */
export const readSiteInsight = (deps: Deps, viewer: Actor, { days }: InsightQuery): Promise<Insight> =>
  readInsight(deps, viewer, null, days);

/** A key of the cache: a tribe or all of them (null), the number of days, and the last day. */
interface InsightRequest {
  tribeId: number | null;
  count: number;
  to: string;
}

/**
 * Expensive numbers: each is counted by one request at a time, shared with concurrent requests, and cached for a
 * minute. The key is an `InsightRequest` in JSON.
 */
export const openInsightNumbers = (deps: Pick<Deps, 'ctx' | 'store' | 'tribes'>): BatchCache<string, InsightNumbers> =>
  new BatchCache(
    async (keys: string[]) => {
      const counted = new Map<string, InsightNumbers>();
      for (const key of keys) counted.set(key, await countInsight(deps, JSON.parse(key)));
      return counted;
    },
    { max: insightCacheSize, ttlMs: insightTtlMs, now: () => deps.ctx.clock.now().getTime() },
  );

/** For one tribe, or for all when it is null. */
async function readInsight(deps: Deps, viewer: Actor, tribeId: number | null, count: number): Promise<Insight> {
  const request: InsightRequest = { tribeId, count, to: dayOf(deps.ctx.clock.now()) };
  const numbers = await deps.insightNumbers.get(JSON.stringify(request));
  if (!numbers) throw new Error('insight numbers are missing after they were counted');
  return { ...numbers, bestPosts: await readBestPosts(deps, viewer, tribeId, numbers.from) };
}

/** Everybody is a member of hominini until their account is deleted, so its members are those of all of Tribus. */
async function countInsight(
  { store, tribes }: Pick<Deps, 'store' | 'tribes'>,
  { tribeId, count, to }: InsightRequest,
): Promise<InsightNumbers> {
  const from = dayAfter(to, 1 - count);
  const before = { tribeId, from: dayAfter(from, -count), to: dayAfter(from, -1) };
  const { activeDays, tribeDays } = store;
  const history = await tribes.getMemberHistory({
    tribeId: tribeId ?? homininiId,
    from: before.from,
    arrivalsFrom: dayAfter(mondayOf(to), -7 * (insightWeeks - 1)),
    arrivalsLimit: insightPeoplePerWeek,
  });
  // Sequentially: the queries are slow, and other requests should not wait for them.
  const days = insightDays(history.days, await tribeDays.list({ tribeId, from: before.from, to }));
  const active = {
    value: await activeDays.countUsers({ tribeId, from, to }),
    before: await activeDays.countUsers(before),
  };
  const returning = await activeDays.countReturning(tribeId, history.arrivals, to);
  return {
    from,
    to,
    totals: computeTotals(days, active),
    days: days.slice(count),
    cohorts: computeCohorts(history.arrivals, returning, to),
  };
}

async function readBestPosts(
  { store, directory }: Deps,
  viewer: Actor,
  tribeId: number | null,
  from: string,
): Promise<Insight['bestPosts']> {
  const blocked = tribeId === null ? [] : [...(await directory.blockedIn(viewer, tribeId))];
  const since = new Date(`${from}T00:00:00.000Z`);
  const posts = await store.bestPosts.list(tribeId, since, { viewerId: viewer.id, blocked, limit: insightPosts });
  const byTribe = [...Map.groupBy(posts, (post) => post.tribeId)].map(
    ([id, inTribe]) => [id, inTribe.map(({ authorId }) => authorId)] as const,
  );
  const [authors, memberships] = await Promise.all([
    directory.presentUsersAcross(viewer, new Map(byTribe)),
    directory.getMembershipsOf(
      viewer.id,
      byTribe.map(([id]) => id),
    ),
  ]);
  return posts.flatMap((post) => {
    const [user, tribe] = [authors.get(post.tribeId)?.get(post.authorId), memberships.get(post.tribeId)?.tribe];
    return user && tribe ? [presentBestPost(post, user, { id: tribe.id, name: tribe.name })] : [];
  });
}

const presentBestPost = (
  { id, kind, content, createdAt, comments, reactions, views }: BestPost,
  user: Insight['bestPosts'][number]['user'],
  tribe: { id: number; name: string },
): Insight['bestPosts'][number] => ({
  id,
  kind,
  content: beginningOf(content),
  user,
  createdAt: createdAt.toISOString(),
  tribe,
  counts: { comments, reactions, views },
});

function beginningOf(content: string): string {
  const characters = [...content];
  return characters.length > insightExcerpt ? `${characters.slice(0, insightExcerpt).join('').trimEnd()}…` : content;
}
