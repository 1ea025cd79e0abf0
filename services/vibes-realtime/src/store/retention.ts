import type { AnyRetention } from '@tribus/kit/core/retention.ts';

/** How long vibes-realtime keeps what is in its collections. */
export const vibesRetention: AnyRetention = {
  vibes: { until: 'the vibe is deleted' },
  // A tap that is sent again comes sooner.
  tap_receipts: { days: 1, since: 'madeAt' },
  tickets: { days: 0, since: 'expiresAt' },
};
