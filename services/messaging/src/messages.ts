import type { Audience } from '@tribus/community/delivery-gate.ts';
import { type Membership, requirePerson } from '@tribus/community/membership-directory.ts';
import { isBelow, isHidden, type TribeRole, type ViewContext } from '@tribus/community/user-presenter.ts';
import { decodeCursor, pageOf } from '@tribus/kit/http/keyset.ts';
import { idempotentId } from '@tribus/kit/mongo/idempotency.ts';
import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';
import type { Conversations, DirectMessage, DirectMessages, DirectMessagesQuery, NewDirectMessage } from '../api.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { messageNotificationId } from './notification-factory.ts';
import { conversationOf, type StoredMessage } from './store/messages.ts';

/**
 * Writes to somebody. Both must be active in the tribe, and neither hidden from or below the other there (decisions.md
 * 5); who looks after the tribe can be written to and may write.
 */
export async function sendMessage(deps: Deps, actor: Actor, wanted: NewDirectMessage): Promise<DirectMessage> {
  const { toUserId, tribeId, content } = wanted;
  if (toUserId === actor.id) throw errors.fail('cannot_message_self');
  if (!(await mayWrite(deps, actor, toUserId, tribeId))) throw errors.fail('message_not_allowed');
  // Asked for before the write: what is written is answered, whatever becomes of the tribe meanwhile.
  const names = await namesIn(deps, actor, tribeId, [actor.id, toUserId]);
  const message = await deps.messages.add({
    ...idempotentId(deps.ctx),
    conversation: conversationOf(tribeId, actor.id, toUserId),
    tribeId,
    fromUserId: actor.id,
    toUserId,
    content,
    createdAt: deps.ctx.clock.now(),
    read: false,
  });
  await deps.messages.touchConversation(message);
  return present(message, names);
}

/** A conversation, the newest messages in the order written. Reading marks it read. */
export async function readConversation(
  deps: Deps,
  actor: Actor,
  otherId: string,
  { tribeId, limit, before }: DirectMessagesQuery,
): Promise<DirectMessages> {
  const membership = await deps.directory.getMembership(actor.id, tribeId);
  if (membership.status !== 'active') throw errors.fail('membership_required');
  const conversation = conversationOf(tribeId, actor.id, otherId);
  const read = await deps.messages.page(conversation, limit + 1, decodeCursor(deps.cursors, conversation, before));
  const { items, next } = pageOf(deps.cursors, conversation, read, limit);
  if (await deps.messages.markRead(conversation, actor.id))
    await deps.notifications.remove(actor.id, messageNotificationId(actor.id, otherId, tribeId));

  const people = await deps.directory.presentUsersIn(actor, tribeId, [actor.id, otherId]);
  const names = (id: string) => requirePerson(people, id);
  return {
    items: items.reverse().map((message) => present(message, names)),
    nextBefore: next,
    user: requirePerson(people, otherId),
    tribe: { id: membership.tribe.id, name: membership.tribe.name },
    canWrite: otherId !== actor.id && (await mayWrite(deps, actor, otherId, tribeId)),
  };
}

const forMembersOf = (tribeId: number): Audience => ({ tribeId, kind: 'members' });

/** One item for each person and tribe of which the caller is still a member, the newest first. */
export async function recentConversations(deps: Deps, actor: Actor, limit: number): Promise<Conversations> {
  const tribeIds = await deps.messages.tribesOf(actor.id);
  const mayKnow = await deps.gate.openFor(actor, tribeIds.map(forMembersOf));
  const open = tribeIds.filter((tribeId) => mayKnow(forMembersOf(tribeId)));
  const [conversations, unread, memberships] = await Promise.all([
    deps.messages.conversations(actor.id, open, limit),
    deps.messages.unread(actor.id),
    deps.directory.getMembershipsOf(actor.id, open),
  ]);
  const counts = new Map(unread.map(({ conversation, count }) => [conversation, count]));
  const items = await Promise.all(
    [...Map.groupBy(conversations, ({ tribeId }) => tribeId)].map(async ([tribeId, inTribe]) => {
      const ids = inTribe.map(({ otherId }) => otherId);
      const people = await deps.directory.presentUsersIn(actor, tribeId, ids);
      const tribe = memberships.get(tribeId)?.tribe;
      // A tribe that has just gone; its conversations follow.
      if (!tribe) return [];
      return inTribe.map(({ otherId, lastMessage: { fromUserId, content }, lastAt }) => {
        const user = requirePerson(people, otherId);
        return {
          user,
          tribe: { id: tribeId, name: tribe.name },
          lastMessage: {
            fromUserId: fromUserId === actor.id ? actor.id : user.id,
            content,
            createdAt: lastAt.toISOString(),
          },
          unread: counts.get(conversationOf(tribeId, actor.id, otherId)) ?? 0,
        };
      });
    }),
  );
  const newestFirst = items.flat().sort((a, b) => (a.lastMessage.createdAt < b.lastMessage.createdAt ? 1 : -1));
  return { items: newestFirst };
}

/** How many messages somebody has not read, of those they may still read. */
export async function countUnread({ gate, messages }: Deps, reader: Actor): Promise<number> {
  const unread = await messages.unread(reader.id);
  const mayKnow = await gate.openFor(
    reader,
    unread.map(({ tribeId }) => forMembersOf(tribeId)),
  );
  return unread.reduce((sum, { tribeId, count }) => sum + (mayKnow(forMembersOf(tribeId)) ? count : 0), 0);
}

async function mayWrite({ directory }: Deps, actor: Actor, otherId: string, tribeId: number): Promise<boolean> {
  const memberships = await directory.getMemberships([actor.id, otherId], tribeId);
  const [mine, theirs] = [memberships.get(actor.id), memberships.get(otherId)];
  if (mine?.status !== 'active' || theirs?.status !== 'active') return false;
  const other = userActor(otherId);
  const there: ViewContext = {
    tribeId,
    isHominini: mine.tribe.isHominini,
    isPrivate: mine.tribe.isPrivate,
    viewer: placeOf(mine),
    subject: placeOf(theirs),
  };
  const back: ViewContext = { ...there, viewer: there.subject, subject: there.viewer };
  if (looksAfter(mine) || looksAfter(theirs)) return true;
  const restricted = (viewer: Actor, subject: Actor, context: ViewContext) =>
    isHidden(viewer, subject, context) || isBelow(viewer, subject, context);
  return !restricted(actor, other, there) && !restricted(other, actor, back);
}

const placeOf = ({ role, levelOrder: level }: Membership): TribeRole => ({ role, levelOrder: level });
const looksAfter = ({ role }: Membership): boolean => role === 'owner' || role === 'officer';

async function namesIn({ directory }: Deps, viewer: Actor, tribeId: number, ids: readonly string[]) {
  const people = await directory.presentUsersIn(viewer, tribeId, ids);
  return (id: string) => requirePerson(people, id);
}

function present(message: StoredMessage, person: (id: string) => { id: string; name: string }): DirectMessage {
  const from = person(message.fromUserId);
  const to = person(message.toUserId);
  return {
    id: message._id,
    from: { id: from.id, name: from.name },
    to: { id: to.id, name: to.name },
    fromUserId: from.id,
    content: message.content,
    createdAt: message.createdAt.toISOString(),
    tribe: { id: message.tribeId },
  };
}
