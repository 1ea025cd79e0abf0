import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { PostAnnounced } from '@tribus/proto/content/v1/events.ts';
import type { Deps } from './deps.ts';
import { raiseNotifications } from './notification-audience.ts';
import { announcementNotification } from './notification-factory.ts';
import { postRecipients } from './post-recipients.ts';
import { listMemberPage } from './tribe-members.ts';

/** The maximum per content call. */
const memberBatchSize = 50;

/**
 * Notifies the members who may see the announced post and have muted none of its words or tags, except the announcer.
 * Notifications of an earlier, incomplete attempt are not raised again.
 */
export async function announceToMembers(
  deps: Deps,
  post: PostAnnounced,
  { occurredAt }: Pick<EventMetadata, 'occurredAt'>,
): Promise<void> {
  const byIds = [post.authorId, post.announcedById];
  let cursor = '';
  do {
    const page = await listMemberPage(deps, { tribeId: post.tribeId, roles: [], cursor, limit: memberBatchSize });
    const members = page.userIds.filter((userId) => userId !== post.announcedById);
    const recipients = await postRecipients(deps, { ...post, kind: 'members', byIds }, members);
    const items = recipients.map((userId) => announcementNotification({ userId, createdAt: occurredAt }, post));
    const notified = await deps.store.notifications.existing(items.map(({ _id }) => _id));
    await raiseNotifications(
      deps,
      items.filter(({ _id }) => !notified.has(_id)),
    );
    cursor = page.nextCursor;
  } while (cursor !== '');
}
