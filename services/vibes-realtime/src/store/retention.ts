import type { DocumentRetention } from '@tribus/kit/core/retention.ts';
import type { Tombstone } from '@tribus/kit/mongo/kit-collections.ts';
import type { ReactionReceipt } from './reaction-receipts.ts';
import type { StoredVibe } from './reactions.ts';
import type { StoredTicket } from './tickets.ts';

/** The documents of each collection. */
interface VibesDocuments {
  vibes: StoredVibe;
  deleted_vibes: Tombstone;
  deleted_tribes: Tombstone;
  tap_receipts: ReactionReceipt;
  tickets: StoredTicket;
}

/** Retention periods of the collections of vibes-realtime. */
export const vibesRetention: DocumentRetention<VibesDocuments> = {
  vibes: { until: 'the vibe is deleted' },
  // Reactions are written by requests only, and none lasts as long.
  deleted_vibes: { days: 7, since: 'goneAt' },
  deleted_tribes: { days: 7, since: 'goneAt' },
  // Retries of a tap are expected within a day.
  tap_receipts: { days: 1, since: 'madeAt' },
  tickets: { days: 0, since: 'expiresAt' },
};
