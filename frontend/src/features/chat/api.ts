import type { Chat, ChatMessage, ChatReactionAnswer, DirectMessage, DirectMessages } from '@api/messaging';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, http } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { unsentMeta } from '../../lib/query-client.ts';
import { tap } from '../../lib/taps.ts';
import {
  type Likeable,
  type MessagePage,
  type Outgoing,
  type Written,
  withLike,
  withMessage,
  withNewest,
  withOlder,
} from './thread.ts';

/** A tribe's chat as far as it was read; asking again brings the newest and keeps the older. */
export const chatQuery = (tribeId: number) =>
  queryOptions({
    queryKey: ['chat', tribeId],
    queryFn: async ({ client, queryKey, signal }) => {
      const newest = await http.get<Chat>(`tribes/${tribeId}/chat`, { signal });
      return withNewest<ChatMessage, Chat>(client.getQueryData<Chat>(queryKey), newest);
    },
    staleTime: 0,
  });

/** What two people wrote to each other in a tribe. Asking marks it read. */
export const conversationQuery = (userId: string, tribeId: number) =>
  queryOptions({
    queryKey: ['conversation', userId, tribeId],
    queryFn: async ({ client, queryKey, signal }) => {
      const newest = await http.get<DirectMessages>(`messages/with/${userId}`, { query: { tribeId }, signal });
      return withNewest<DirectMessage, DirectMessages>(client.getQueryData<DirectMessages>(queryKey), newest);
    },
    staleTime: 0,
  });

/** Also what the server says of a tribe that one may not know of: its page tells what can be done. */
export function isForMembersOnly(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'membership_required' || error.status === 404);
}

type ThreadKey = ReturnType<typeof chatQuery>['queryKey'] | ReturnType<typeof conversationQuery>['queryKey'];

/** Asks for the page before what was read. */
export function useOlder<M extends Written>(queryKey: ThreadKey, path: string, query: Record<string, number> = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (before: string) => http.get<MessagePage<M>>(path, { query: { ...query, before } }),
    onSuccess: (older) => {
      client.setQueryData<MessagePage<M>>(queryKey, (known) => known && withOlder(known, older));
    },
  });
}

const outboxKey = (tribeId: number) => ['outbox', tribeId];

/** What is on its way to a tribe's chat. It outlives the screen, and goes with the session. */
export function useOutbox(tribeId: number): Outgoing[] {
  const { data } = useQuery<Outgoing[]>({
    queryKey: outboxKey(tribeId),
    queryFn: () => [],
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: unsentMeta,
  });
  return data ?? [];
}

function changeOutbox(client: QueryClient, tribeId: number, change: (outbox: Outgoing[]) => Outgoing[]): void {
  client.setQueryData<Outgoing[]>(outboxKey(tribeId), (outbox = []) => change(outbox));
}

/** Sends to the chat, one after the other; shown at once, and kept when it fails until it is sent again or dropped. */
export function useSendToChat(tribeId: number) {
  const { t } = useTexts();
  const client = useQueryClient();
  const { queryKey } = chatQuery(tribeId);
  const others = (key: string) => (outbox: Outgoing[]) => outbox.filter((outgoing) => outgoing.key !== key);
  const send = useMutation({
    scope: { id: `chat-${tribeId}` },
    mutationFn: ({ key, content, parentId }: Outgoing) =>
      http.post<ChatMessage>(`tribes/${tribeId}/chat`, { content, parentId }, { idempotencyKey: key }),
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

/** Likes a message, or takes it back; shown at once. Rejects when the server did not take it. */
export function useLikeInChat(tribeId: number): (message: ChatMessage) => Promise<unknown> {
  const client = useQueryClient();
  const { queryKey } = chatQuery(tribeId);
  const change = (id: string, to: (message: ChatMessage) => ChatMessage) =>
    client.setQueryData<Chat>(
      queryKey,
      (chat) => chat && { ...chat, items: chat.items.map((message) => (message.id === id ? to(message) : message)) },
    );
  const thing = ({ id, likesCount, dislikesCount, reactions }: ChatMessage) => ({
    key: ['chat', tribeId, id, 'reactions'],
    shownBy: [queryKey],
    read: (): Likeable => ({ likesCount, dislikesCount, reactions }),
    write: (likes: Likeable) => change(id, (message) => ({ ...message, ...likes })),
    next: withLike<Likeable>,
    send: () => http.post<ChatReactionAnswer>(`tribes/${tribeId}/chat/${id}/reaction`, { type: 'like' }),
  });
  return (message) => tap(client, thing(message), undefined);
}

export interface DirectDraft {
  content: string;
  key: string;
}

/** Writes to somebody. Use the same key when the same words are sent again. */
export function useSendDirect(userId: string, tribeId: number) {
  const client = useQueryClient();
  const { queryKey } = conversationQuery(userId, tribeId);
  return useMutation({
    scope: { id: `dm-${userId}-${tribeId}` },
    mutationFn: ({ content, key }: DirectDraft) =>
      http.post<DirectMessage>('messages', { toUserId: userId, tribeId, content }, { idempotencyKey: key }),
    onSuccess: (message) => {
      client.setQueryData<DirectMessages>(queryKey, (known) => known && withMessage(known, message));
      return client.invalidateQueries({ queryKey: ['conversations'] });
    },
  });
}
