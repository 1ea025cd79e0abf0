import type { AnyRetention } from '@tribus/kit/core/retention.ts';
import { slowModes } from '../../limits.ts';

const daySeconds = 24 * 60 * 60;

/** Retention periods of the collections of messaging. */
export const messagingRetention: AnyRetention = {
  chat_messages: { until: 'the tribe is deleted, or the case of a removed message is closed' },
  chat_settings: { until: 'the tribe is deleted' },
  // Twice the longest slow mode: older entries have no effect.
  chat_paces: { days: (2 * Math.max(...slowModes)) / daySeconds, since: 'at' },
  direct_messages: { until: 'the tribe is deleted, or the case of a removed message is closed' },
  direct_conversations: { until: 'both accounts are deleted, or the tribe is deleted' },
  notifications: { days: 90, since: 'createdAt' },
  // Longer than an event may be replayed.
  deleted_tribes: { days: 90, since: 'goneAt' },
  // As long as an event may be delivered again.
  fan_out_progress: { days: 8, since: 'at' },
  notice_budgets: { days: 2, since: 'begunAt' },
};
