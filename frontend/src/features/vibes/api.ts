import type { Feed, Post } from '@api/content';
import type { ReactionCount, ReactionEvents, ReactionTaken, StreamTicket } from '@api/vibes-realtime';
import { feedPageSize, vibeTag } from '@limits/content';
import { countPollMs } from '@limits/vibes-realtime';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http.ts';
import { createStream, type LiveStream } from '../../lib/stream.ts';
import type { TapEmoji } from './taps.ts';

/** The vibes of a tribe, the newest first; asked for anew on each visit. */
export const vibesQuery = (tribeId: number) =>
  infiniteQueryOptions({
    queryKey: ['vibes', tribeId],
    queryFn: ({ pageParam, signal }) =>
      http.get<Feed>(`tribes/${tribeId}/posts`, {
        query: { tags: vibeTag, limit: feedPageSize, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: 0,
  });

/** What can be shown as a vibe: an ordinary post that only carries the tag is not one. */
export const isVibe = (post: Post): boolean => post.kind !== 'post' && post.images.length > 0;

/** The running total; `slow` while the stream brings the same news. */
export const countQuery = (vibeId: string, slow: number) =>
  queryOptions({
    queryKey: ['vibes', 'count', vibeId],
    queryFn: ({ signal }) => http.get<ReactionCount>(`vibes/${vibeId}/reactions/count`, { signal }),
    staleTime: 0,
    refetchInterval: countPollMs * slow,
  });

export const reactionsSince = (vibeId: string, since: number): Promise<ReactionEvents> =>
  http.get<ReactionEvents>(`vibes/${vibeId}/reactions`, { query: { since } });

export const sendTap = (vibeId: string, emoji: TapEmoji): Promise<ReactionTaken> =>
  http.post<ReactionTaken>(`vibes/${vibeId}/reactions`, { emoji });

/** The live reactions of one vibe, with those that came after what is known of it. */
export const vibeStream = (vibeId: string, knownUpTo: () => number): LiveStream =>
  createStream({
    path: `/api/vibes/${vibeId}/stream`,
    knownUpTo,
    ticket: async () => (await http.post<StreamTicket>('stream/ticket')).ticket,
    open: (url) => new EventSource(url),
    random: Math.random,
  });
