import { infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { cancelShown } from '../../lib/optimistic.ts';
import { cursorPages, patchInPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { unreadQuery } from '../../lib/shared-queries.ts';

export type Notification = Schema<'Notification'>;
export type Conversation = Schema<'Conversation'>;
export type ActivityItem = Schema<'ActivityItem'>;

export const notificationsQuery = infiniteQueryOptions({
  queryKey: queryKeys.notifications.list,
  queryFn: ({ pageParam: cursor, signal }) => http.get('/notifications', { query: { cursor }, signal }),
  ...cursorPages,
  staleTime: 0,
});

/** Returns the notification of that id, if it is among the newest. */
export async function findNotification(id: string): Promise<Notification | undefined> {
  const { items } = await http.get('/notifications');
  return items.find((notification) => notification.id === id);
}

/** The viewer's conversations, the newest first. */
export const conversationsQuery = infiniteQueryOptions({
  queryKey: queryKeys.conversations,
  queryFn: ({ pageParam: cursor, signal }) => http.get('/messages/recent', { query: { cursor }, signal }),
  ...cursorPages,
  staleTime: 0,
});

/** Reactions to and comments on the viewer's posts. */
export const activityQuery = queryOptions({
  queryKey: queryKeys.activity,
  queryFn: async ({ signal }) => (await http.get('/tribes/@me/activity', { signal })).items,
  staleTime: 0,
});

/** Marks all up to this one as seen. The open list still shows which were new; later ones are still counted. */
export function useMarkSeen() {
  const client = useQueryClient();
  return useMutation({
    // Notifications that arrive while it is running are marked by another call.
    parallel: true,
    mutationFn: ({ createdAt, id }: Notification) =>
      http.post('/notifications/seen', { body: { upTo: { createdAt, id } } }),
    onSuccess: () => client.invalidateQueries({ queryKey: unreadQuery.queryKey }),
  });
}

function dropFromList(client: QueryClient, id: string): void {
  client.setQueryData(
    notificationsQuery.queryKey,
    patchInPages(id, (_notification: Notification) => null),
  );
}

/** Removes a notification, shown at once. */
export function useRemoveNotification() {
  const client = useQueryClient();
  return useMutation({
    parallel: (id) => id,
    mutationFn: (id: string) => http.delete('/notifications/{id}', { path: { id } }),
    onMutate: (id) => {
      cancelShown(client, notificationsQuery.queryKey);
      dropFromList(client, id);
    },
    onError: () => client.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
    onSettled: () => client.invalidateQueries({ queryKey: unreadQuery.queryKey }),
  });
}

export type JoinRequestNotification = Extract<Notification, { type: 'join_request' }>;
