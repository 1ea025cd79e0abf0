import type { AnyRetention } from '@tribus/kit/core/retention.ts';

/** Retention periods of the collections of vibes-realtime. */
export const vibesRetention: AnyRetention = {
  vibes: { until: 'the vibe is deleted' },
  // Reactions are written by requests only, and none lasts as long.
  deleted_vibes: { days: 7, since: 'goneAt' },
  deleted_tribes: { days: 7, since: 'goneAt' },
  // Retries of a tap are expected within a day.
  tap_receipts: { days: 1, since: 'madeAt' },
  tickets: { days: 0, since: 'expiresAt' },
};
