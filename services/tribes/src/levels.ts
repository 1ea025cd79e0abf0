import { mayModerate } from '@tribus/community/access.ts';
import { requireReadAccess } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import type { OwnLevels, TribeConfig } from '../api/levels.ts';
import { defaultMinScore, defaultRewardPoints, levelNames } from '../limits.ts';
import { getTribe, toMembershipAccess } from './access.ts';
import type { Deps } from './deps.ts';
import { presentLevel } from './present-levels.ts';
import type { StoredLevel } from './store/levels.ts';
import type { Membership } from './store/memberships.ts';

/** The highest level of a new tribe, and the level of its owner; a tribe may have more levels later. */
export const topLevel = levelNames.length;

/** Returns the membership of a member who becomes the owner: a level above the owner's usual one is kept. */
export const asOwner = <T extends Membership>(member: T): T => ({
  ...member,
  role: 'owner',
  levelOrder: Math.max(member.levelOrder, topLevel),
});

/** The levels of a new tribe (specification 2, sections 3 and 9). */
export const newLevels = (ctx: Context): StoredLevel[] =>
  levelNames.map((name, index) => ({
    id: ctx.newId(),
    levelOrder: index + 1,
    name,
    description: '',
    minScore: defaultMinScore,
    rewardPoints: defaultRewardPoints,
  }));

/** Returns the names of the actor's level and of the next one, in each tribe of which they are an active member. */
export async function listOwnLevels({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<OwnLevels> {
  const levels = await store.levels.listOfMember(actor.id);
  return { items: levels.map(({ tribeId, levelOrder, name }) => ({ tribeId, order: levelOrder, name })) };
}

/**
 * Returns the levels of a tribe with their challenges; requires read access. Only moderators receive the right answers.
 */
export async function readConfig(deps: Pick<Deps, 'store'>, viewer: Actor, tribeId: number): Promise<TribeConfig> {
  const facts = toMembershipAccess(await getTribe(deps, viewer, tribeId));
  requireReadAccess(viewer, facts);
  return toChallengeConfig(deps.store, tribeId, mayModerate(viewer, facts));
}

/** As `readConfig`, after the access check. */
export async function toChallengeConfig(
  store: Pick<Deps['store'], 'levels' | 'challenges'>,
  tribeId: number,
  withKeys: boolean,
): Promise<TribeConfig> {
  const [levels, challenges, reached] = await Promise.all([
    store.levels.listByTribe(tribeId),
    store.challenges.listByTribe(tribeId),
    store.levels.reached(tribeId),
  ]);
  const byLevel = Map.groupBy(challenges, ({ levelId }) => levelId);
  return { levels: levels.map((level) => presentLevel(level, byLevel.get(level.id) ?? [], withKeys)), reached };
}
