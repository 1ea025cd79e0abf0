import { type Actor, userActor } from '@tribus/kit/actor.ts';
import { personOf, type Seat } from '@tribus/kit/company.ts';
import { pageOf, positionFrom } from '@tribus/kit/keyset.ts';
import { once } from '@tribus/kit/mongo-idempotency.ts';
import { isBelow, isHidden, type Meeting, type Standing } from '@tribus/kit/people.ts';
import type { Conversations, DirectMessage, DirectMessages, DirectMessagesQuery, NewDirectMessage } from '../api.ts';
import { errors } from './errors.ts';
import { messageNotificationId } from './notices.ts';
import type { Parts } from './parts.ts';
import { conversationOf, type StoredMessage } from './store/messages.ts';

/**
 * Writes to somebody. Both must be active in the tribe, and neither hidden from or below the other there (decisions.md
 * 5); who looks after the tribe can be written to and may write.
 */
export async function sendMessage(parts: Parts, actor: Actor, wanted: NewDirectMessage): Promise<DirectMessage> {
  const { toUserId, tribeId, content } = wanted;
  if (toUserId === actor.id) throw errors.fail('cannot_message_self');
  if (!(await mayWrite(parts, actor, toUserId, tribeId))) throw errors.fail('message_not_allowed');
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
  const names = await namesIn(parts, actor, tribeId, [actor.id, toUserId]);
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

/** One item for each person and tribe, the newest first. */
export async function recentConversations(parts: Parts, actor: Actor, limit: number): Promise<Conversations> {
  const [conversations, unread] = await Promise.all([
    parts.messages.conversations(actor.id, limit),
    parts.messages.unread(actor.id),
  ]);
  const byTribe = Map.groupBy(conversations, ({ tribeId }) => tribeId);
  const items = await Promise.all(
    [...byTribe].map(async ([tribeId, inTribe]) => {
      const [seats, people] = await Promise.all([
        parts.company.seats([actor.id], tribeId),
        parts.company.presentIn(
          actor,
          tribeId,
          inTribe.map(({ otherId }) => otherId),
        ),
      ]);
      const tribe = seats.get(actor.id)?.tribe;
      // A tribe that has just gone; its conversations follow.
      if (!tribe) return [];
      return inTribe.map((conversation) => ({
        user: personOf(people, conversation.otherId),
        tribe: { id: tribeId, name: tribe.name },
        lastMessage: {
          fromUserId:
            conversation.lastMessage.fromUserId === actor.id ? actor.id : personOf(people, conversation.otherId).id,
          content: conversation.lastMessage.content,
          createdAt: conversation.lastAt.toISOString(),
        },
        unread: unread.get(conversationOf(tribeId, actor.id, conversation.otherId)) ?? 0,
      }));
    }),
  );
  const newestFirst = items.flat().sort((a, b) => (a.lastMessage.createdAt < b.lastMessage.createdAt ? 1 : -1));
  return { items: newestFirst };
}

async function mayWrite({ company }: Parts, actor: Actor, otherId: string, tribeId: number): Promise<boolean> {
  const seats = await company.seats([actor.id, otherId], tribeId);
  const [mine, theirs] = [seats.get(actor.id), seats.get(otherId)];
  if (mine?.status !== 'active' || theirs?.status !== 'active') return false;
  const other = userActor(otherId);
  const there: Meeting = {
    tribeId,
    isHominini: mine.tribe.isHominini,
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
