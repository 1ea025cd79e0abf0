import type { AnyRetention } from '@tribus/kit/core/retention.ts';

/** Retention periods of the collections of vibes-realtime. */
export const vibesRetention: AnyRetention = {
  vibes: { until: 'the vibe is deleted' },
  // Retries of a tap are expected within a day.
  tap_receipts: { days: 1, since: 'madeAt' },
  tickets: { days: 0, since: 'expiresAt' },
};
