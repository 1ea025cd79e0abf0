import { BodyTribeId, TribeId } from '@tribus/community/ids.ts';
import { Person } from '@tribus/community/person.ts';
import { Cursor, Id, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { lines } from '@tribus/kit/http/text.ts';
import * as proto from '@tribus/proto/content/v1/types.ts';
import type { NotificationType } from '@tribus/proto/messaging/v1/types.ts';
import { z } from 'zod';
import { messageMax, messagesPageSize, slowModes } from './limits.ts';

/** Tribe chats, direct messages and notifications (specification 2, sections 3 and 7; decisions.md 5). */

export const ChatMessageParams = z.object({ tribeId: TribeId, messageId: Id });
export const WithUserParams = z.object({ userId: Id });

const ReactionType = z.enum(proto.ReactionType).exclude(['none']).meta({ id: 'ReactionType' });
const Content = lines('message_empty').trim().min(1, 'message_empty').max(messageMax, 'message_length');

/** GET tribes/{id}/chat: `before` is the `nextBefore` of the page before. */
export const MessagesQuery = z.object({ limit: limit(messagesPageSize), before: Cursor });
export type MessagesQuery = z.output<typeof MessagesQuery>;

/** A message in a tribe's chat; `reactions` are the caller's own. */
export const ChatMessage = z
  .object({
    id: z.string(),
    parentId: z.string().nullable().meta({ description: 'The message it replies to; one level only' }),
    user: Person,
    content: z.string(),
    createdAt: Time,
    likesCount: z.int(),
    dislikesCount: z.int(),
    reactions: z.array(z.object({ type: ReactionType })),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.output<typeof ChatMessage>;

const SlowSeconds = z
  .union(slowModes.map((seconds) => z.literal(seconds)))
  .meta({ id: 'SlowSeconds', description: 'Between messages of one member; 0: off' });

/** PUT tribes/{id}/chat/slow-mode. */
export const SlowMode = z.object({ seconds: SlowSeconds });
export type SlowMode = z.output<typeof SlowMode>;

/**
 * The newest messages, in the order written; `nextBefore` leads to older ones, null at the beginning. `canWrite` is false
 * for those who may only read: writing and reacting would be refused. In slow mode a member waits `slowSeconds` between two
 * messages, moderators do not.
 */
export const Chat = z.object({
  items: z.array(ChatMessage),
  nextBefore: z.string().nullable(),
  canWrite: z.boolean(),
  slowSeconds: SlowSeconds,
  waitSeconds: z.int().meta({ description: 'How long the caller must still wait to write; 0: not at all' }),
  canSetSlowMode: z.boolean(),
});
export type Chat = z.output<typeof Chat>;

/** POST tribes/{id}/chat. A reply to a reply goes to its parent's parent. */
export const NewChatMessage = z.object({ content: Content, parentId: Id.nullish() });
export type NewChatMessage = z.output<typeof NewChatMessage>;

/** POST …/chat/{messageId}/reaction: toggles like a post's. */
export const ChatReaction = z.object({ type: ReactionType });

export const ChatReactionAnswer = ChatMessage.pick({ likesCount: true, dislikesCount: true, reactions: true }).meta({
  id: 'ChatReactionAnswer',
});
export type ChatReactionAnswer = z.output<typeof ChatReactionAnswer>;

const TribeName = z.object({ id: z.int(), name: z.string() });

export const DirectMessage = z
  .object({
    id: z.string(),
    from: z.object({ id: z.string(), name: z.string() }),
    to: z.object({ id: z.string(), name: z.string() }),
    fromUserId: z.string(),
    content: z.string(),
    createdAt: Time,
    tribe: z.object({ id: z.int() }),
  })
  .meta({ id: 'DirectMessage' });
export type DirectMessage = z.output<typeof DirectMessage>;

/** One other person in one tribe, with the last message of either. */
export const Conversation = z
  .object({
    user: Person,
    /** By what it is read (GET messages/with/{userId}), also where the person shown is hidden or gone. */
    withUserId: z.string(),
    tribe: TribeName,
    lastMessage: z.object({ fromUserId: z.string(), content: z.string(), createdAt: Time }),
    unread: z.int(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.output<typeof Conversation>;

/** GET messages/recent: the newest first. */
export const RecentQuery = z.object({ limit: limit(messagesPageSize) });

export const Conversations = z.object({ items: z.array(Conversation) });
export type Conversations = z.output<typeof Conversations>;

/** GET messages/with/{userId}?tribeId=: reading marks it read. */
export const DirectMessagesQuery = MessagesQuery.extend({ tribeId: TribeId });
export type DirectMessagesQuery = z.output<typeof DirectMessagesQuery>;

/** The newest messages, in the order written. `canWrite` is false where POST messages would be refused. */
export const DirectMessages = z.object({
  items: z.array(DirectMessage),
  nextBefore: z.string().nullable(),
  user: Person,
  tribe: TribeName,
  canWrite: z.boolean(),
});
export type DirectMessages = z.output<typeof DirectMessages>;

/** POST messages. */
export const NewDirectMessage = z.object({ toUserId: Id, tribeId: BodyTribeId, content: Content });
export type NewDirectMessage = z.output<typeof NewDirectMessage>;

const base = { id: z.string(), createdAt: Time, seen: z.boolean() };

function notification<const T extends NotificationType, D extends z.ZodRawShape>(type: T, data: D) {
  return z.object({ ...base, type: z.literal(type), data: z.object(data) });
}

/** The tribe is null where it is no tribe's. */
const caseData = {
  kind: z.enum(proto.ReportedKind).exclude(['none']),
  tribeId: z.int().nullable(),
  tribeName: z.string().nullable(),
};

const face = z.string().nullable().meta({ description: 'Of whoever is hidden: sunglasses' });

/** Names and faces are as the reader may see them now, ids pseudonyms where they may not (decisions.md 3). */
export const Notification = z
  .discriminatedUnion('type', [
    notification('join_request', {
      tribeId: z.int(),
      tribeName: z.string(),
      requesterId: z.string(),
      requesterName: z.string(),
      requesterAvatarUrl: face,
    }),
    notification('message', {
      fromUserId: z.string(),
      fromUserName: z.string(),
      fromUserAvatarUrl: face,
      tribeId: z.int(),
      tribeName: z.string(),
    }),
    notification('join_request_result', {
      tribeId: z.int(),
      tribeName: z.string(),
      status: z.enum(['approved', 'rejected']),
    }),
    notification('level_up_result', {
      tribeId: z.int(),
      tribeName: z.string(),
      message: z.string(),
      levelTo: z.int(),
    }),
    /** How one of the reader's own submissions was reviewed. */
    notification('submission_result', {
      tribeId: z.int(),
      tribeName: z.string(),
      status: z.enum(['approved', 'rejected']),
    }),
    /** To those who review: so many submissions wait in this tribe. */
    notification('submissions_waiting', { tribeId: z.int(), tribeName: z.string(), waiting: z.int() }),
    /** To those who moderate: so many cases wait in this tribe. */
    notification('cases_waiting', { tribeId: z.int(), tribeName: z.string(), waiting: z.int() }),
    /** To site admins: so many cases wait for them. */
    notification('site_cases_waiting', { waiting: z.int() }),
    notification('follow_post', {
      tribeId: z.int(),
      tribeName: z.string(),
      postId: z.string(),
      authorId: z.string(),
      authorName: z.string(),
      authorAvatarUrl: face,
    }),
    /** A post of which all members of its tribe are told; nobody is named. */
    notification('announcement', { tribeId: z.int(), tribeName: z.string(), postId: z.string() }),
    notification('follow', { fromUserId: z.string(), fromUserName: z.string(), fromUserAvatarUrl: face }),
    /** What became of a report of the reader. */
    notification('report_result', { ...caseData, upheld: z.boolean() }),
    /** What was decided about something of the reader; hidden: reports have hidden it until somebody looks at it. */
    notification('moderation', {
      ...caseData,
      caseId: z.string(),
      action: z.enum({ ...proto.CaseAction, hidden: 'hidden' }).exclude(['none']),
      reason: z.enum(proto.ReportReason).exclude(['none']).nullable(),
    }),
    /** The copy of their data that the reader asked for; it can be fetched until then. */
    notification('data_export', { expiresAt: Time }),
    /** What was decided over the reader's own membership; who decided is not said. */
    notification('membership_changed', {
      tribeId: z.int(),
      tribeName: z.string(),
      change: z
        .enum(['banned', 'restricted', 'unrestricted', 'removed', 'owner', 'officer', 'member', 'offered', 'declined'])
        .meta({ description: 'offered: the tribe, which they may own; declined: by whom it was offered to' }),
      until: Time.nullable().meta({ description: 'Of a ban or a restriction; null where it has no end' }),
    }),
  ])
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof Notification>;

/** GET notifications: the newest first. */
export const NotificationsQuery = z.object({ limit: limit(50), cursor: Cursor });

export const Notifications = pageOf(Notification);
export type Notifications = z.output<typeof Notifications>;

/** GET notifications/count: those not seen. */
export const NotificationCount = z
  .object({ count: z.int(), messages: z.int().meta({ description: 'Unread direct messages, notified or not' }) })
  .meta({ id: 'NotificationCount' });
export type NotificationCount = z.output<typeof NotificationCount>;
