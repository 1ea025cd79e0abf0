import type { Retention } from '@tribus/kit/core/retention.ts';
import type { GamificationDb } from './tables.ts';

/** How long gamification keeps what is in its tables. */
export const gamificationRetention: Retention<GamificationDb> = {
  ledger: { until: 'the account is deleted' },
  totals: { until: 'the account is deleted' },
  contributions: { until: 'the post, the comment, the tribe or the account is deleted' },
  challengeAwards: { until: 'the tribe or the account is deleted' },
  // No event about something that is gone comes later.
  gone: { days: 90, since: 'goneAt' },
};
