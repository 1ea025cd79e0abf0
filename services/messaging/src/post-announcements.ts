import { userActor } from '@tribus/kit/core/actor.ts';
import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { PostAnnounced } from '@tribus/proto/content/v1/events.ts';
import type { Deps } from './deps.ts';
import { raiseNotifications } from './notification-audience.ts';
import { announcementNotification } from './notification-factory.ts';
import { listMemberPage } from './tribe-members.ts';

/** Who is told of a post that was announced to its tribe. */

/** As many as content answers for at once. */
const membersAtATime = 50;

/**
 * Notifies the members who may see the post and muted nothing that it has, but for who announced it. What somebody has been told of in an attempt that
 * did not come to its end is not raised again.
 */
export async function announceToMembers(
  deps: Deps,
  post: PostAnnounced,
  { occurredAt }: Pick<EventMetadata, 'occurredAt'>,
): Promise<void> {
  let cursor = '';
  do {
    const page = await listMemberPage(deps, { tribeId: post.tribeId, roles: [], cursor, limit: membersAtATime });
    const readers = await readersOf(deps, post, page.userIds);
    const items = readers.map((userId) => announcementNotification({ userId, createdAt: occurredAt }, post));
    const told = await deps.store.notifications.existing(items.map(({ _id }) => _id));
    await raiseNotifications(
      deps,
      items.filter(({ _id }) => !told.has(_id)),
    );
    cursor = page.nextCursor;
  } while (cursor !== '');
}

/**
 * Those of the members who may see the post, muted nothing that it has, and are kept neither from its author nor from who
 * announced it by a block or a mute.
 */
async function readersOf(
  { gate, content }: Deps,
  { tribeId, postId, authorId, announcedById, minLevelOrder }: PostAnnounced,
  members: readonly string[],
): Promise<string[]> {
  const others = members.filter((id) => id !== announcedById).map((id) => userActor(id));
  const by = [...new Set([authorId, announcedById])];
  const gates = await Promise.all(
    by.map((byId) => gate.openTo(others, { tribeId, kind: 'members', minLevelOrder, byId, isPersonal: true })),
  );
  const userIds = others.filter((member) => gates.every((mayKnow) => mayKnow(member))).map(({ id }) => id);
  return userIds.length === 0 ? [] : (await content.listNotifiable({ postId, userIds })).userIds;
}
