import { moderatorRoles } from '@tribus/community/access.ts';
import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { BatchedEvent } from '@tribus/kit/events/handlers.ts';
import type { PostPublished } from '@tribus/proto/content/v1/events.ts';
import type { DataExportReady, UserFollowed } from '@tribus/proto/identity/v1/events.ts';
import type { MessageSent } from '@tribus/proto/messaging/v1/events.ts';
import type {
  JoinRequested,
  JoinResolved,
  MemberBanned,
  MemberLeft,
  MemberRestricted,
  MemberRoleChanged,
  MemberUnbanned,
  OwnershipOfferEnded,
  OwnershipOffered,
} from '@tribus/proto/tribes/v1/events.ts';
import { notificationBudgets } from '../limits.ts';
import type { Deps } from './deps.ts';
import { fanOut } from './fan-out.ts';
import { hideEnded, listNotifications, raiseNotifications } from './notification-audience.ts';
import {
  dataExportNotification,
  followedPostNotification,
  followNotification,
  joinRequestMarker,
  joinRequestNotification,
  joinResultNotification,
  membershipNotification,
  messageNotification,
  raisedBy,
} from './notification-factory.ts';
import { removeMessageNotification } from './notifications.ts';
import { postRecipients } from './post-recipients.ts';
import { listMemberPage } from './tribe-members.ts';
import { deleteOfDeletedUsers } from './user-deletion.ts';

const pageSize = 200;
/** The maximum per content call. */
const followerBatchSize = 50;

/**
 * Notifies a user of a new follower, within the budgets of the pair and of the follower, and hides the notification
 * once the follow ends. A follow that begins again within the budget's window shows it again, without a push.
 */
export async function notifyOfFollower(
  deps: Pick<Deps, 'store'>,
  { userId, followedId, following }: UserFollowed,
  event: EventMetadata,
): Promise<void> {
  const { budgets, notifications } = deps.store;
  const notification = followNotification({ userId: followedId, ...raisedBy(event) }, userId);
  if (!following) return hideEnded(deps, notification);
  await notifications.showFollowAgain(notification);
  if (!(await budgets.spend(notificationBudgets.followOfPair, ['follow', userId, followedId], event))) return;
  if (!(await budgets.spend(notificationBudgets.follows, ['follow', userId], event))) return;
  await raiseNotifications(deps, [notification]);
}

/** Notifies a user that their data export is available. */
export function notifyOfDataExport(
  deps: Pick<Deps, 'store'>,
  { userId, exportId, expiresAt }: DataExportReady,
  event: EventMetadata,
): Promise<void> {
  const to = { userId, ...raisedBy(event) };
  return raiseNotifications(deps, [dataExportNotification(to, exportId, new Date(expiresAt))]);
}

/**
 * Notifies the moderators of a request to join, unless it has ended since: its event may be delivered late or again. A
 * pending request is always listed; only pushes are limited.
 */
export async function notifyOfJoinRequest(
  deps: Deps,
  { tribeId, userId }: JoinRequested,
  event: EventMetadata,
): Promise<void> {
  const { budgets, notifications } = deps.store;
  const marker = joinRequestMarker(raisedBy(event), userId, tribeId);
  if (await notifications.hasEndedSince(marker)) return;
  const counted = ['join_request', userId, tribeId];
  const isPushed = await budgets.spend(notificationBudgets.joinRequests, counted, event);
  const roles = [...moderatorRoles];
  const to = (moderator: string) => ({ userId: moderator, ...raisedBy(event) });
  const page = (cursor: string) => listMemberPage(deps, { tribeId, roles, cursor, limit: pageSize });
  await fanOut(deps, event.id, page, async (moderators) => {
    const items = moderators.map((moderator) => joinRequestNotification(to(moderator), userId, tribeId));
    await (isPushed ? raiseNotifications(deps, items) : listNotifications(deps, items));
  });
  // It may have ended meanwhile, on another replica.
  if (await notifications.hasEndedSince(marker)) await notifications.withdrawJoinRequests(tribeId, userId, event);
}

/** Notifies the requester of an approval or a rejection, and deletes the moderators' notifications of the request. */
export async function notifyOfJoinResult(
  deps: Deps,
  { tribeId, userId, status }: JoinResolved,
  event: EventMetadata,
): Promise<void> {
  await hideEnded(deps, joinRequestMarker(raisedBy(event), userId, tribeId));
  await deps.store.notifications.withdrawJoinRequests(tribeId, userId, event);
  if (status !== 'approved' && status !== 'rejected') return;
  await raiseNotifications(deps, [joinResultNotification({ userId, ...raisedBy(event) }, tribeId, status)]);
}

type OwnStore = Pick<Deps, 'store'>;

/** Notifies a user of a ban, except a user who was never a member: anyone can create a tribe and choose its name. */
export async function notifyOfBan(
  own: OwnStore,
  { userId, tribeId, until, isStranger }: MemberBanned,
  metadata: EventMetadata,
): Promise<void> {
  if (isStranger) return;
  await notifyOfMembership(own, userId, metadata, { tribeId, change: 'banned', ...endOf(until) });
}

/**
 * Notifies a user that their ban was lifted. A user who was never a member is notified only in place of the
 * notification of the ban, which an applicant received.
 */
