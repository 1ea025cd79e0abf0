import type { Activity } from '@api/content';
import type { Conversations, Notification, Notifications } from '@api/messaging';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { unreadQuery } from '../../lib/me.ts';

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ pageParam, signal }) =>
    http.get<Notifications>('notifications', { query: { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.nextCursor,
  staleTime: 0,
});

/** With whom one talks, the newest first. */
export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: async ({ signal }) => (await http.get<Conversations>('messages/recent', { signal })).items,
  staleTime: 0,
});

/** What others did with my posts. */
export const activityQuery = queryOptions({
  queryKey: ['activity'],
  queryFn: async ({ signal }) => (await http.get<Activity>('tribes/@me/activity', { signal })).items,
  staleTime: 0,
});

/** Marks all as seen. The list keeps showing what was new when it was opened; the bell goes quiet at once. */
export function useMarkSeen() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => http.post('notifications/seen'),
    onSuccess: () => client.setQueryData(unreadQuery.queryKey, 0),
  });
}

function dropFromList(client: QueryClient, id: string): void {
  client.setQueryData<InfiniteData<Notifications, string | null>>(
    notificationsQuery.queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
      },
  );
}

/** Takes a notification away; shown at once. One that is already gone is what was wanted. */
export function useRemoveNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => http.delete(`notifications/${id}`),
    onMutate: async (id) => {
      // An older answer would bring it back.
      await client.cancelQueries({ queryKey: notificationsQuery.queryKey, predicate: ({ state }) => !!state.data });
      dropFromList(client, id);
    },
    onError: () => client.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
    onSettled: () => client.invalidateQueries({ queryKey: unreadQuery.queryKey }),
  });
}

type JoinRequest = Extract<Notification, { type: 'join_request' }>;
export type Decision = 'approve' | 'reject';

/** Lets somebody into a tribe, or not. The server takes the notification away from all who look after the tribe. */
export function useDecide({ id, data }: JoinRequest) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) => http.post(`tribes/${data.tribeId}/members/${data.requesterId}/${decision}`),
    onSuccess: () => {
      dropFromList(client, id);
      void client.invalidateQueries({ queryKey: ['tribe', data.tribeId] });
      void client.invalidateQueries({ queryKey: ['memberships'] });
    },
  });
}
