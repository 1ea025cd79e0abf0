import { optimisticMatchMs, reactionsShownMax } from '@limits/vibes-realtime';
import type { ReactionCount, ReactionEvent, ReactionResponse } from './api.ts';

/**
 * The reactions of one vibe on this screen: the server's count with the time up to which it is valid, newer events, and
 * the unconfirmed reactions of this screen. Events of the same time are common, such as the two of a double tap, and an
 * older one may arrive after a newer one: each counts.
 */
export interface VibeReactions {
  authorId: string;
  /** The server's count and the events since. */
  counted: number;
  /** Epoch ms up to which the server's count is valid: it includes events that are not newer. */
  countedUpTo: number;
  /** Epoch ms of the newest reaction in `counted`. */
  upTo: number;
  /** The newest events in the order of arrival, with local ones until they are confirmed. */
  events: LiveReaction[];
}

export interface LiveReaction extends ReactionEvent {
  /** Sent from this screen and not confirmed yet; `ts` is then this device's clock. */
  local?: true;
}

export const noReactions = (authorId: string): VibeReactions => ({
  authorId,
  counted: 0,
  countedUpTo: 0,
  upTo: 0,
  events: [],
});

/** The total that the counter shows. */
export function totalOf(reactions: VibeReactions): number {
  return reactions.counted + reactions.events.filter((event) => event.local && counts(reactions, event)).length;
}

/** The author's own reactions do not count (part 2, section 5, Reaction scoring). */
const counts = ({ authorId }: VibeReactions, { userId }: ReactionEvent): boolean => userId !== authorId;

const keep = (events: LiveReaction[]): LiveReaction[] => events.slice(-reactionsShownMax);

/** Adds a reaction of this screen before the server confirms it. */
export function withPending(reactions: VibeReactions, pending: ReactionEvent): VibeReactions {
  return { ...reactions, events: keep([...reactions.events, { ...pending, local: true }]) };
}

/** Removes a reaction of this screen that could not be sent. */
export function withoutPending(reactions: VibeReactions, localId: string): VibeReactions {
  return { ...reactions, events: reactions.events.filter(({ id, local }) => !(local && id === localId)) };
}

/** Applies an event of the stream or of a poll; `now` is this device's clock, in ms. A known event changes nothing. */
export function withEvent(reactions: VibeReactions, event: ReactionEvent, now: number): VibeReactions {
  if (isKnown(reactions, event)) return reactions;
  const own = matchOf(reactions, event, now);
  const events = own
    ? reactions.events.map((each) => (each === own ? event : each))
    : keep([...reactions.events, event]);
  return { ...reactions, events, ...countedWith(reactions, event) };
}

/** Returns the count with one more event, unless the server's count includes it. */
function countedWith(reactions: VibeReactions, event: ReactionEvent): Pick<VibeReactions, 'counted' | 'upTo'> {
  const { counted, countedUpTo, upTo } = reactions;
  const isNew = event.ts > countedUpTo && counts(reactions, event);
  return { counted: counted + Number(isNew), upTo: Math.max(upTo, event.ts) };
}

/**
 * Whether an event is new to this screen: not received before, and not the confirmation of a reaction sent from here.
 */
export function isNews(reactions: VibeReactions, event: ReactionEvent, now: number): boolean {
  return !isKnown(reactions, event) && !matchOf(reactions, event, now);
}

const isKnown = ({ events }: VibeReactions, { id }: ReactionEvent): boolean => events.some((known) => known.id === id);

/** The reaction of this screen that an event confirms: same person, same emoji, at most 450 ms ago. */
function matchOf({ events }: VibeReactions, event: ReactionEvent, now: number): LiveReaction | undefined {
  return events.find(
    ({ local, userId, emoji, ts }) =>
      local && userId === event.userId && emoji === event.emoji && now - ts <= optimisticMatchMs,
  );
}

/** Applies the server's response to a reaction of this screen: its event replaces the pending one. */
export function withResponse(
  reactions: VibeReactions,
  localId: string,
  { event, total, lastTs }: ReactionResponse,
): VibeReactions {
  const rest = withoutPending(reactions, localId);
  const known = isKnown(rest, event)
    ? rest
    : { ...rest, events: keep([...rest.events, event]), ...countedWith(rest, event) };
  return withCount(known, { total, lastTs });
}

/** Applies a server's count, unless it is older than the known one. */
export function withCount(reactions: VibeReactions, { total, lastTs }: ReactionCount): VibeReactions {
  return lastTs < reactions.upTo ? reactions : { ...reactions, counted: total, countedUpTo: lastTs, upTo: lastTs };
}
