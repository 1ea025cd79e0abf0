import { wordsIn } from '@tribus/community/muted-words.ts';
import type { Person } from '@tribus/community/person.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import type { SuggestedTribes } from '../api/discovery.ts';
import { sentTribes, suggestionCandidates, suggestionDays } from '../limits.ts';
import { isHominini } from './access.ts';
import type { Deps } from './deps.ts';
import { loadPresenter, presentCard } from './present.ts';
import type { Leader } from './store/discovery.ts';
import type { StoredTribe, TribeForViewer } from './store/tribes.ts';
import { chooseTribeReason, compareReasons, type OwnTribe } from './suggestion-reasons.ts';

/**
 * Returns tribes of the directory that the viewer might join, those with the strongest reasons first
 * (docs/decisions/0044).
 */
export async function suggestTribes(deps: Deps, viewer: Actor): Promise<SuggestedTribes> {
  const interests = await readInterests(deps, viewer);
  const candidates = await findCandidates(deps, viewer, interests);
  const ranked = candidates
    .map((each) => ({ ...each, reason: chooseTribeReason(each, interests) }))
    .toSorted((a, b) => compareReasons(a.reason, b.reason) || bySize(a.found.tribe, b.found.tribe));
  return {
    items: ranked.slice(0, sentTribes).map(({ found, reason }) => ({ tribe: presentCard(deps, found), reason })),
  };
}

const bySize = (a: StoredTribe, b: StoredTribe): number => b.membersCount - a.membersCount || a.id - b.id;

/** The viewer's follows and tribes, without those that they muted, and the suggestions that they dismissed. */
interface Interests {
  followedIds: string[];
  followedTags: string[];
  ownTribes: OwnTribe[];
  dismissedIds: number[];
  isMuted: (tribe: StoredTribe) => boolean;
}

async function readInterests({ store, identity, blocks }: Deps, viewer: Actor): Promise<Interests> {
  const [{ users }, { tribeIds: dismissedIds }, own, mutes, blocked] = await Promise.all([
    identity.getFollows({ userIds: [viewer.id] }),
    identity.listDismissedSuggestions({ userId: viewer.id }),
    store.tribes.listByUser(viewer.id, ['active']),
    blocks.mutesOf(viewer.id),
    blocks.blocksOf(viewer.id),
  ]);
  const [follows] = users;
  const isUnwanted = (id: string): boolean => mutes.users.names(id) || blocked.names(id);
  const unmuted = (tags: readonly string[]): string[] => tags.filter((tag) => !mutes.tags.includes(tag));
  return {
    followedIds: (follows?.followedIds ?? []).filter((id) => !isUnwanted(id)),
    dismissedIds,
    followedTags: unmuted(follows?.tags ?? []),
    ownTribes: own.flatMap(({ tribe }) =>
      isHominini(tribe) ? [] : [{ id: tribe.id, name: tribe.name, tags: unmuted(tribe.tags) }],
    ),
    isMuted: ({ id, name, description, tags }) =>
      mutes.tribeIds.has(id) ||
      tags.some((tag) => mutes.tags.includes(tag)) ||
      mutes.words.some(wordsIn([name, description, ...tags].join('\n'))),
  };
}

interface Candidate {
  found: TribeForViewer;
  /** An owner or officer whom the viewer follows. */
  leader: Person | undefined;
  joins: number;
}

async function findCandidates(deps: Deps, viewer: Actor, interests: Interests): Promise<Candidate[]> {
  const { store, ctx } = deps;
  const { followedIds, followedTags, ownTribes, dismissedIds, isMuted } = interests;
  const ids = await store.discovery.findCandidates(viewer.id, {
    leaderIds: followedIds,
    excludedIds: dismissedIds,
    tags: [...new Set([...followedTags, ...ownTribes.flatMap(({ tags }) => tags)])],
    limit: suggestionCandidates,
  });
  const [all, leaders, joins] = await Promise.all([
    store.tribes.findForViewer(viewer.id, ids),
    store.discovery.findLeaders(ids, followedIds),
    store.discovery.countJoins(ids, new Date(ctx.clock.now().getTime() - suggestionDays * dayMs)),
  ]);
  const leaderOf = await presentLeaders(deps, viewer, leaders);
  return all.flatMap((found) => {
    const { tribe } = found;
    if (isMuted(tribe)) return [];
    // Nothing about the members of a private tribe but their number, as in the directory.
    if (tribe.isPrivate) return [{ found, leader: undefined, joins: 0 }];
    return [{ found, leader: leaderOf(found), joins: joins.get(tribe.id) ?? 0 }];
  });
}

/** Returns the first leader of a tribe whose name the viewer sees there. */
async function presentLeaders(
  deps: Deps,
  viewer: Actor,
  leaders: readonly Leader[],
): Promise<(found: TribeForViewer) => Person | undefined> {
  const present = await loadPresenter(deps, viewer, leaders);
  const byTribe = Map.groupBy(leaders, ({ tribeId }) => tribeId);
  return (found) =>
    (byTribe.get(found.tribe.id) ?? [])
      .flatMap((leader) => {
        const person = present(found, leader);
        return person?.id === leader.userId ? [person] : [];
      })
      .at(0);
}
