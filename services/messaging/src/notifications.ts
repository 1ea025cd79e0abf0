import type { Membership } from '@tribus/community/membership-directory.ts';
import type { PresentedUser } from '@tribus/community/user-presenter.ts';
import { decodeCursor, pageOf } from '@tribus/kit/http/keyset.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Notification, Notifications } from '../api.ts';
import type { Deps } from './deps.ts';
import { audienceOf, type StoredNotification } from './store/notifications.ts';

/** What a person was told, with names as they may see them now; what they may not know of any more is left out. */
export async function readNotifications(
  deps: Deps,
  actor: Actor,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Notifications> {
  const list = `notifications:${actor.id}`;
  const position = decodeCursor(deps.cursors, list, cursor);
  const read = await deps.notifications.page(actor.id, limit + 1, position);
  const { items, next } = pageOf(deps.cursors, list, read, limit);
  const mayKnow = await deps.gate.openFor(actor, items.map(audienceOf));
  const shown = items.filter((item) => mayKnow(audienceOf(item)));
  const scenes = await tribeContextsOf(deps, actor, shown);
  return { items: shown.flatMap((item) => present(item, scenes) ?? []), nextCursor: next };
}

/** How many notices somebody has not seen, of those they would find in their list. */
export async function countUnseen({ gate, notifications }: Deps, viewer: Actor): Promise<number> {
  const groups = await notifications.unseen(viewer.id);
  const mayKnow = await gate.openFor(
    viewer,
    groups.map(({ audience }) => audience),
  );
  return groups.reduce((sum, { audience, count }) => sum + (mayKnow(audience) ? count : 0), 0);
}

/** A tribe, and people as the reader sees them there; without a tribe outside of any. */
interface TribeContext {
  tribe: Membership['tribe'] | undefined;
  people: Map<string, PresentedUser>;
}

async function tribeContextsOf(
  { directory }: Deps,
  viewer: Actor,
  items: readonly StoredNotification[],
): Promise<Map<number | null, TribeContext>> {
  const byTribe = Map.groupBy(items, ({ tribeId }) => tribeId);
  const memberships = await directory.getMembershipsOf(
    viewer.id,
    [...byTribe.keys()].filter((tribeId) => tribeId !== null),
  );
  const scenes = [...byTribe].map(async ([tribeId, inTribe]): Promise<[number | null, TribeContext]> => {
    const ids = inTribe.flatMap(({ personId }) => personId ?? []);
    if (tribeId === null) return [null, { tribe: undefined, people: await directory.presentUsers(viewer, ids) }];
    return [
      tribeId,
      { tribe: memberships.get(tribeId)?.tribe, people: await directory.presentUsersIn(viewer, tribeId, ids) },
    ];
  });
  return new Map(await Promise.all(scenes));
}

function present(item: StoredNotification, scenes: ReadonlyMap<number | null, TribeContext>): Notification | undefined {
  const scene = scenes.get(item.tribeId);
  if (!scene) return undefined;
  const base = { id: item._id, createdAt: item.createdAt.toISOString(), seen: item.seen };
  const person = item.personId === null ? undefined : scene.people.get(item.personId);
  if (item.type === 'follow') {
    return person && { ...base, type: 'follow', data: { fromUserId: person.id, fromUserName: person.name } };
  }
  if (!scene.tribe) return undefined;
  const { id: tribeId, name: tribeName } = scene.tribe;
  const where = { tribeId, tribeName };
  if (item.type === 'join_request_result') {
    return item.status ? { ...base, type: item.type, data: { ...where, status: item.status } } : undefined;
  }
  return person && about(item, base, where, person);
}

function about(
  item: StoredNotification,
  base: { id: string; createdAt: string; seen: boolean },
  where: { tribeId: number; tribeName: string },
  { id, name }: PresentedUser,
): Notification | undefined {
  switch (item.type) {
    case 'join_request':
      return { ...base, type: item.type, data: { ...where, requesterId: id, requesterName: name } };
    case 'message':
      return { ...base, type: item.type, data: { ...where, fromUserId: id, fromUserName: name } };
    case 'follow_post':
      return item.postId
        ? { ...base, type: item.type, data: { ...where, postId: item.postId, authorId: id, authorName: name } }
        : undefined;
    default:
      return undefined;
  }
}
