import { type MembershipDirectory, requirePerson } from '@tribus/community/membership-directory.ts';
import type { Person } from '@tribus/community/person.ts';
import type { ChatMessage, ChatReactionAnswer, Conversation, DirectMessage, Notification } from '../api.ts';
import type { ChatMessageForViewer } from './store/chat.ts';
import type { StoredConversation, StoredMessage } from './store/messages.ts';
import type { StoredNotification } from './store/notifications.ts';

type Tribe = Awaited<ReturnType<MembershipDirectory['getMembership']>>['tribe'];
/** People as the viewer may see them, by the id under which they are stored. */
type People = ReadonlyMap<string, Person>;

export const presentChatMessage = (message: ChatMessageForViewer, people: People): ChatMessage => ({
  id: message._id,
  parentId: message.parentId,
  user: requirePerson(people, message.userId),
  content: message.content,
  createdAt: message.createdAt.toISOString(),
  ...presentReactions(message),
});

/** How many like and dislike a chat message, and the viewer's own reaction. */
export function presentReactions(message: ChatMessageForViewer): ChatReactionAnswer {
  const { likesCount, dislikesCount, liked, disliked } = message;
  const own = [liked && 'like', disliked && 'dislike'] as const;
  return { likesCount, dislikesCount, reactions: own.filter((type) => type !== false).map((type) => ({ type })) };
}

export function presentDirectMessage(message: StoredMessage, people: People): DirectMessage {
  const from = requirePerson(people, message.fromUserId);
  const to = requirePerson(people, message.toUserId);
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

/** A conversation in its owner's list. */
export function presentConversation(
  { ownerId, otherId, lastMessage, lastAt }: StoredConversation,
  { tribe, people, unread }: { tribe: Tribe; people: People; unread: number },
): Conversation {
  const user = requirePerson(people, otherId);
  const { fromUserId, content } = lastMessage;
  return {
    user,
    tribe: { id: tribe.id, name: tribe.name },
    lastMessage: {
      fromUserId: fromUserId === ownerId ? ownerId : user.id,
      content,
      createdAt: lastAt.toISOString(),
    },
    unread,
  };
}

/** The tribe that notifications are about, undefined for none, and people as the viewer may see them in it. */
export interface TribeContext {
  tribe: Tribe | undefined;
  people: People;
}

/** Undefined when what it is about cannot be shown any more. */
export function presentNotification(item: StoredNotification, context: TribeContext): Notification | undefined {
  const { type, status, postId } = item;
  const base = { id: item._id, createdAt: item.createdAt.toISOString(), seen: item.seen };
  const tribe = context.tribe && { tribeId: context.tribe.id, tribeName: context.tribe.name };
  if (type === 'join_request_result')
    return tribe && status ? { ...base, type, data: { ...tribe, status } } : undefined;
  const person = item.personId === null ? undefined : context.people.get(item.personId);
  if (!person) return undefined;
  const { id, name } = person;
  if (type === 'follow') return { ...base, type, data: { fromUserId: id, fromUserName: name } };
  if (!tribe) return undefined;
  switch (type) {
    case 'join_request':
      return { ...base, type, data: { ...tribe, requesterId: id, requesterName: name } };
    case 'message':
      return { ...base, type, data: { ...tribe, fromUserId: id, fromUserName: name } };
    case 'follow_post':
      return postId ? { ...base, type, data: { ...tribe, postId, authorId: id, authorName: name } } : undefined;
    default:
      return type satisfies never;
  }
}
