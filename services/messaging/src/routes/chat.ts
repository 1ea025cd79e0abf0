import { TribeParams } from '@tribus/community/ids.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import {
  Chat,
  ChatMessage,
  ChatMessageParams,
  ChatReaction,
  ChatReactionAnswer,
  MessagesQuery,
  NewChatMessage,
  SlowMode,
} from '../../api.ts';
import { postToChat, reactInChat, readChat } from '../chat.ts';
import type { Deps } from '../deps.ts';
import { setSlowMode } from '../slow-mode.ts';

export function chatRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tribes/:tribeId/chat',
    {
      guards: [signedIn],
      operationId: 'readChat',
      summary: "A tribe's chat",
      params: TribeParams,
      query: MessagesQuery,
      answer: Chat,
      errors: [403],
    },
    ({ actor, params, query }) => readChat(deps, actor, params.tribeId, query),
  );

  routes.post(
    '/tribes/:tribeId/chat',
    {
      guards: [signedIn],
      operationId: 'postToChat',
      summary: "Write in a tribe's chat",
      params: TribeParams,
      body: NewChatMessage,
      answer: ChatMessage,
      status: 201,
    },
    ({ actor, params, body }) => postToChat(deps, actor, params.tribeId, body),
  );

  chatControlRoutes(routes, deps);
}

function chatControlRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/tribes/:tribeId/chat/slow-mode',
    {
      guards: [signedIn],
      operationId: 'setSlowMode',
      summary: 'Set the slow mode of the chat',
      params: TribeParams,
      body: SlowMode,
      answer: SlowMode,
    },
    ({ actor, params, body }) => setSlowMode(deps, actor, params.tribeId, body),
  );

  routes.post(
    '/tribes/:tribeId/chat/:messageId/reaction',
    {
      guards: [signedIn],
      operationId: 'reactInChat',
      summary: 'Toggle a like or dislike of a chat message',
      params: ChatMessageParams,
      body: ChatReaction,
      answer: ChatReactionAnswer,
    },
    ({ actor, params, body }) => reactInChat(deps, actor, params, body.type),
  );
}
