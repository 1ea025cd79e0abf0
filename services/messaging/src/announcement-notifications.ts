import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { PostAnnounced } from '@tribus/proto/content/v1/events.ts';
import type { Deps } from './deps.ts';
import { fanOut } from './fan-out.ts';
import { raiseNotifications } from './notification-audience.ts';
import { announcementNotification, raisedBy } from './notification-factory.ts';
import { postRecipients } from './post-recipients.ts';
import { listMemberPage } from './tribe-members.ts';

/** The maximum per content call. */
const memberBatchSize = 50;

/**
 * Notifies the members who may see the announced post and have muted none of its words or tags, except the announcer.
 * Members who have a notification of an earlier announcement of the post get no other one.
 */
export async function notifyOfAnnouncement(deps: Deps, post: PostAnnounced, event: EventMetadata): Promise<void> {
  const byIds = [post.authorId, post.announcedById];
  const { tribeId } = post;
  const page = (cursor: string) => listMemberPage(deps, { tribeId, roles: [], cursor, limit: memberBatchSize });
  const to = (userId: string) => ({ userId, ...raisedBy(event) });
  await fanOut(deps, event.id, page, async (userIds) => {
    const members = userIds.filter((userId) => userId !== post.announcedById);
    const recipients = await postRecipients(deps, { ...post, kind: 'members', byIds }, members);
    const shown = { ...post, minLevelOrder: recipients.minLevelOrder };
    const items = recipients.userIds.map((userId) => announcementNotification(to(userId), shown));
    const notified = await deps.store.notifications.existing(items.map(({ _id }) => _id));
    await raiseNotifications(
      deps,
      items.filter(({ _id }) => !notified.has(_id)),
    );
  });
}
