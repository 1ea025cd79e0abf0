import type { MembershipDirectory, People } from '@tribus/community/membership-directory.ts';
import type { Person } from '@tribus/community/person.ts';
import { fill } from '@tribus/kit/core/errors.ts';
import type { Language, Texts } from '@tribus/kit/core/language.ts';
import type { ChatMessage, ChatReactionAnswer, Conversation, DirectMessage, Notification } from '../api.ts';
import type { ChatMessageForViewer } from './store/chat.ts';
import { otherThan, type StoredConversation } from './store/conversation.ts';
import type { StoredMessage } from './store/messages.ts';
import type { StoredNotification } from './store/notification.ts';

type Tribe = Awaited<ReturnType<MembershipDirectory['getMembership']>>['tribe'];
export const presentChatMessage = (message: ChatMessageForViewer, user: Person): ChatMessage => ({
  id: message._id,
  parentId: message.parentId,
  user,
  content: message.content,
  createdAt: message.createdAt.toISOString(),
  ...presentReactions(message),
});

/** Presents the counts of likes and dislikes of a chat message, and the viewer's own reaction. */
export function presentReactions(message: ChatMessageForViewer): ChatReactionAnswer {
  const { likesCount, dislikesCount, liked, disliked } = message;
  const own = [liked && 'like', disliked && 'dislike'] as const;
  return { likesCount, dislikesCount, reactions: own.filter((type) => type !== false).map((type) => ({ type })) };
}

/** Presents a direct message; undefined when either person is not visible to the viewer. */
export function presentDirectMessage(message: StoredMessage, people: People): DirectMessage | undefined {
  const from = people.get(message.fromUserId);
  const to = people.get(message.toUserId);
  if (!from || !to) return undefined;
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

/** Presents a conversation in the viewer's list; undefined when the other person is not visible to the viewer. */
export function presentConversation(
  conversation: StoredConversation,
  { viewerId, tribe, people, unread }: { viewerId: string; tribe: Tribe; people: People; unread: number },
): Conversation | undefined {
  const { lastMessage, lastAt } = conversation;
  const otherId = otherThan(viewerId, conversation);
  const user = people.get(otherId);
  if (!user) return undefined;
  const { fromUserId, content } = lastMessage;
  return {
    user,
    withUserId: user.restrictedHigher ? user.id : otherId,
    tribe: { id: tribe.id, name: tribe.name },
    lastMessage: {
      fromUserId: fromUserId === viewerId ? viewerId : user.id,
      content,
      createdAt: lastAt.toISOString(),
    },
    unread,
  };
}

/** The tribe of notifications, undefined for none, and the people as visible to the viewer in it. */
export interface TribeContext {
  tribe: Pick<Tribe, 'id' | 'name'> | undefined;
  people: People;
}

/** Undefined when the notification's subject is no longer visible. */
export function presentNotification(
  item: StoredNotification,
  context: TribeContext,
  language: Language,
): Notification | undefined {
  const { type, status, postId } = item;
  const base = { id: item._id, createdAt: item.createdAt.toISOString(), seen: item.seen };
  const tribe = context.tribe && { tribeId: context.tribe.id, tribeName: context.tribe.name };
  if (type === 'join_request_result')
    return tribe && status ? { ...base, type, data: { ...tribe, status } } : undefined;
  if (type === 'membership_changed')
    return tribe && item.change
      ? { ...base, type, data: { ...tribe, change: item.change, until: item.until?.toISOString() ?? null } }
      : undefined;
  if (type === 'data_export')
    return item.expiresAt ? { ...base, type, data: { expiresAt: item.expiresAt.toISOString() } } : undefined;
  if (type === 'report_result' || type === 'moderation') return presentModeration(item, base, tribe);
  if (type === 'submissions_waiting' || type === 'cases_waiting')
    return tribe && item.waiting ? { ...base, type, data: { ...tribe, waiting: item.waiting } } : undefined;
  if (type === 'site_cases_waiting')
    return item.waiting ? { ...base, type, data: { waiting: item.waiting } } : undefined;
  if (type === 'level_up_result' || type === 'submission_result')
    return tribe && presentProgress(item, base, tribe, language);
  const person = item.personId === null ? undefined : context.people.get(item.personId);
  if (!person) return undefined;
  const { id, name, avatarUrl } = person;
  const from = { fromUserId: id, fromUserName: name, fromUserAvatarUrl: avatarUrl };
  if (type === 'follow') return { ...base, type, data: from };
  if (!tribe) return undefined;
  switch (type) {
    case 'join_request':
      return { ...base, type, data: { ...tribe, requesterId: id, requesterName: name, requesterAvatarUrl: avatarUrl } };
    case 'message':
      return { ...base, type, data: { ...tribe, ...from } };
    case 'follow_post':
      return postId
        ? { ...base, type, data: { ...tribe, postId, authorId: id, authorName: name, authorAvatarUrl: avatarUrl } }
        : undefined;
    case 'announcement':
      return postId ? { ...base, type, data: { ...tribe, postId } } : undefined;
    default:
      return type satisfies never;
  }
}

function presentModeration(
  { type, moderation }: StoredNotification,
  base: Pick<Notification, 'id' | 'createdAt' | 'seen'>,
  tribe: { tribeId: number | null; tribeName: string | null } = { tribeId: null, tribeName: null },
): Notification | undefined {
  if (!moderation) return undefined;
  const { caseId, kind, postKind = null, action, reason, upheld, reportedPostId = null } = moderation;
  const object = { ...tribe, kind, postKind };
  if (type === 'report_result') return { ...base, type, data: { ...object, upheld, postId: reportedPostId } };
  return action ? { ...base, type: 'moderation', data: { ...object, caseId, action, reason } } : undefined;
}

/** Presents notifications of levels and submissions. */
function presentProgress(
  { type, status, levelTo, celebratedBy = null }: StoredNotification,
  base: Pick<Notification, 'id' | 'createdAt' | 'seen'>,
  tribe: { tribeId: number; tribeName: string },
  language: Language,
): Notification | undefined {
  if (type === 'submission_result') return status ? { ...base, type, data: { ...tribe, status } } : undefined;
  if (!levelTo) return undefined;
  const message = fill(levelUpMessage[language], { level: levelTo, tribe: tribe.tribeName });
  return { ...base, type: 'level_up_result', data: { ...tribe, message, levelTo, celebrated: celebratedBy !== null } };
}

const levelUpMessage: Texts = {
  es: 'Has llegado al nivel {level} en {tribe}.',
  en: 'You have reached level {level} in {tribe}.',
  zh: '你在{tribe}升到了 {level} 级。',
};
