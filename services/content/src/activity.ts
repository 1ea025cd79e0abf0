import type { Audience } from '@tribus/community/delivery-gate.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Activity } from '../api.ts';
import type { Deps } from './deps.ts';
import { presentActivity } from './present.ts';
import { inTribe, type UserInTribe } from './store/post-viewers.ts';

/** Reactions to and comments on the viewer's posts, in the tribes that they may still read. */
export async function readActivity(deps: Deps, viewer: Actor, limit: number): Promise<Activity> {
  const { store, gate } = deps;
  const tribeIds = await store.activity.listTribeIds(viewer.id);
  const mayReceive = await gate.openFor(viewer, tribeIds.map(tribeAudience));
  const readable = tribeIds.filter((tribeId) => mayReceive(tribeAudience(tribeId)));
  const excluded = await excludedUsers(deps, viewer, readable);
  const activity = await store.activity.listOnPosts(viewer.id, readable, excluded, limit);
  return { items: await presentActivity(deps, viewer, activity) };
}

/** The posts are the viewer's own, so their level does not matter. */
const tribeAudience = (tribeId: number): Audience => ({ tribeId, kind: 'readers', byId: null, isPersonal: true });

/** As notifications, activity omits blocked and muted users, also for moderators. */
async function excludedUsers(
  { directory }: Pick<Deps, 'directory'>,
  viewer: Actor,
  tribeIds: readonly number[],
): Promise<UserInTribe[]> {
  const [unreachable, muted] = await Promise.all([
    directory.unreachableAcross(viewer, tribeIds),
    directory.mutedAcross(viewer, tribeIds),
  ]);
  return [...unreachable, ...muted].flatMap(([tribeId, users]) => inTribe(tribeId, users));
}