export async function notifyOfUnban(
  own: OwnStore,
  { userId, tribeId, isStranger }: MemberUnbanned,
  metadata: EventMetadata,
): Promise<void> {
  const banned = membershipNotification({ userId, ...raisedBy(metadata) }, { tribeId, change: 'banned' });
  if (isStranger && !(await own.store.notifications.isListed(banned))) return hideEnded(own, banned);
  await notifyOfMembership(own, userId, metadata, { tribeId, change: 'unbanned' });
}

/** Notifies a member of the start or the end of a restriction. */
export const notifyOfRestriction = (
  own: OwnStore,
  { userId, tribeId, until }: MemberRestricted,
  metadata: EventMetadata,
) =>
  notifyOfMembership(own, userId, metadata, {
    tribeId,
    change: until === '' ? 'unrestricted' : 'restricted',
    ...endOf(until),
  });

/** Notifies a removed member; a ban has its own notification. */
export async function notifyOfRemoval(
  own: OwnStore,
  { userId, tribeId, reason }: MemberLeft,
  metadata: EventMetadata,
): Promise<void> {
  if (reason === 'removed') await notifyOfMembership(own, userId, metadata, { tribeId, change: 'removed' });
}

/** Notifies a member of their new role; for a previous owner this is also the confirmation of the transfer. */
export async function notifyOfRole(
  own: OwnStore,
  { userId, tribeId, role }: MemberRoleChanged,
  metadata: EventMetadata,
): Promise<void> {
  if (role !== 'none') await notifyOfMembership(own, userId, metadata, { tribeId, change: role });
}

/** Notifies a member of an offer of ownership. */
export const notifyOfOffer = (own: OwnStore, { userId, tribeId }: OwnershipOffered, metadata: EventMetadata) =>
  notifyOfMembership(own, userId, metadata, { tribeId, change: 'offered' });

/** Hides the notification of the offer, and notifies the owner when it was declined. */
export async function notifyOfOfferEnd(
  own: OwnStore,
  { userId, tribeId, outcome, ownerId }: OwnershipOfferEnded,
  metadata: EventMetadata,
): Promise<void> {
  const offered = { userId, ...raisedBy(metadata) };
  await hideEnded(own, membershipNotification(offered, { tribeId, change: 'offered' }));
  if (outcome === 'declined') await notifyOfMembership(own, ownerId, metadata, { tribeId, change: 'declined' });
}

const endOf = (until: string) => (until === '' ? {} : { until: new Date(until) });

/** The last change of each kind is always listed; only pushes are limited. */
async function notifyOfMembership(
  own: OwnStore,
  userId: string,
  event: EventMetadata,
  what: Parameters<typeof membershipNotification>[1],
): Promise<void> {
  const notification = membershipNotification({ userId, ...raisedBy(event) }, what);
  const counted = ['membership', notification._id];
  const isPushed = await own.store.budgets.spend(notificationBudgets.memberships, counted, event);
  await (isPushed ? raiseNotifications(own, [notification]) : listNotifications(own, [notification]));
}

/**
 * Notifies the author's followers who may see the post and have muted none of its words or tags. Later followers are
 * not notified of this post.
 */
export async function notifyOfPost(deps: Deps, post: PostPublished, event: EventMetadata): Promise<void> {
  const { identity, store } = deps;
  const asOf = event.occurredAt.toISOString();
  const { authorId } = post;
  const followers = (cursor: string, limit: number) =>
    identity.listFollowers({ userId: authorId, cursor, limit, asOf });
  const first = await followers('', 1);
  if (first.userIds.length === 0 && first.nextCursor === '') return;
  if (!(await store.budgets.spend(notificationBudgets.posts, ['follow_post', authorId], event))) return;
  const page = (cursor: string) => followers(cursor, followerBatchSize);
  await fanOut(deps, event.id, page, async (userIds) => {
    const others = userIds.filter((userId) => userId !== authorId);
    const recipients = await postRecipients(deps, { ...post, kind: 'followers', byIds: [authorId] }, others);
    const to = (userId: string) => ({ userId, ...raisedBy(event) });
    const shown = { ...post, minLevelOrder: recipients.minLevelOrder };
    await raiseNotifications(
      deps,
      recipients.userIds.map((userId) => followedPostNotification(to(userId), shown)),
    );
  });
}

/** Updates the conversations of these messages, and notifies the recipients of unread ones. */
export async function notifyOfMessages(
  deps: Pick<Deps, 'store'>,
  sent: readonly BatchedEvent<MessageSent, EventMetadata>[],
): Promise<void> {
  const { messages } = deps.store;
  const ids = sent.map(({ event }) => event.messageId);
  const found = await messages.findMany(ids);
  const unread = sent.filter(({ event }) => found.get(event.messageId)?.read === false);
  const raised = new Map(
    unread.map(({ event: { fromUserId, toUserId, tribeId }, context }) => {
      const notification = messageNotification({ userId: toUserId, ...raisedBy(context) }, fromUserId, tribeId);
      return [notification._id, notification];
    }),
  );
  await Promise.all([messages.touchConversations([...found.values()]), raiseNotifications(deps, [...raised.values()])]);
  // Messages may have been read, or deleted with their tribe, before their notification and conversation existed.
  await deleteOfDeletedUsers(
    deps,
    sent.flatMap(({ event }) => [event.fromUserId, event.toUserId]),
  );
  const readSince = await messages.readAmong(unread.map(({ event }) => event.messageId));
  const left = await messages.findMany(ids);
  const deletedSince = [...found.values()].filter(({ _id }) => !left.has(_id));
  for (const message of [...readSince, ...deletedSince]) await removeMessageNotification(deps, message);
  await messages.dropEmptyConversations(deletedSince);
}
