import type { Audience } from '@tribus/community/delivery-gate.ts';
import { personOf, type Seat } from '@tribus/community/membership-directory.ts';
import { isBelow, isHidden, type Meeting, type Standing } from '@tribus/community/user-presenter.ts';
import { pageOf, positionFrom } from '@tribus/kit/http/keyset.ts';
import { once } from '@tribus/kit/mongo/idempotency.ts';
import { type Actor, userActor } from '@tribus/kit/runtime/actor.ts';
import type { Conversations, DirectMessage, DirectMessages, DirectMessagesQuery, NewDirectMessage } from '../api.ts';
import type { Parts } from './deps.ts';
import { errors } from './errors.ts';
import { messageNotificationId } from './notification-factory.ts';
import { conversationOf, type StoredMessage } from './store/messages.ts';

/**
 * Writes to somebody. Both must be active in the tribe, and neither hidden from or below the other there (decisions.md
 * 5); who looks after the tribe can be written to and may write.
 */
export async function sendMessage(parts: Parts, actor: Actor, wanted: NewDirectMessage): Promise<DirectMessage> {
  const { toUserId, tribeId, content } = wanted;
  if (toUserId === actor.id) throw errors.fail('cannot_message_self');
  if (!(await mayWrite(parts, actor, toUserId, tribeId))) throw errors.fail('message_not_allowed');
  // Asked for before the write: what is written is answered, whatever becomes of the tribe meanwhile.
  const names = await namesIn(parts, actor, tribeId, [actor.id, toUserId]);
  const message = await parts.messages.add({
    ...once(parts.ctx),
    conversation: conversationOf(tribeId, actor.id, toUserId),
    tribeId,
    fromUserId: actor.id,
    toUserId,
    content,
    createdAt: parts.ctx.clock.now(),
    read: false,
  });
  await parts.messages.bringForward(message);
  return present(message, names);
}

/** A conversation, the newest messages in the order written. Reading marks it read. */
export async function readConversation(
  parts: Parts,
  actor: Actor,
  otherId: string,
  { tribeId, limit, before }: DirectMessagesQuery,
): Promise<DirectMessages> {
  const seat = await parts.company.seat(actor.id, tribeId);
  if (seat.status !== 'active') throw errors.fail('membership_required');
  const conversation = conversationOf(tribeId, actor.id, otherId);
  const read = await parts.messages.page(conversation, limit + 1, positionFrom(parts.cursors, conversation, before));
  const { items, next } = pageOf(parts.cursors, conversation, read, limit);
  if (await parts.messages.markRead(conversation, actor.id))
    await parts.notifications.remove(actor.id, messageNotificationId(actor.id, otherId, tribeId));

  const people = await parts.company.presentIn(actor, tribeId, [actor.id, otherId]);
  const names = (id: string) => personOf(people, id);
  return {
    items: items.reverse().map((message) => present(message, names)),
    nextBefore: next,
    user: personOf(people, otherId),
    tribe: { id: seat.tribe.id, name: seat.tribe.name },
    canWrite: otherId !== actor.id && (await mayWrite(parts, actor, otherId, tribeId)),
  };
}

const forMembersOf = (tribeId: number): Audience => ({ tribeId, kind: 'members' });

/** One item for each person and tribe of which the caller is still a member, the newest first. */
export async function recentConversations(parts: Parts, actor: Actor, limit: number): Promise<Conversations> {
  const tribeIds = await parts.messages.tribesOf(actor.id);
  const mayKnow = await parts.gate.openFor(actor, tribeIds.map(forMembersOf));
  const open = tribeIds.filter((tribeId) => mayKnow(forMembersOf(tribeId)));
  const [conversations, unread, seats] = await Promise.all([
    parts.messages.conversations(actor.id, open, limit),
    parts.messages.unread(actor.id),
    parts.company.seatsOf(actor.id, open),
  ]);
  const counts = new Map(unread.map(({ conversation, count }) => [conversation, count]));
  const items = await Promise.all(
    [...Map.groupBy(conversations, ({ tribeId }) => tribeId)].map(async ([tribeId, inTribe]) => {
      const ids = inTribe.map(({ otherId }) => otherId);
      const people = await parts.company.presentIn(actor, tribeId, ids);
      const tribe = seats.get(tribeId)?.tribe;
      // A tribe that has just gone; its conversations follow.
      if (!tribe) return [];
      return inTribe.map(({ otherId, lastMessage: { fromUserId, content }, lastAt }) => {
        const user = personOf(people, otherId);
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
export async function countUnread({ gate, messages }: Parts, reader: Actor): Promise<number> {
  const unread = await messages.unread(reader.id);
  const mayKnow = await gate.openFor(
    reader,
    unread.map(({ tribeId }) => forMembersOf(tribeId)),
  );
  return unread.reduce((sum, { tribeId, count }) => sum + (mayKnow(forMembersOf(tribeId)) ? count : 0), 0);
}

async function mayWrite({ company }: Parts, actor: Actor, otherId: string, tribeId: number): Promise<boolean> {
  const seats = await company.seats([actor.id, otherId], tribeId);
  const [mine, theirs] = [seats.get(actor.id), seats.get(otherId)];
  if (mine?.status !== 'active' || theirs?.status !== 'active') return false;
  const other = userActor(otherId);
  const there: Meeting = {
    tribeId,
    isHominini: mine.tribe.isHominini,
    isPrivate: mine.tribe.isPrivate,
    viewer: placeOf(mine),
    subject: placeOf(theirs),
  };
  const back: Meeting = { ...there, viewer: there.subject, subject: there.viewer };
  if (looksAfter(mine) || looksAfter(theirs)) return true;
  const restricted = (viewer: Actor, subject: Actor, meeting: Meeting) =>
    isHidden(viewer, subject, meeting) || isBelow(viewer, subject, meeting);
  return !restricted(actor, other, there) && !restricted(other, actor, back);
}

const placeOf = ({ role, level }: Seat): Standing => ({ role, levelOrder: level });
const looksAfter = ({ role }: Seat): boolean => role === 'owner' || role === 'officer';

async function namesIn({ company }: Parts, viewer: Actor, tribeId: number, ids: readonly string[]) {
  const people = await company.presentIn(viewer, tribeId, ids);
  return (id: string) => personOf(people, id);
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
