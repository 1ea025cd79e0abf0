import type { Actor } from '@tribus/kit/actor.ts';
import type { Audience } from '@tribus/kit/audience.ts';
import type { Activity } from '../api.ts';
import type { Parts } from './parts.ts';
import { presentAcross } from './present.ts';
import { activityOn, type StoredActivity } from './store/activity.ts';

/** What others did with the caller's posts, in the tribes they may still read. */
export async function readActivity(parts: Parts, viewer: Actor, limit: number): Promise<Activity> {
  const happened = await activityOn(parts.postgres.sql, viewer.id, limit);
  const mayKnow = await parts.gate.openFor(viewer, happened.map(audienceOf));
  const shown = happened.filter((each) => mayKnow(audienceOf(each)));
  const actors = await presentAcross(parts, viewer, shown);
  const items = shown.flatMap((each, index) => {
    const actor = actors[index];
    return actor ? [present(each, actor)] : [];
  });
  return { items };
}

/** The posts are the viewer's own, so that their level does not matter. */
const audienceOf = ({ tribeId }: StoredActivity): Audience => ({ tribeId, kind: 'readers' });

function present(each: StoredActivity, actor: Activity['items'][number]['actor']): Activity['items'][number] {
  const { commentId, type, reaction, comment, postId, tribeId, createdAt } = each;
  // A reaction is named by who reacted, as the reader may know them.
  const id = commentId ?? `${postId}:${actor.id}:${createdAt.getTime()}`;
  return { id, type, actor, reaction, comment, postId, tribeId, createdAt: createdAt.toISOString() };
}
