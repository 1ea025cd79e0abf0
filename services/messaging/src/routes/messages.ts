import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import {
  Conversations,
  DirectMessage,
  DirectMessages,
  DirectMessagesQuery,
  NewDirectMessage,
  RecentQuery,
  WithUserParams,
} from '../../api.ts';
import type { Deps } from '../deps.ts';
import { readConversation, recentConversations, sendMessage } from '../messages.ts';

export function messageRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/messages/recent',
    {
      guards: [signedIn],
      operationId: 'listConversations',
      summary: "The viewer's conversations",
      query: RecentQuery,
      answer: Conversations,
    },
    ({ actor, query }) => recentConversations(deps, actor, query),
  );

  routes.get(
    '/messages/with/:userId',
    {
      guards: [signedIn],
      operationId: 'readConversation',
      summary: 'A conversation; reading marks it read',
      params: WithUserParams,
      query: DirectMessagesQuery,
      answer: DirectMessages,
      errors: [403],
    },
    ({ actor, params, query }) => readConversation(deps, actor, params.userId, query),
  );

  routes.post(
    '/messages',
    {
      guards: [signedIn],
      operationId: 'sendMessage',
      summary: "Send a direct message; marks the recipient's earlier messages as read",
      body: NewDirectMessage,
      answer: DirectMessage,
      status: 201,
    },
    ({ actor, body }) => sendMessage(deps, actor, body),
  );
}
