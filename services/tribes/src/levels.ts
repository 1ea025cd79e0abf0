import { requireActiveMember, requireReader } from '@tribus/community/guards.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import type { Progress, TribeConfig } from '../api.ts';
import { defaultMinScore, defaultRewardPoints, levelNames } from '../limits.ts';
import { factsOf, getTribe } from './access.ts';
import type { Deps } from './deps.ts';
import { presentLevel, presentMembership } from './present.ts';
import type { StoredLevel } from './store/levels.ts';

/** An owner's. */
export const topLevel = levelNames.length;

/** The levels a tribe begins with (specification 2, sections 3 and 9). */
export const newLevels = (ctx: Context): StoredLevel[] =>
  levelNames.map((name, index) => ({
    id: ctx.newId(),
    levelOrder: index + 1,
    name,
    description: '',
    minScore: defaultMinScore,
    rewardPoints: defaultRewardPoints,
  }));

/** The levels of a tribe, for those who may read it. */
export async function readConfig(deps: Deps, viewer: Actor, tribeId: number): Promise<TribeConfig> {
  requireReader(viewer, factsOf(await getTribe(deps, viewer, tribeId)));
  const levels = await deps.store.levels.listByTribe(tribeId);
  return { levels: levels.map(presentLevel) };
}

/** How far the caller has come, for active members. Without challenges there is nothing to submit yet. */
export async function readProgress(deps: Deps, actor: Actor, tribeId: number): Promise<Progress> {
  const { membership } = await getTribe(deps, actor, tribeId);
  return { member: presentMembership(requireActiveMember(actor, membership)), lastSubs: [] };
}
