import { feedPageSize, vibeTag } from '@limits/content';
import { countPollMs } from '@limits/vibes-realtime';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { cursorPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { createStream, issueTicket, type LiveStream } from '../../lib/stream.ts';
import type { ReactionEmoji } from './tap-counter.ts';

export type Post = Schema<'Post'>;
export type PostImage = Schema<'PostImage'>;
export type PostVideo = Schema<'PostVideo'>;
export type ReactionEvent = Schema<'ReactionEvent'>;
export type ReactionCount = Schema<'ReactionCount'>;
export type ReactionResponse = Schema<'ReactionTaken'>;

/** The vibes of a tribe, the newest first; fetched again on each visit. */
export const vibesQuery = (tribeId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.vibes.tribe(tribeId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/posts', {
        path: { tribeId },
        query: { tags: vibeTag, limit: feedPageSize, cursor },
        signal,
      }),
    ...cursorPages,
    staleTime: 0,
  });

/** Whether a post can be shown as a vibe: an ordinary post with the tag, or a clip of another site, cannot. */
export const isVibe = ({ kind, images, videos }: Post): boolean =>
  kind !== 'post' && (images.length > 0 || videos.some(({ external }) => !external));

/** The number of reactions. `slow` multiplies the interval of polling while the stream is open. */
export const countQuery = (vibeId: string, slow: number) =>
  queryOptions({
    queryKey: queryKeys.vibes.reactionCount(vibeId),
    queryFn: ({ signal }) => http.get('/vibes/{vibeId}/reactions/count', { path: { vibeId }, signal }),
    staleTime: 0,
    refetchInterval: countPollMs * slow,
  });

export const reactionsSince = (vibeId: string, since: number): Promise<ReactionEvent[]> =>
  http.get('/vibes/{vibeId}/reactions', { path: { vibeId }, query: { since } });

export const sendReaction = (vibeId: string, emoji: ReactionEmoji): Promise<ReactionResponse> =>
  http.post('/vibes/{vibeId}/reactions', { path: { vibeId }, body: { emoji } });

/** The stream of one vibe's reactions, beginning after the known reactions. */
export const vibeStream = (vibeId: string, knownUpTo: () => number): LiveStream =>
  createStream({
    path: `/api/vibes/${vibeId}/stream`,
    knownUpTo,
    ticket: issueTicket,
    open: (url) => new EventSource(url),
    random: Math.random,
  });
