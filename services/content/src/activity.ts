import type { Audience } from '@tribus/community/delivery-gate.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Activity } from '../api.ts';
import type { Deps } from './deps.ts';
import { presentActivity } from './present.ts';

/** What others did with the caller's posts, in the tribes they may still read. */
export async function readActivity(deps: Deps, viewer: Actor, limit: number): Promise<Activity> {
  const { store, gate } = deps;
  const tribeIds = await store.activity.listTribeIds(viewer.id);
  const mayReceive = await gate.openFor(viewer, tribeIds.map(readersOf));
  const readable = tribeIds.filter((tribeId) => mayReceive(readersOf(tribeId)));
  const activity = await store.activity.listOnPosts(viewer.id, readable, limit);
  return { items: await presentActivity(deps, viewer, activity) };
}

/** The posts are the viewer's own, so their level does not matter. */
const readersOf = (tribeId: number): Audience => ({ tribeId, kind: 'readers' });
