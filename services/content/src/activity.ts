import type { Audience } from '@tribus/community/delivery-gate.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Activity } from '../api.ts';
import type { Deps } from './deps.ts';
import { presentAcross } from './present.ts';
import { activityOn, type StoredActivity, tribesOfAuthor } from './store/activity.ts';

/** What others did with the caller's posts, in the tribes they may still read. */
export async function readActivity(deps: Deps, viewer: Actor, limit: number): Promise<Activity> {
  const { db } = deps.postgres;
  const tribeIds = await tribesOfAuthor(db, viewer.id);
  const mayKnow = await deps.gate.openFor(viewer, tribeIds.map(forReadersOf));
  const open = tribeIds.filter((tribeId) => mayKnow(forReadersOf(tribeId)));
  const happened = await activityOn(db, viewer.id, open, limit);
  const actors = await presentAcross(deps, viewer, happened);
  const items = happened.flatMap((each, index) => {
    const actor = actors[index];
    return actor ? [present(each, actor)] : [];
  });
  return { items };
}

/** The posts are the viewer's own, so that their level does not matter. */
const forReadersOf = (tribeId: number): Audience => ({ tribeId, kind: 'readers' });

function present(each: StoredActivity, actor: Activity['items'][number]['actor']): Activity['items'][number] {
  const { commentId, type, reaction, comment, postId, tribeId, createdAt } = each;
  // A reaction is named by who reacted, as the reader may know them.
  const id = commentId ?? `${postId}:${actor.id}:${createdAt.getTime()}`;
  return { id, type, actor, reaction, comment, postId, tribeId, createdAt: createdAt.toISOString() };
}
