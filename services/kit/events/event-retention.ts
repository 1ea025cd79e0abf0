import { dayMs } from '../core/durations.ts';
import type { Families } from '../core/retention.ts';

/** Days for which events can be replayed: in the outbox, in the broker's streams, and as dead letters. */
export const retentionDays = 7;
export const retentionMs = retentionDays * dayMs;

/**
 * Days for which a handled event is recorded. It may be replayed on its last day in the outbox, and then stays in the
 * broker as long again for a consumer that is late; one more day for clocks that differ.
 */
export const inboxDays = 2 * retentionDays + 1;

const retention = { seconds: retentionMs / 1000, after: 'the publication' };

/** The streams of the broker. */
export const eventStreams: Families = {
  '{EVENTS}': { contains: 'events, with ids and numbers only, from which a late consumer reads', ...retention },
  DEAD: { contains: 'events that a consumer could not handle, for operators', ...retention },
};
