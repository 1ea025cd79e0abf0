import type { Actor } from '@tribus/kit/actor.ts';
import { mayRead } from '@tribus/kit/company.ts';
import type { Activity } from '../api.ts';
import { maySee, readerAt } from './access.ts';
import type { Parts } from './parts.ts';
import { presentAcross } from './present.ts';
import { activityOn, type StoredActivity } from './store/activity.ts';

/** What others did with the caller's posts, in the tribes they may still read. */
export async function readActivity(parts: Parts, viewer: Actor, limit: number): Promise<Activity> {
  const happened = await activityOn(parts.postgres.sql, viewer.id, limit);
  const open = await readableTribes(parts, viewer, happened);
  const shown = happened.filter((each) => open(each));
  const actors = await presentAcross(parts, viewer, shown);
  const items = shown.flatMap((each, index) => {
    const actor = actors[index];
    return actor ? [present(each, actor)] : [];
  });
  return { items };
}

async function readableTribes(parts: Parts, viewer: Actor, happened: readonly StoredActivity[]) {
  const tribeIds = [...new Set(happened.map(({ tribeId }) => tribeId))];
  const readers = new Map(
    await Promise.all(
      tribeIds.map(async (tribeId) => {
        const seat = (await parts.company.seats([viewer.id], tribeId)).get(viewer.id);
        return [tribeId, seat && mayRead(viewer, seat) ? readerAt(viewer, seat) : undefined] as const;
      }),
    ),
  );
  return ({ tribeId, minLevelOrder }: StoredActivity): boolean => {
    const reader = readers.get(tribeId);
    return reader !== undefined && maySee(reader, { minLevelOrder, authorId: viewer.id });
  };
}

function present(each: StoredActivity, actor: Activity['items'][number]['actor']): Activity['items'][number] {
  const { commentId, type, reaction, comment, postId, tribeId, createdAt } = each;
  // A reaction is named by who reacted, as the reader may know them.
  const id = commentId ?? `${postId}:${actor.id}:${createdAt.getTime()}`;
  return { id, type, actor, reaction, comment, postId, tribeId, createdAt: createdAt.toISOString() };
}
