import { Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, IdParams, Ok, TribeParams } from '@tribus/kit/http/schemas.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import {
  Chat,
  ChatMessage,
  ChatMessageParams,
  ChatReaction,
  ChatReactionAnswer,
  Conversations,
  DirectMessage,
  DirectMessages,
  DirectMessagesQuery,
  MessagesQuery,
  NewChatMessage,
  NewDirectMessage,
  NotificationCount,
  Notifications,
  NotificationsQuery,
  RecentQuery,
  WithUserParams,
} from '../api.ts';
import { postToChat, reactInChat, readChat } from './chat.ts';
import type { Deps } from './deps.ts';
import { readConversation, recentConversations, sendMessage } from './messages.ts';
import { countUnseen, readNotifications } from './notifications.ts';

export function messagingRoutes(deps: Deps): Routes {
  const routes = new Routes();
  chatRoutes(routes, deps);
  messageRoutes(routes, deps);
  notificationRoutes(routes, deps);
  return routes;
}

function chatRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/chat',
    { guards: [signedIn], summary: "A tribe's chat", params: TribeParams, query: MessagesQuery, answer: Chat },
    ({ actor, params, query }) => readChat(deps, actor, params.tribeId, query),
  );

  routes.post(
    '/tribes/:tribeId/chat',
    {
      guards: [signedIn],
      summary: "Write in a tribe's chat",
      params: TribeParams,
      body: NewChatMessage,
      answer: ChatMessage,
      status: 201,
    },
    ({ actor, params, body }) => postToChat(deps, actor, params.tribeId, body),
  );

  routes.post(
    '/tribes/:tribeId/chat/:messageId/reaction',
    {
      guards: [signedIn],
      summary: 'Like or dislike a chat message, or take it back',
      params: ChatMessageParams,
      body: ChatReaction,
      answer: ChatReactionAnswer,
    },
    ({ actor, params, body }) => reactInChat(deps, actor, params, body.type),
  );
}

function messageRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/messages/recent',
    { guards: [signedIn], summary: "The caller's conversations", query: RecentQuery, answer: Conversations },
    ({ actor, query }) => recentConversations(deps, actor, query.limit),
  );

  routes.get(
    '/messages/with/:userId',
    {
      guards: [signedIn],
      summary: 'A conversation; reading marks it read',
      params: WithUserParams,
      query: DirectMessagesQuery,
      answer: DirectMessages,
    },
    ({ actor, params, query }) => readConversation(deps, actor, params.userId, query),
  );

  routes.post(
    '/messages',
    { guards: [signedIn], summary: 'Write to somebody', body: NewDirectMessage, answer: DirectMessage, status: 201 },
    ({ actor, body }) => sendMessage(deps, actor, body),
  );
}

function notificationRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/notifications',
    { guards: [signedIn], summary: "The caller's notifications", query: NotificationsQuery, answer: Notifications },
    ({ actor, query }) => readNotifications(deps, actor, query),
  );

  routes.get(
    '/notifications/count',
    { guards: [signedIn], summary: 'How many were not seen', answer: NotificationCount },
    async ({ actor }) => ({ count: await countUnseen(deps, actor) }),
  );

  routes.post(
    '/notifications/seen',
    { guards: [signedIn], summary: 'Mark all as seen', answer: Ok },
    async ({ actor }) => {
      await deps.notifications.markSeen(actor.id);
      return done;
    },
  );

  routes.delete(
    '/notifications/:id',
    { guards: [signedIn], summary: 'Remove one', params: IdParams, answer: Ok },
    async ({ actor, params }) => {
      if (!(await deps.notifications.remove(actor.id, params.id))) throw fail('not_found');
      return done;
    },
  );
}
