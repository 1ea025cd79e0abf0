import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer, Schema } from '../../lib/contract.ts';
import { ApiError, http } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { updateOptimistically } from '../../lib/optimistic.ts';
import { patchById } from '../../lib/pages.ts';
import { unsentMeta } from '../../lib/query-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import {
  type Likeable,
  type MessagePage,
  type OutgoingMessage,
  type StoredMessage,
  withLike,
  withMessage,
  withNewest,
  withOlder,
} from './message-cache.ts';

export type ChatMessage = Schema<'ChatMessage'>;
export type DirectMessage = Schema<'DirectMessage'>;
export type Chat = Answer<'get', '/tribes/{tribeId}/chat'>;
export type DirectMessages = Answer<'get', '/messages/with/{userId}'>;

/** The part of a tribe's chat loaded so far; fetching again adds the newest messages and keeps the older ones. */
export const chatQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.chat.tribe(tribeId),
    queryFn: async ({ client, queryKey, signal }) => {
      const newest = await http.get('/tribes/{tribeId}/chat', { path: { tribeId }, signal });
      return withNewest<ChatMessage, Chat>(client.getQueryData<Chat>(queryKey), newest);
    },
    staleTime: 0,
  });

/** The direct messages of two people in a tribe, as `chatQuery`. Fetching marks them as read. */
export const conversationQuery = (userId: string, tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.conversation.with(userId, tribeId),
    queryFn: async ({ client, queryKey, signal }) => {
      const newest = await http.get('/messages/with/{userId}', { path: { userId }, query: { tribeId }, signal });
      return withNewest<DirectMessage, DirectMessages>(client.getQueryData<DirectMessages>(queryKey), newest);
    },
    staleTime: 0,
  });

/** Whether a tribe's messages are refused to this person. A 404 counts, too: the tribe's page says how to join. */
export function isForMembersOnly(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'membership_required' || error.status === 404);
}

/** Fetches the page before the loaded part of a chat. */
export function useOlderInChat(tribeId: number) {
  return useOlderPage(chatQuery(tribeId).queryKey, (before) =>
    http.get('/tribes/{tribeId}/chat', { path: { tribeId }, query: { before } }),
  );
}

/** Fetches the page before the loaded part of a conversation. */
export function useOlderInConversation(userId: string, tribeId: number) {
  return useOlderPage(conversationQuery(userId, tribeId).queryKey, (before) =>
    http.get('/messages/with/{userId}', { path: { userId }, query: { tribeId, before } }),
  );
}

type MessagesKey = ReturnType<typeof chatQuery>['queryKey'] | ReturnType<typeof conversationQuery>['queryKey'];

function useOlderPage<M extends StoredMessage>(
  queryKey: MessagesKey,
  ask: (before: string) => Promise<MessagePage<M>>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ask,
    onSuccess: (older) => {
      client.setQueryData<MessagePage<M>>(queryKey, (known) => known && withOlder(known, older));
    },
  });
}

/** Messages that are being sent to a tribe's chat. They outlive the screen, and are dropped with the session. */
export function useOutbox(tribeId: number): OutgoingMessage[] {
  const { data } = useQuery<OutgoingMessage[]>({
    queryKey: queryKeys.chatOutbox(tribeId),
    queryFn: () => [],
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: unsentMeta,
  });
  return data ?? [];
}

function changeOutbox(
  client: QueryClient,
  tribeId: number,
  change: (outbox: OutgoingMessage[]) => OutgoingMessage[],
): void {
  client.setQueryData<OutgoingMessage[]>(queryKeys.chatOutbox(tribeId), (outbox = []) => change(outbox));
}

/** Sends messages to the chat in order, shown at once. A failed one stays until it is sent again or dropped. */
export function useSendToChat(tribeId: number) {
  const { t } = useTexts('chat');
  const client = useQueryClient();
  const { queryKey } = chatQuery(tribeId);
  const others = (key: string) => (outbox: OutgoingMessage[]) => outbox.filter((outgoing) => outgoing.key !== key);
  const send = useMutation({
    scope: { id: `chat-${tribeId}` },
    mutationFn: ({ key, content, parentId }: OutgoingMessage) =>
      http.post('/tribes/{tribeId}/chat', { path: { tribeId }, body: { content, parentId }, idempotencyKey: key }),
    onMutate: (outgoing) =>
      changeOutbox(client, tribeId, (outbox) => [...others(outgoing.key)(outbox), { ...outgoing, failure: null }]),
    onSuccess: (message, { key }) => {
      client.setQueryData<Chat>(queryKey, (chat) => chat && withMessage(chat, message));
      changeOutbox(client, tribeId, others(key));
    },
    onError: (_error, { key, parentId }) => {
      const failure = t(parentId ? 'chat.replyFailed' : 'chat.sendFailed');
      changeOutbox(client, tribeId, (outbox) =>
        outbox.map((outgoing) => (outgoing.key === key ? { ...outgoing, failure } : outgoing)),
      );
    },
  });
  return { send: send.mutate, drop: (key: string) => changeOutbox(client, tribeId, others(key)) };
}

const likesOf = ({ likesCount, dislikesCount, reactions }: ChatMessage): Likeable => ({
  likesCount,
  dislikesCount,
  reactions,
});

/** Likes a message or takes the like back, shown at once. Rejects when the server refused. */
export function useLikeInChat(tribeId: number): (message: ChatMessage) => Promise<unknown> {
  const client = useQueryClient();
  const { queryKey } = chatQuery(tribeId);
  const target = (rendered: ChatMessage) => ({
    key: queryKeys.reactions.toMessage(rendered.id),
    shownBy: [queryKey],
    read: (): Likeable =>
      likesOf(client.getQueryData(queryKey)?.items.find(({ id }) => id === rendered.id) ?? rendered),
    write: (likes: Likeable) =>
      client.setQueryData<Chat>(
        queryKey,
        (chat) =>
          chat && { ...chat, items: patchById(chat.items, rendered.id, (message) => ({ ...message, ...likes })) },
      ),
    next: withLike<Likeable>,
    send: () =>
      http.post('/tribes/{tribeId}/chat/{messageId}/reaction', {
        path: { tribeId, messageId: rendered.id },
        body: { type: 'like' },
      }),
  });
  return (message) => updateOptimistically(client, target(message), undefined);
}

export interface DirectDraft {
  content: string;
  key: string;
}

/** Sends a direct message. Give the same key when the same text is sent again. */
export function useSendDirect(userId: string, tribeId: number) {
  const client = useQueryClient();
  const { queryKey } = conversationQuery(userId, tribeId);
  return useMutation({
    scope: { id: `dm-${userId}-${tribeId}` },
    mutationFn: ({ content, key }: DirectDraft) =>
      http.post('/messages', { body: { toUserId: userId, tribeId, content }, idempotencyKey: key }),
    onSuccess: (message) => {
      client.setQueryData<DirectMessages>(queryKey, (known) => known && withMessage(known, message));
      return client.invalidateQueries({ queryKey: queryKeys.conversations });
    },
  });
}
