import type { DocumentRetention } from '../core/retention.ts';
import { inboxDays, retentionDays } from '../events/event-retention.ts';
import type { KitCollections } from './kit-collections.ts';

/** Retention of the kit's own collections; corresponds to that of its Postgres tables. */
export const kitRetention: DocumentRetention<KitCollections> = {
  outbox_streams: { until: 'the stream is created again: one document per stream' },
  outbox_leases: { until: 'never: one document' },
  published_events: { days: retentionDays, since: 'publishedAt' },
  inbox: { days: inboxDays, since: 'handledAt' },
  consumer_copies: { days: 1 / 24, since: 'aliveUntil' },
  event_partitions: { until: 'never: one document per partition' },
  consumer_positions: { until: 'never: one document per consumer and partition' },
  parked_events: { until: 'the event is handled, or its last attempt fails' },
  gone_actors: { days: 90, since: 'goneAt' },
};
