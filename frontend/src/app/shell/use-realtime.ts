import { notificationPollMs } from '@limits/messaging';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followAccountLanguage } from '../../lib/account-language.ts';
import type { Schema } from '../../lib/contract.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { session, useSession } from '../../lib/session.ts';
import { meQuery, unreadQuery } from '../../lib/shared-queries.ts';
import { stream, usePollInterval, useStreamEvent } from '../../lib/stream.ts';

/** The queries whose changes the stream announces, fetched again each time it opens. */
const liveKeys = [queryKeys.notifications.all, queryKeys.conversations, queryKeys.conversation.all, queryKeys.chat.all];

/**
 * The further queries whose changes the stream announces: queues, memberships and what depends on them, posts and their
 * comments. They are fetched again after an interruption only: at its first opening the page has just fetched them.
 */
const interruptedKeys = [
  queryKeys.cases.all,
  queryKeys.levels.all,
  queryKeys.memberships,
  queryKeys.tribes.all,
  queryKeys.tribe.all,
  queryKeys.points.all,
  queryKeys.feed.all,
  queryKeys.post.all,
  queryKeys.comments.all,
  queryKeys.vibes.all,
];

const loadChanges = async () => (await import('../../lib/streamed-changes.ts')).streamedChanges;

/** Runs while a person is signed in: the live stream, the refresh of the user object. */
export function useRealtime(): void {
  const { token } = useSession();
  const queryClient = useQueryClient();

  useEffect(() => session.followOtherTabs(), []);

  // At once: a request that the server reads after the sign-out is refused, which the browser logs as an error.
  useEffect(() => {
    return session.subscribe(() => {
      const { token: current, ended } = session.get();
      if (!current && !ended) void queryClient.cancelQueries();
    });
  }, [queryClient]);

  useEffect(() => {
    if (!token) return;
    stream.start();
    return () => {
      stream.stop();
      // The next person to sign in must not see this person's data.
      queryClient.getMutationCache().clear();
      queryClient.removeQueries({ type: 'inactive' });
      // What stays on the screen is fetched as for a visitor, once the queries of a member are disabled.
      queueMicrotask(() => void queryClient.resetQueries());
    };
  }, [token, queryClient]);

  const me = useQuery({ ...meQuery, enabled: token !== null });
  useEffect(() => {
    if (me.data) session.merge(me.data);
  }, [me.data]);
  // After each reading, also of an unchanged user: an unsent language is sent again.
  const { data: user, dataUpdatedAt } = me;
  useEffect(() => {
    if (user && dataUpdatedAt) followAccountLanguage(user);
  }, [user, dataUpdatedAt]);

  // Events missed while the stream was closed are not repeated, so the lists are fetched again.
  useEffect(() => {
    let wasInterrupted = false;
    return stream.status.subscribe(() => {
      const status = stream.status.get();
      if (status === 'waiting') wasInterrupted = true;
      if (status !== 'open') return;
      const keys = wasInterrupted ? [...liveKeys, ...interruptedKeys] : liveKeys;
      wasInterrupted = false;
      for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
    });
  }, [queryClient]);

  useStreamEvent('notification', () => void queryClient.invalidateQueries({ queryKey: queryKeys.notifications.all }));
  // A further message of one person raises no further notification, and one read elsewhere is not added to the list.
  useStreamEvent('message', () => void queryClient.invalidateQueries({ queryKey: queryKeys.notifications.count }));
  // Until their code can be loaded, as without a connection, the next refresh shows these changes.
  const change = (apply: (changes: Awaited<ReturnType<typeof loadChanges>>) => void) =>
    void loadChunk(loadChanges).then(apply, () => undefined);
  useStreamEvent('queue', (event) => change(({ queue }) => queue(queryClient, event)));
  useStreamEvent('membership', (event) => change(({ membership }) => membership(queryClient, event)));
  useStreamEvent('post', (event) => change(({ post }) => post(queryClient, event)));
  useStreamEvent('video', (event) => change(({ video }) => video(queryClient, event)));
}

/**
 * The numbers of unseen notifications and of unread direct messages, polled, less often while the stream is open; 0 for
 * visitors and while unknown.
 */
export function useUnread(): Schema<'NotificationCount'> {
  const { token } = useSession();
  const interval = usePollInterval(notificationPollMs);
  const { data } = useQuery({ ...unreadQuery, enabled: token !== null, refetchInterval: interval });
  return data ?? { count: 0, messages: 0 };
}
