import { daySeconds } from '@tribus/kit/core/durations.ts';
import type { DocumentRetention } from '@tribus/kit/core/retention.ts';
import type { Tombstone } from '@tribus/kit/mongo/kit-collections.ts';
import { slowModes } from '../../limits.ts';
import type { SpentBudget } from './budgets.ts';
import type { StoredChatMessage } from './chat.ts';
import type { StoredConversation } from './conversation.ts';
import type { StoredProgress } from './fan-out-progress.ts';
import type { StoredMessage } from './messages.ts';
import type { StoredNotification } from './notification.ts';
import type { ChatSettings, LastWritten } from './slow-mode.ts';

/** The documents of each collection. */
interface MessagingDocuments {
  chat_messages: StoredChatMessage;
  chat_settings: ChatSettings;
  chat_paces: LastWritten;
  direct_messages: StoredMessage;
  direct_conversations: StoredConversation;
  notifications: StoredNotification;
  deleted_tribes: Tombstone;
  fan_out_progress: StoredProgress;
  notice_budgets: SpentBudget;
}

/** Retention periods of the collections of messaging. */
export const messagingRetention: DocumentRetention<MessagingDocuments> = {
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
