import { homininiId } from '@tribus/community/limits.ts';
import type { Person } from '@tribus/community/person.ts';
import { type Actor, isAdmin } from '@tribus/kit/core/actor.ts';
import type { PersonReason, SuggestedPeople } from '../api/discovery.ts';
import { sentPeople, suggestionCandidates, suggestionFollowers } from '../limits.ts';
import type { Deps } from './deps.ts';
import { type ChosenReason, type PersonFacts, rankPeople } from './person-reasons.ts';
import { listRecentPosts } from './recent-posts.ts';

/**
 * Returns people whose names the viewer sees and whom they do not follow, those with the strongest reasons first
 * (docs/decisions/0044).
 */
export async function suggestPeople(deps: Deps, viewer: Actor): Promise<SuggestedPeople> {
  const [people, follows, filtered, dismissed] = await Promise.all([
    gatherPeople(deps, viewer),
    deps.follows.of(viewer.id),
    deps.directory.namedByFilters(viewer),
    deps.identity.listDismissedSuggestions({ userId: viewer.id }),
  ]);
  const excluded = new Set([viewer.id, ...follows.followedIds, ...filtered, ...dismissed.userIds]);
  const candidates = people.filter(({ userId }) => !excluded.has(userId));
  const ranked = rankPeople(candidates, new Set(follows.tags)).slice(0, suggestionCandidates);
  const userIds = ranked.map(({ userId }) => userId);
  const { userIds: sanctioned } = await deps.identity.listSanctioned({ userIds });
  const allowed = ranked.filter(({ userId }) => !sanctioned.includes(userId));
  return { items: (await present(deps, viewer, allowed)).slice(0, sentPeople) };
}

/** Returns the people of the viewer's tribes, authors and followers, with what the viewer may know of them. */
async function gatherPeople(deps: Deps, viewer: Actor): Promise<PersonFacts[]> {
  const { identity, tribes } = deps;
  const [{ fellows }, followers, recent] = await Promise.all([
    tribes.listFellows({ viewerId: viewer.id, viewerIsAdmin: isAdmin(viewer) }),
    identity.listUnreturnedFollowers({ userId: viewer.id, limit: suggestionFollowers }),
    listRecentPosts(deps, viewer),
  ]);
  // A tribes service of an earlier version returns one tribe only.
  const tribesOf = new Map(
    fellows.map(({ userId, tribeId, tribeIds }) => [userId, tribeIds.length > 0 ? tribeIds : [tribeId]]),
  );
  const isNamed = (userId: string, tribeId: number): boolean =>
    tribeId === homininiId || (tribesOf.get(userId)?.includes(tribeId) ?? false);
  const posts = Map.groupBy(
    recent.filter(({ authorId, tribeId }) => isNamed(authorId, tribeId)),
    ({ authorId }) => authorId,
  );
  const followsYou = new Set(followers.userIds);
  return [...new Set([...followsYou, ...tribesOf.keys(), ...posts.keys()])].map((userId) => ({
    userId,
    followsYou: followsYou.has(userId),
    sharedTribes: tribesOf.get(userId) ?? [],
    posts: posts.get(userId) ?? [],
  }));
}

interface Chosen {
  userId: string;
  reason: ChosenReason;
}

/** Presents each person in the tribe of the reason; without those who are not shown by their name, such as deleted ones. */
async function present(
  { directory }: Pick<Deps, 'directory'>,
  viewer: Actor,
  chosen: readonly Chosen[],
): Promise<SuggestedPeople['items']> {
  const byTribe = Map.groupBy(chosen, ({ reason }) => reason.tribeId);
  const idsIn = (tribeId: number | undefined): string[] => (byTribe.get(tribeId) ?? []).map(({ userId }) => userId);
  const tribeIds = [...byTribe.keys()].filter((id) => id !== undefined);
  const [outside, inTribes, memberships] = await Promise.all([
    directory.presentUsers(viewer, idsIn(undefined)),
    directory.presentUsersAcross(viewer, new Map(tribeIds.map((id) => [id, idsIn(id)]))),
    directory.getMembershipsOf(viewer.id, tribeIds),
  ]);
  const personOf = ({ userId, reason: { tribeId } }: Chosen): Person | undefined =>
    (tribeId === undefined ? outside : inTribes.get(tribeId))?.get(userId);
  return chosen.flatMap((each) => {
    const user = personOf(each);
    const tribe = memberships.get(each.reason.tribeId ?? homininiId)?.tribe;
    const reason = presentReason(each.reason, tribe && { id: tribe.id, name: tribe.name });
    return user?.id === each.userId && reason ? [{ user, reason }] : [];
  });
}

/** Returns undefined when the tribe has been deleted since. */
function presentReason(
  reason: ChosenReason,
  tribe: { id: number; name: string } | undefined,
): PersonReason | undefined {
  switch (reason.kind) {
    case 'followsYou':
      return { kind: reason.kind };
    case 'sharedTribes':
      return tribe && { kind: reason.kind, count: reason.count, tribe };
    case 'writesAbout':
      return { kind: reason.kind, tags: reason.tags };
    case 'writes':
      return tribe && { kind: reason.kind, tribe };
    default:
      return reason satisfies never;
  }
}
