import { tribeNameFor } from '@tribus/community/tribe-name.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { type PageQuery, readPage } from '@tribus/kit/http/keyset.ts';
import type { Celebration, Notifications } from '../api.ts';
import type { Deps } from './deps.ts';
import { toAudience } from './notification-audience.ts';
import { messageNotificationId } from './notification-factory.ts';
import { presentNotification, type TribeContext } from './present.ts';
import { conversationOf } from './store/conversation.ts';
import type { StoredMessage } from './store/messages.ts';
import type { StoredNotification } from './store/notification.ts';
import type { Exclusions } from './store/notifications.ts';

/**
 * Returns a user's notifications with names as currently visible to them, without those whose audience they have left.
 */
export async function readNotifications(deps: Deps, actor: Actor, query: PageQuery): Promise<Notifications> {
  const exclusions = await exclusionsFor(deps, actor);
  const { items, nextCursor } = await readPage(deps.cursors, `notifications:${actor.id}`, query, ({ limit, after }) =>
    deps.store.notifications.page(actor.id, exclusions, limit, after),
  );
  const isInAudience = await deps.gate.openFor(actor, items.map(toAudience));
  const visible = items.filter((item) => isInAudience(toAudience(item)));
  const contexts = await tribeContextsOf(deps, actor, visible);
  const present = (item: StoredNotification) => {
    const context = contexts.get(item.tribeId);
    return context && presentNotification(item, context, actor.language);
  };
  return { items: visible.flatMap((item) => present(item) ?? []), nextCursor };
}

/** Counts a user's unseen notifications, by the same rules as their list. */
export async function countUnseen(deps: Deps, viewer: Actor): Promise<number> {
  const { gate, store } = deps;
  const groups = await store.notifications.unseen(viewer.id, await exclusionsFor(deps, viewer));
  const counted = groups.map(({ fields, count }) => ({ audience: toAudience(fields), count }));
  const isInAudience = await gate.openFor(
    viewer,
    counted.map(({ audience }) => audience),
  );
  return counted.reduce((sum, { audience, count }) => sum + (isInAudience(audience) ? count : 0), 0);
}

/** Returns the notifications to leave out because of blocks and mutes; also applies to moderators. */
async function exclusionsFor({ directory, store }: Deps, viewer: Actor): Promise<Exclusions> {
  const [named, { tribeIds }] = await Promise.all([directory.namedByFilters(viewer), directory.mutesOf(viewer)]);
  // Only those who appear in a notification: others cost a membership per tribe, and exclude nothing.
  const about = await store.notifications.about(viewer.id, named);
  const ids = [...new Set(about.map(({ tribeId }) => tribeId ?? 0))];
  const among = new Set(about.map(({ personId }) => personId));
  const [unreachable, muted] = await Promise.all([
    directory.unreachableAcross(viewer, ids, among),
    directory.mutedAcross(viewer, ids, among),
  ]);
  const users = ids.map((id) => ({
    tribeId: id === 0 ? null : id,
    userIds: [...(unreachable.get(id) ?? []), ...(muted.get(id) ?? [])],
  }));
  return { users: users.filter(({ userIds }) => userIds.length > 0), tribeIds: [...tribeIds] };
}

/**
 * Grants the celebration of a reached level to one attempt of all the actor's devices, also when it is repeated; throws
 * 404 when the actor has no such notification.
 */
export async function celebrateLevel({ store }: Deps, actor: Actor, id: string, attempt: string): Promise<Celebration> {
  const granted = await store.notifications.grantCelebration(actor.id, id, attempt);
  if (granted === undefined) throw fail('not_found');
  return { granted };
}

/** Deletes one of the actor's own notifications; throws 404 when there is none with that id. */
export async function deleteNotification({ store }: Deps, actor: Actor, id: string): Promise<void> {
  if (!(await store.notifications.remove(actor.id, id))) throw fail('not_found');
}

/**
 * Deletes the notification of a sender's messages once all are read, unless a newer message has raised it again
 * meanwhile.
 */
export async function removeMessageNotification(
  { store }: Pick<Deps, 'store'>,
  { toUserId, fromUserId, tribeId }: Pick<StoredMessage, 'toUserId' | 'fromUserId' | 'tribeId'>,
): Promise<void> {
  const id = messageNotificationId(toUserId, fromUserId, tribeId);
  const raisedAt = await store.notifications.raisedAt(toUserId, id);
  if (!raisedAt || (await store.messages.hasUnread(conversationOf(tribeId, toUserId, fromUserId), toUserId))) return;
  await store.notifications.remove(toUserId, id, raisedAt);
}

async function tribeContextsOf(
  { directory }: Deps,
  viewer: Actor,
  items: readonly StoredNotification[],
): Promise<Map<number | null, TribeContext>> {
  const idsOf = (about: readonly StoredNotification[]) => about.flatMap(({ personId }) => personId ?? []);
  const groups = [...Map.groupBy(items, ({ tribeId }) => tribeId)];
  const inTribes = new Map(groups.flatMap(([id, about]) => (id === null ? [] : [[id, idsOf(about)] as const])));
  const [memberships, people, usersByTribe] = await Promise.all([
    directory.getMembershipsOf(viewer.id, inTribes.keys()),
    directory.presentUsers(viewer, idsOf(items.filter(({ tribeId }) => tribeId === null))),
    directory.presentUsersAcross(viewer, inTribes),
  ]);
  return new Map<number | null, TribeContext>([
    [null, { tribe: undefined, people }],
    ...[...usersByTribe].map(([id, there]) => {
      const membership = memberships.get(id);
      const tribe = membership && { id, name: tribeNameFor(viewer, membership) };
      return [id, { tribe, people: there }] as const;
    }),
  ]);
}
