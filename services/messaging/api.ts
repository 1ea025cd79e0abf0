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

/** GET tribes/{id}/chat: `before` is the `nextBefore` of the previous page. */
export const MessagesQuery = z.object({ limit: limit(messagesPageSize), before: Cursor });
export type MessagesQuery = z.output<typeof MessagesQuery>;

/** A message in a tribe's chat; `reactions` are the viewer's own. */
export const ChatMessage = z
  .object({
    id: z.string(),
    parentId: z.string().nullable().meta({ description: 'The parent message; one level only' }),
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
  .meta({ id: 'SlowSeconds', description: 'Seconds between messages of one member; 0 for off' });

/** Body of PUT tribes/{id}/chat/slow-mode. */
export const SlowMode = z.object({ seconds: SlowSeconds });
export type SlowMode = z.output<typeof SlowMode>;

/**
 * The newest messages, in the order written; `nextBefore` is the cursor of older messages, null on the last page.
 * `canWrite` is false for members restricted to reading: their messages and reactions are rejected. In slow mode
 * members wait `slowSeconds` between two messages, moderators do not.
 */
export const Chat = z.object({
  items: z.array(ChatMessage),
  nextBefore: z.string().nullable(),
  canWrite: z.boolean(),
  slowSeconds: SlowSeconds,
  waitSeconds: z.int().meta({ description: "The viewer's remaining wait; 0 for none" }),
  canSetSlowMode: z.boolean(),
});
export type Chat = z.output<typeof Chat>;

/** POST tribes/{id}/chat. A reply to a reply goes to its parent's parent. */
export const NewChatMessage = z.object({ content: Content, parentId: Id.nullish() });
export type NewChatMessage = z.output<typeof NewChatMessage>;

/** POST …/chat/{messageId}/reaction: toggles, as a post's reaction. */
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

/** A conversation with one person in one tribe, with the last message of either. */
export const Conversation = z
  .object({
    user: Person,
    /** The id for GET messages/with/{userId}, also for a hidden or deleted person. */
    withUserId: z.string(),
    tribe: TribeName,
    lastMessage: z.object({ fromUserId: z.string(), content: z.string(), createdAt: Time }),
    unread: z.int(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.output<typeof Conversation>;

/** GET messages/recent: the newest first. */
export const RecentQuery = z.object({ limit: limit(messagesPageSize), cursor: Cursor });

export const Conversations = z.object({ items: z.array(Conversation), nextCursor: z.string().nullable() });
export type Conversations = z.output<typeof Conversations>;

/** GET messages/with/{userId}?tribeId=: marks the conversation as read. */
export const DirectMessagesQuery = MessagesQuery.extend({ tribeId: TribeId });
export type DirectMessagesQuery = z.output<typeof DirectMessagesQuery>;

/** The newest messages, in the order written. `canWrite` is false when POST messages would be rejected. */
export const DirectMessages = z.object({
  items: z.array(DirectMessage),
  nextBefore: z.string().nullable(),
  user: Person,
  tribe: TribeName,
  canWrite: z.boolean(),
});
export type DirectMessages = z.output<typeof DirectMessages>;

/** Body of POST messages. */
export const NewDirectMessage = z.object({ toUserId: Id, tribeId: BodyTribeId, content: Content });
export type NewDirectMessage = z.output<typeof NewDirectMessage>;

const base = { id: z.string(), createdAt: Time, seen: z.boolean() };

function notification<const T extends NotificationType, D extends z.ZodRawShape>(type: T, data: D) {
  return z.object({ ...base, type: z.literal(type), data: z.object(data) });
}

/** The tribe is null for an object outside of tribes. */
const caseData = {
  kind: z.enum(proto.ReportedKind).exclude(['none']),
  postKind: z.enum(proto.PostKind).exclude(['none']).nullable().meta({ description: 'A vibe is a post of kind story' }),
  tribeId: z.int().nullable(),
  tribeName: z.string().nullable(),
};

const avatarUrl = z.string().nullable().meta({ description: 'Sunglasses for a hidden person' });

/** Names and pictures as currently visible to the viewer; hidden people have pseudonymous ids (decisions.md 3). */
export const Notification = z
  .discriminatedUnion('type', [
    notification('join_request', {
      tribeId: z.int(),
      tribeName: z.string(),
      requesterId: z.string(),
      requesterName: z.string(),
      requesterAvatarUrl: avatarUrl,
    }),
    notification('message', {
      fromUserId: z.string(),
      fromUserName: z.string(),
      fromUserAvatarUrl: avatarUrl,
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
      celebrated: z
        .boolean()
        .meta({ description: 'Whether one of the devices of the viewer was granted the celebration' }),
    }),
    /** The result of the review of one of the viewer's submissions. */
    notification('submission_result', {
      tribeId: z.int(),
      tribeName: z.string(),
      status: z.enum(['approved', 'rejected']),
    }),
    /** For reviewers: the number of pending submissions in the tribe. */
    notification('submissions_waiting', { tribeId: z.int(), tribeName: z.string(), waiting: z.int() }),
    /** For moderators: the number of pending cases in the tribe. */
    notification('cases_waiting', { tribeId: z.int(), tribeName: z.string(), waiting: z.int() }),
    /** For site admins: the number of pending site cases. */
    notification('site_cases_waiting', { waiting: z.int() }),
    notification('follow_post', {
      tribeId: z.int(),
      tribeName: z.string(),
      postId: z.string(),
      authorId: z.string(),
      authorName: z.string(),
      authorAvatarUrl: avatarUrl,
    }),
    /** A post announced to all members of its tribe; contains no person. */
    notification('announcement', { tribeId: z.int(), tribeName: z.string(), postId: z.string() }),
    notification('follow', { fromUserId: z.string(), fromUserName: z.string(), fromUserAvatarUrl: avatarUrl }),
    /** The result of a report by the viewer, with the post to which the reported object belongs. */
    notification('report_result', { ...caseData, upheld: z.boolean(), postId: z.string().nullable() }),
    /** A decision about the viewer's content; `hidden`: hidden by reports until it is reviewed. */
    notification('moderation', {
      ...caseData,
      caseId: z.string(),
      action: z.enum({ ...proto.CaseAction, hidden: 'hidden' }).exclude(['none']),
      reason: z.enum(proto.ReportReason).exclude(['none']).nullable(),
    }),
    /** The viewer's data export; available until `expiresAt`. */
    notification('data_export', { expiresAt: Time }),
    /** A decision about the viewer's own membership; the decider is not included. */
    notification('membership_changed', {
      tribeId: z.int(),
      tribeName: z.string(),
      change: z
        .enum([
          'banned',
          'unbanned',
          'restricted',
          'unrestricted',
          'removed',
          'owner',
          'officer',
          'member',
          'offered',
          'declined',
        ])
        .meta({ description: 'offered: ownership of the tribe; declined: by the recipient of the offer' }),
      until: Time.nullable().meta({ description: 'The end of a ban or a restriction; null for none' }),
    }),
  ])
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof Notification>;

/** GET notifications: the newest first. */
export const NotificationsQuery = z.object({ limit: limit(50), cursor: Cursor });

export const Notifications = pageOf(Notification);
export type Notifications = z.output<typeof Notifications>;

/**
 * POST notifications/seen: `upTo` is the newest notification of the list that the viewer was given; later ones stay
 * unseen. All are marked without it.
 */
export const SeenBody = z.object({ upTo: z.object({ createdAt: Time, id: Id }).optional() });
export type SeenBody = z.output<typeof SeenBody>;

/**
 * POST notifications/{id}/celebrated: `attempt` identifies one device's intention to celebrate, also in a repetition
 * after a lost response.
 */
export const CelebrationBody = z.object({ attempt: Id });

export const Celebration = z
  .object({
    granted: z.boolean().meta({ description: 'True for one attempt, also when repeated; false: celebrated elsewhere' }),
  })
  .meta({ id: 'Celebration' });
export type Celebration = z.output<typeof Celebration>;

/** GET notifications/count: unseen notifications. */
export const NotificationCount = z
  .object({
    count: z.int(),
    messages: z.int().meta({ description: 'Unread direct messages, with or without a notification' }),
  })
  .meta({ id: 'NotificationCount' });
export type NotificationCount = z.output<typeof NotificationCount>;
