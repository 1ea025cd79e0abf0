import { userActor } from '@tribus/kit/core/actor.ts';
import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { PostAnnounced } from '@tribus/proto/content/v1/events.ts';
import type { Deps } from './deps.ts';
import { raiseNotifications } from './notification-audience.ts';
import { announcementNotification } from './notification-factory.ts';
import { listMemberPage } from './tribe-members.ts';

/** The maximum per content call. */
const memberBatchSize = 50;

/**
 * Notifies the members who may see the announced post and have muted none of its words or tags, except the announcer.
 * Notifications of an earlier, incomplete attempt are not raised again.
 */
export async function notifyOfAnnouncement(
  deps: Deps,
  post: PostAnnounced,
  { occurredAt }: Pick<EventMetadata, 'occurredAt'>,
): Promise<void> {
  let cursor = '';
  do {
    const page = await listMemberPage(deps, { tribeId: post.tribeId, roles: [], cursor, limit: memberBatchSize });
    const recipients = await recipientsOf(deps, post, page.userIds);
    const items = recipients.map((userId) => announcementNotification({ userId, createdAt: occurredAt }, post));
    const notified = await deps.store.notifications.existing(items.map(({ _id }) => _id));
    await raiseNotifications(
      deps,
      items.filter(({ _id }) => !notified.has(_id)),
    );
    cursor = page.nextCursor;
  } while (cursor !== '');
}

/**
 * Returns the members who may see the post, have muted none of its words or tags, and are separated neither from its
 * author nor from the announcer by a block or a mute.
 */
async function recipientsOf(
  { gate, content }: Deps,
  { tribeId, postId, authorId, announcedById, minLevelOrder }: PostAnnounced,
  members: readonly string[],
): Promise<string[]> {
  const others = members.filter((id) => id !== announcedById).map((id) => userActor(id));
  const by = [...new Set([authorId, announcedById])];
  const gates = await Promise.all(
    by.map((byId) => gate.openTo(others, { tribeId, kind: 'members', minLevelOrder, byId, isPersonal: true })),
  );
  const userIds = others
    .filter((member) => gates.every((isAllowedRecipient) => isAllowedRecipient(member)))
    .map(({ id }) => id);
  return userIds.length === 0 ? [] : (await content.listNotifiable({ postId, userIds })).userIds;
}
