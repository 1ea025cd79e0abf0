import { Id } from '@tribus/kit/http/schemas.ts';
import { z } from 'zod';

/** Live reactions on vibes, and a user's stream (specification 2, section 7, Vibes; decisions.md 5). */

export const VibeParams = z.object({ vibeId: Id });

const EpochMs = z.int().min(0).meta({ description: 'Epoch milliseconds' });
const EpochMsQuery = z.coerce.number().int().min(0).meta({ type: 'integer', description: 'Epoch milliseconds' });

/** POST vibes/{id}/reactions: exactly one emoji. */
export const NewReaction = z.object({
  emoji: z
    .string('emoji_invalid')
    .max(32, 'emoji_invalid')
    .regex(/^\p{RGI_Emoji}$/v, 'emoji_invalid'),
});
export type NewReaction = z.output<typeof NewReaction>;

/** One reaction. `userId` and `userName` are a pseudonym when the person is hidden from the viewer (decisions.md 3). */
export const ReactionEvent = z
  .object({
    id: z.string(),
    vibeId: z.string(),
    userId: z.string(),
    userName: z.string(),
    emoji: z.string(),
    ts: EpochMs,
  })
  .meta({ id: 'ReactionEvent' });
export type ReactionEvent = z.output<typeof ReactionEvent>;

/** The newest 200 after `since`, in order. */
export const ReactionsQuery = z.object({ since: EpochMsQuery.default(0) });

export const ReactionEvents = z.array(ReactionEvent);
export type ReactionEvents = z.output<typeof ReactionEvents>;

/** GET vibes/{id}/reactions/count. The author's own reactions do not count; `lastTs` is 0 without reactions. */
export const ReactionCount = z.object({ total: z.int(), lastTs: EpochMs }).meta({ id: 'ReactionCount' });
export type ReactionCount = z.output<typeof ReactionCount>;

/** The reaction and the vibe's totals including it. */
export const ReactionTaken = z
  .object({ event: ReactionEvent, total: z.int(), lastTs: EpochMs })
  .meta({ id: 'ReactionTaken' });
export type ReactionTaken = z.output<typeof ReactionTaken>;

/** POST stream/ticket: a ticket for opening one stream. */
export const StreamTicket = z.object({ ticket: z.string(), expiresInSec: z.int() }).meta({ id: 'StreamTicket' });
export type StreamTicket = z.output<typeof StreamTicket>;

/**
 * A stream is opened with a ticket, or with the session's token. With `since` (or the header Last-Event-ID) a vibe's
 * stream begins with the missed reactions; after opening a personal stream, clients reload its lists.
 */
export const StreamQuery = z.object({
  ticket: z.string().max(200).optional(),
  token: z.string().max(4_000).optional(),
  since: EpochMsQuery.optional(),
});
export type StreamQuery = z.output<typeof StreamQuery>;

const removal = {
  removed: z.literal(true).optional().meta({ description: 'Moderators removed the message; absent for a new message' }),
};

/**
 * The server-sent events of GET stream, by name. Events contain the ids of changed objects; texts and names are read
 * over HTTP, which checks who may see them.
 */
export const StreamEvents = z
  .object({
    notification: z.object({ notificationId: z.string(), type: z.string() }),
    message: z.object({ messageId: z.string(), withUserId: z.string(), tribeId: z.int(), ...removal }),
    chat: z.object({ tribeId: z.int(), messageId: z.string(), ...removal }),
    slowMode: z.object({ tribeId: z.int(), seconds: z.int() }),
    reaction: ReactionEvent,
    queue: z
      .object({
        queue: z.enum(['submissions', 'cases']),
        tribeId: z.int().nullable().meta({ description: 'Null for the cases of the site' }),
      })
      .meta({ description: 'A queue that the user moderates changed: an item was added, decided or reopened' }),
    membership: z.object({ tribeId: z.int(), ended: z.literal(true).optional() }).meta({
      description:
        "The user's own membership began, ended, or has another role, level or restriction; or their ban was lifted",
    }),
    post: z.object({ tribeId: z.int(), postId: z.string(), commentId: z.string().optional() }).meta({
      description:
        'A post that the user could see, or wrote, was edited, hidden, shown again or deleted; with `commentId`, a comment on it',
    }),
    video: z
      .object({
        tribeId: z.int(),
        postId: z.string(),
        videoId: z.string(),
        state: z.enum(['processing', 'ready', 'failed']),
        percent: z.int().meta({ description: 'How much has been processed, 0 to 100' }),
      })
      .meta({ description: 'Processing of a video in a post of the user advanced or ended' }),
    busy: z
      .object({ retryAfterSec: z.int() })
      .meta({ description: 'The stream ends; poll, and reconnect after this time' }),
  })
  .meta({ id: 'StreamEvents' });
export type StreamEvents = z.output<typeof StreamEvents>;

/** The server-sent events of GET vibes/{id}/stream. */
export const VibeStreamEvents = StreamEvents.pick({ reaction: true, busy: true }).meta({ id: 'VibeStreamEvents' });

/** The body of a stream of server-sent events, written by the handler. */
export const EventStream = z.any();
