import { homininiId } from '@tribus/community/limits.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { isAdmin } from '@tribus/kit/core/actor.ts';
import type { FoundItem } from '../api.ts';
import type { Deps } from './deps.ts';
import type { RankPage, RankPosition } from './store/search.ts';

/** A user whose name matches a search, with a tribe in which the viewer sees it. */
export interface FoundAccount extends RankPosition {
  tribeId: number;
}

/**
 * Reads people whose names resemble the text: the best matches first, after a position. Tribes decides whose names the
 * viewer sees in which of their tribes; everybody else is found in hominini, which hides nobody (docs/decisions/0038).
 */
export async function rankAccounts(
  { identity, tribes }: Pick<Deps, 'identity' | 'tribes'>,
  viewer: Actor,
  text: string,
  { limit, after }: RankPage,
): Promise<FoundAccount[]> {
  const { fellows } = await tribes.listFellows({ viewerId: viewer.id, viewerIsAdmin: isAdmin(viewer) });
  const tribeOf = new Map(fellows.map(({ userId, tribeId }) => [userId, tribeId]));
  const { users } = await identity.findUsers({
    text,
    userIds: [...tribeOf.keys()],
    viewerId: viewer.id,
    limit,
    after: after && { userId: after.key, rank: after.rank },
  });
  return users.map(({ userId, rank }) => ({ rank, key: userId, tribeId: tribeOf.get(userId) ?? homininiId }));
}

/** Presents each user in the tribe in which they were found. */
export async function presentAccounts(
  { directory }: Pick<Deps, 'directory'>,
  viewer: Actor,
  found: readonly FoundAccount[],
): Promise<FoundItem[]> {
  const byTribe = Map.groupBy(found, ({ tribeId }) => tribeId);
  const [people, memberships] = await Promise.all([
    directory.presentUsersAcross(viewer, new Map([...byTribe].map(([id, users]) => [id, users.map(({ key }) => key)]))),
    directory.getMembershipsOf(viewer.id, byTribe.keys()),
  ]);
  return found.flatMap(({ key, tribeId }) => {
    const user = people.get(tribeId)?.get(key);
    const tribe = memberships.get(tribeId)?.tribe;
    // The user may have been blocked, deleted or raised to a higher level since.
    if (!user || !tribe || user.id !== key) return [];
    return [{ type: 'account', user, tribe: { id: tribe.id, name: tribe.name } }];
  });
}
