import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer, Schema } from '../../lib/contract.ts';
import { ApiError, http, isNotFound, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { failedDecision } from '../../lib/membership-changes.ts';
import { useMutation } from '../../lib/mutation.ts';
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
  withoutMessage,
} from './message-cache.ts';

export type ChatMessage = Schema<'ChatMessage'>;
export type DirectMessage = Schema<'DirectMessage'>;
export type Chat = Answer<'get', '/tribes/{tribeId}/chat'>;
/** With the time, by this device's clock, at which the person may write again; 0: now. */
export type LoadedChat = Chat & { waitUntil: number };
export type SlowSeconds = Chat['slowSeconds'];
export type DirectMessages = Answer<'get', '/messages/with/{userId}'>;

/** The loaded part of a tribe's chat; a refetch adds the newest messages and keeps the older ones. */
export const chatQuery = (tribeId: number) =>
  queryOptions({
    queryKey: queryKeys.chat.tribe(tribeId),
    queryFn: async ({ client, queryKey, signal }) => {
      const chat = await http.get('/tribes/{tribeId}/chat', { path: { tribeId }, signal });
      const newest = { ...chat, waitUntil: waitUntil(chat.waitSeconds) };
      return withNewest<ChatMessage, LoadedChat>(client.getQueryData<LoadedChat>(queryKey), newest);
    },
    staleTime: 0,
  });

const waitUntil = (seconds: number): number => (seconds > 0 ? Date.now() + seconds * 1_000 : 0);

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

/** Whether a tribe's messages are refused to this person. A 404 also counts: the tribe's page shows how to join. */
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
    parallel: (before) => before,
    onSuccess: (older) => {
      client.setQueryData<MessagePage<M>>(queryKey, (known) => known && withOlder(known, older));
    },
  });
}

/** Removes a deleted message from the loaded ones, however old it is. */
export function dropMessage(client: QueryClient, { queryKey }: { queryKey: MessagesKey }, id: string): void {
  client.setQueryData<MessagePage<StoredMessage>>(queryKey, (known) => known && withoutMessage(known, id));
}

/** Messages being sent to a tribe's chat. They outlive the screen, and are dropped with the session. */
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

/** Returns a function that empties the outbox of a chat and returns its messages. */
export function useTakeOutbox(tribeId: number): () => OutgoingMessage[] {
  const client = useQueryClient();
  return () => {
    const outbox = client.getQueryData<OutgoingMessage[]>(queryKeys.chatOutbox(tribeId)) ?? [];
    changeOutbox(client, tribeId, () => []);
    return outbox;
  };
}

/** Sends messages to the chat in order, shown at once. A failed one stays until it is sent again or dropped. */
export function useSendToChat(tribeId: number) {
  const { t } = useTexts('chat');
  const client = useQueryClient();
  const { queryKey } = chatQuery(tribeId);
  const others = (key: string) => (outbox: OutgoingMessage[]) => outbox.filter((outgoing) => outgoing.key !== key);
  const send = useMutation({
    scope: { id: `chat-${tribeId}` },
    parallel: ({ key }) => key,
    mutationFn: ({ key, content, parentId }: OutgoingMessage) =>
      http.post('/tribes/{tribeId}/chat', { path: { tribeId }, body: { content, parentId }, idempotencyKey: key }),
    onMutate: (outgoing) =>
      changeOutbox(client, tribeId, (outbox) => [...others(outgoing.key)(outbox), { ...outgoing, failure: null }]),
    onSuccess: async (message, { key }) => {
      // The response of a running fetch does not contain the message yet.
      await client.cancelQueries({ queryKey });
      client.setQueryData<LoadedChat>(
        queryKey,
        (chat) => chat && { ...withMessage(chat, message), waitUntil: waitAfterOwn(chat) },
      );
      changeOutbox(client, tribeId, others(key));
    },
    onError: (error, { key, parentId }) => {
      if (error instanceof ApiError && error.code === 'slow_mode') {
        const until = waitUntil(error.retryAfter ?? 0);
        client.setQueryData<LoadedChat>(queryKey, (chat) => chat && { ...chat, waitUntil: until });
      }
      // A rate-limit error contains the time of the next attempt.
      const isLimited = error instanceof ApiError && error.status === 429;
      const isFinal = isNotFound(error);
      const failure = () => {
        const failed = t(parentId ? 'chat.replyFailed' : 'chat.sendFailed');
        return isFinal ? failedDecision(failed, error) : isLimited ? messageOf(error, failed) : failed;
      };
      changeOutbox(client, tribeId, (outbox) =>
        outbox.map((outgoing) => (outgoing.key === key ? { ...outgoing, failure, isFinal } : outgoing)),
      );
      // The person may no longer write here: the chat follows.
      if (isFinal)
        for (const changed of [queryKeys.memberships, queryKeys.tribe.one(tribeId), queryKey])
          void client.invalidateQueries({ queryKey: changed, exact: true });
    },
  });
  return { send: send.mutate, drop: (key: string) => changeOutbox(client, tribeId, others(key)) };
}

/** In slow mode a member waits after each own message. */
const waitAfterOwn = ({ slowSeconds, canSetSlowMode }: Chat): number => waitUntil(canSetSlowMode ? 0 : slowSeconds);

/** Sets how long a member waits between two messages. */
export function useSetSlowMode(tribeId: number) {
  const client = useQueryClient();
  const { queryKey } = chatQuery(tribeId);
  return useMutation({
    mutationFn: (seconds: SlowSeconds) =>
      http.put('/tribes/{tribeId}/chat/slow-mode', { path: { tribeId }, body: { seconds } }),
    parallel: (seconds) => seconds,
    onSuccess: ({ seconds: slowSeconds }) =>
      client.setQueryData<LoadedChat>(queryKey, (chat) => chat && { ...chat, slowSeconds }),
  });
}

const likesOf = ({ likesCount, dislikesCount, reactions }: ChatMessage): Likeable => ({
  likesCount,
  dislikesCount,
  reactions,
});

/** Likes or unlikes a message, shown at once. Rejects when the server refused. */
export function useLikeInChat(tribeId: number): (message: ChatMessage) => Promise<unknown> {
  const client = useQueryClient();
  const { queryKey } = chatQuery(tribeId);
  const target = (rendered: ChatMessage) => ({
    key: queryKeys.reactions.toMessage(rendered.id),
    shownBy: [queryKey],
    read: (): Likeable =>
      likesOf(client.getQueryData(queryKey)?.items.find(({ id }) => id === rendered.id) ?? rendered),
    write: (likes: Likeable) =>
      client.setQueryData<LoadedChat>(
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

/** Sends a direct message. Pass the same key when the same text is sent again. */
export function useSendDirect(userId: string, tribeId: number) {
  const client = useQueryClient();
  const { queryKey } = conversationQuery(userId, tribeId);
  return useMutation({
    scope: { id: `dm-${userId}-${tribeId}` },
    parallel: ({ key }) => key,
    mutationFn: ({ content, key }: DirectDraft) =>
      http.post('/messages', { body: { toUserId: userId, tribeId, content }, idempotencyKey: key }),
    onSuccess: async (message) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<DirectMessages>(queryKey, (known) => known && withMessage(known, message));
      return client.invalidateQueries({ queryKey: queryKeys.conversations });
    },
  });
}
