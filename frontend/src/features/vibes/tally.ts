import { optimisticMatchMs, reactionsKept } from '@limits/vibes-realtime';
import type { ReactionCount, ReactionEvent, ReactionTaken } from './api.ts';

/**
 * The reactions of one vibe as this screen knows them. What the server counted is a number and the time up to which it
 * holds; what is newer is added to it, and what was tapped here and not yet confirmed is shown on top.
 */
export interface Tally {
  authorId: string;
  /** Counted by the server, with what arrived since. */
  counted: number;
  /** Epoch ms of the newest reaction in `counted`. */
  upTo: number;
  /** The newest events, in the order they came; a local one stands among them until it is confirmed. */
  events: LiveReaction[];
}

export interface LiveReaction extends ReactionEvent {
  /** Tapped here and not confirmed yet; `ts` is then this device's clock. */
  local?: true;
}

export const emptyTally = (authorId: string): Tally => ({ authorId, counted: 0, upTo: 0, events: [] });

/** What the bubble shows. */
export function totalOf(tally: Tally): number {
  return tally.counted + tally.events.filter((event) => event.local && counts(tally, event)).length;
}

/** The author's own taps do not count (part 2, section 5, Reaction scoring). */
const counts = ({ authorId }: Tally, { userId }: ReactionEvent): boolean => userId !== authorId;

const keep = (events: LiveReaction[]): LiveReaction[] => events.slice(-reactionsKept);

/** A tap on this screen, shown before the server knows of it. */
export function withTap(tally: Tally, tap: ReactionEvent): Tally {
  return { ...tally, events: keep([...tally.events, { ...tap, local: true }]) };
}

/** The tap did not get through. */
export function withoutTap(tally: Tally, localId: string): Tally {
  return { ...tally, events: tally.events.filter(({ id, local }) => !(local && id === localId)) };
}

/** An event of the stream or of the poll; `now` is this device's clock, in ms. One that is known changes nothing. */
export function withEvent(tally: Tally, event: ReactionEvent, now: number): Tally {
  if (isKnown(tally, event)) return tally;
  const own = matchOf(tally, event, now);
  const events = own ? tally.events.map((kept) => (kept === own ? event : kept)) : keep([...tally.events, event]);
  const isNew = event.ts > tally.upTo && counts(tally, event);
  return { ...tally, events, counted: tally.counted + Number(isNew), upTo: Math.max(tally.upTo, event.ts) };
}

/** Whether an event tells this screen something: not seen before, and not the echo of a tap made here. */
export function isNews(tally: Tally, event: ReactionEvent, now: number): boolean {
  return !isKnown(tally, event) && !matchOf(tally, event, now);
}

const isKnown = ({ events }: Tally, { id }: ReactionEvent): boolean => events.some((known) => known.id === id);

/** The tap made here that an event confirms: same person, same sign, at most 450 ms ago. */
function matchOf({ events }: Tally, event: ReactionEvent, now: number): LiveReaction | undefined {
  return events.find(
    ({ local, userId, emoji, ts }) =>
      local && userId === event.userId && emoji === event.emoji && now - ts <= optimisticMatchMs,
  );
}

/** The server's answer to a tap made here: its event takes the tap's place, wherever else it came from before. */
export function withAnswer(tally: Tally, localId: string, { event, total, lastTs }: ReactionTaken): Tally {
  const rest = withoutTap(tally, localId);
  const events = isKnown(rest, event) ? rest.events : keep([...rest.events, event]);
  return withCount({ ...rest, events }, { total, lastTs });
}

/** A count of the server. An older one than what is known says nothing. */
export function withCount(tally: Tally, { total, lastTs }: ReactionCount): Tally {
  return lastTs < tally.upTo ? tally : { ...tally, counted: total, upTo: lastTs };
}
