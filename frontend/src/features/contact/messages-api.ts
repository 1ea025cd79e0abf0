import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Params, Schema } from '../../lib/contract.ts';
import { http, isNotFound } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type ContactMessage = Schema<'ContactMessage'>;

/** The filter and the order of the messages. */
export type MessageFilter = Pick<
  NonNullable<Params<'get', '/admin/contact-messages'>['query']>,
  'subject' | 'state' | 'order'
>;

export const contactMessagesQuery = (filter: MessageFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.contactMessages.list(filter),
    queryFn: ({ pageParam, signal }) =>
      http.get('/admin/contact-messages', { query: { ...filter, cursor: pageParam }, signal }),
    ...cursorPages,
  });

/** The current state of a listed message: another admin may handle it, and the stream has no event for that. */
export const contactMessageQuery = (listed: ContactMessage) =>
  queryOptions({
    queryKey: queryKeys.contactMessages.one(listed.id),
    queryFn: ({ signal }) => http.get('/admin/contact-messages/{id}', { path: { id: listed.id }, signal }),
    placeholderData: listed,
    staleTime: 0,
    refetchInterval: 15_000,
    refetchOnWindowFocus: 'always',
  });

/** Marks a message as handled, or as open again. */
export function useMarkMessage() {
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey: queryKeys.contactMessages.all });
  return useMutation({
    mutationFn: ({ id, handled }: { id: string; handled: boolean }) =>
      http.put('/admin/contact-messages/{id}', { path: { id }, body: { handled } }),
    parallel: ({ id }) => id,
    onSuccess: (message) => {
      client.setQueryData(queryKeys.contactMessages.one(message.id), message);
      return readAgain();
    },
    // Deleted since, with the account of its sender.
    onError: (error) => {
      if (isNotFound(error)) void readAgain();
    },
  });
}
