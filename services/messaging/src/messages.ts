import type { Audience } from '@tribus/community/delivery-gate.ts';
import { requireActiveMember } from '@tribus/community/guards.ts';
import { tribeRoleOf } from '@tribus/community/membership.ts';
import { requirePerson } from '@tribus/community/membership-directory.ts';
import { mayMessage } from '@tribus/community/user-presenter.ts';
import { decodeCursor, pageOf } from '@tribus/kit/http/keyset.ts';
import { idempotentId } from '@tribus/kit/mongo/idempotency.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { MessageSent } from '@tribus/proto/messaging/v1/events.ts';
import type { Conversations, DirectMessage, DirectMessages, DirectMessagesQuery, NewDirectMessage } from '../api.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { messageNotificationId } from './notification-factory.ts';
import { presentConversation, presentDirectMessage } from './present.ts';
import { conversationOf } from './store/messages.ts';

/**
 * Sends a direct message. Both must be active members of the tribe, and neither hidden from or below the other there
 * (decisions.md 5); owners and officers can write to everybody and be written to. Else 403 `message_not_allowed`.
 */
export async function sendMessage(deps: Deps, actor: Actor, input: NewDirectMessage): Promise<DirectMessage> {
  const { toUserId, tribeId, content } = input;
  if (toUserId === actor.id) throw errors.fail('cannot_message_self');
  if (!(await mayWrite(deps, actor, toUserId, tribeId))) throw errors.fail('message_not_allowed');
  // Before the write: a message that was written is answered, even if the membership ends meanwhile.
  const people = await deps.directory.presentUsersIn(actor, tribeId, [actor.id, toUserId]);
  const message = {
    ...idempotentId(deps.ctx),
    conversation: conversationOf(tribeId, actor.id, toUserId),
    tribeId,
    fromUserId: actor.id,
    toUserId,
    content,
    createdAt: deps.ctx.clock.now(),
    read: false,
  };
  const event = { messageId: message._id, fromUserId: actor.id, toUserId, tribeId };
  const written = await deps.store.messages.add(message, deps.store.event(MessageSent, event));
  await deps.store.messages.touchConversations([written]);
  return presentDirectMessage(written, people);
}

/** A conversation, the newest messages in the order written. Reading marks it read. */
export async function readConversation(
  deps: Deps,
  actor: Actor,
  otherId: string,
  { tribeId, limit, before }: DirectMessagesQuery,
): Promise<DirectMessages> {
  const membership = requireActiveMember(actor, await deps.directory.getMembership(actor.id, tribeId));
  const conversation = conversationOf(tribeId, actor.id, otherId);
  const messages = await deps.store.messages.page(
    conversation,
    limit + 1,
    decodeCursor(deps.cursors, conversation, before),
  );
  const { items, next } = pageOf(deps.cursors, conversation, messages, limit);
  if (await deps.store.messages.markRead(conversation, actor.id))
    await deps.store.notifications.remove(actor.id, messageNotificationId(actor.id, otherId, tribeId));

  const people = await deps.directory.presentUsersIn(actor, tribeId, [actor.id, otherId]);
  return {
    items: items.reverse().map((message) => presentDirectMessage(message, people)),
    nextBefore: next,
    user: requirePerson(people, otherId),
    tribe: { id: membership.tribe.id, name: membership.tribe.name },
    canWrite: otherId !== actor.id && (await mayWrite(deps, actor, otherId, tribeId)),
  };
}

const membersOf = (tribeId: number): Audience => ({ tribeId, kind: 'members' });

/** One item for each person and tribe of which the caller is still a member, the newest first. */
export async function recentConversations(deps: Deps, actor: Actor, limit: number): Promise<Conversations> {
  const tribeIds = await deps.store.messages.tribesOf(actor.id);
  const mayKnow = await deps.gate.openFor(actor, tribeIds.map(membersOf));
  const open = tribeIds.filter((tribeId) => mayKnow(membersOf(tribeId)));
  const [conversations, unread, memberships] = await Promise.all([
    deps.store.messages.conversations(actor.id, open, limit),
    deps.store.messages.unread(actor.id),
    deps.directory.getMembershipsOf(actor.id, open),
  ]);
  const counts = new Map(unread.map(({ conversation, count }) => [conversation, count]));
  const byTribe = Map.groupBy(conversations, ({ tribeId }) => tribeId);
  const otherIds = [...byTribe].map(([tribeId, inTribe]) => [tribeId, inTribe.map(({ otherId }) => otherId)] as const);
  const peopleByTribe = await deps.directory.presentUsersAcross(actor, new Map(otherIds));
  const items = [...byTribe].flatMap(([tribeId, inTribe]) => {
    const [tribe, people] = [memberships.get(tribeId)?.tribe, peopleByTribe.get(tribeId)];
    // The tribe was deleted a moment ago; its conversations will be.
    if (!tribe || !people) return [];
    const unreadIn = (otherId: string) => counts.get(conversationOf(tribeId, actor.id, otherId)) ?? 0;
    return inTribe.map((each) => presentConversation(each, { tribe, people, unread: unreadIn(each.otherId) }));
  });
  return { items: items.sort((a, b) => (a.lastMessage.createdAt < b.lastMessage.createdAt ? 1 : -1)) };
}

/** How many unread messages a user has in tribes of which they are still a member. */
export async function countUnread({ gate, store }: Deps, viewer: Actor): Promise<number> {
  const unread = await store.messages.unread(viewer.id);
  const mayKnow = await gate.openFor(
    viewer,
    unread.map(({ tribeId }) => membersOf(tribeId)),
  );
  return unread.reduce((sum, { tribeId, count }) => sum + (mayKnow(membersOf(tribeId)) ? count : 0), 0);
}

async function mayWrite({ directory }: Deps, actor: Actor, otherId: string, tribeId: number): Promise<boolean> {
  const memberships = await directory.getMemberships([actor.id, otherId], tribeId);
  const [mine, theirs] = [memberships.get(actor.id), memberships.get(otherId)];
  if (mine?.status !== 'active' || theirs?.status !== 'active') return false;
  return mayMessage(
    actor,
    { id: otherId },
    {
      tribeId,
      isHominini: mine.tribe.isHominini,
      isPrivate: mine.tribe.isPrivate,
      viewer: tribeRoleOf(mine),
      subject: tribeRoleOf(theirs),
    },
  );
}
