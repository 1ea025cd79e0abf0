import type { Retention } from '@tribus/kit/core/retention.ts';
import type { GamificationDb } from './tables.ts';

/** Retention periods of the tables of gamification. */
export const gamificationRetention: Retention<GamificationDb> = {
  ledger: { until: 'the account is deleted' },
  totals: { until: 'the account is deleted' },
  contributions: { until: 'the post, the comment, the tribe or the account is deleted' },
  challengeAwards: { until: 'the tribe or the account is deleted' },
  // Later events about a deleted object are not expected.
  gone: { days: 90, since: 'goneAt' },
};
