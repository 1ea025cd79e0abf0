import type { AnyRetention } from '../core/retention.ts';
import { retentionDays } from '../events/relay.ts';

/** Retention of the kit's own collections; corresponds to that of its Postgres tables. */
export const kitRetention: AnyRetention = {
  outbox_streams: { until: 'the stream is made anew: a document for each stream' },
  outbox_leases: { until: 'never: one document' },
  published_events: { days: retentionDays, since: 'publishedAt' },
  inbox: { days: retentionDays + 1, since: 'handledAt' },
  consumer_copies: { days: 1 / 24, since: 'aliveUntil' },
  event_partitions: { until: 'never: a document for each partition' },
  consumer_positions: { until: 'never: a document for each consumer and partition' },
  parked_events: { until: 'the event is handled, or was tried for the last time' },
  gone_actors: { days: 90, since: 'goneAt' },
};
