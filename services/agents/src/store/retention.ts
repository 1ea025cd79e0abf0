import type { Retention } from '@tribus/kit/core/retention.ts';
import type { AgentsDb } from './tables.ts';

/** How long agents keeps what is in its tables. */
export const agentsRetention: Retention<AgentsDb> = {
  agents: { until: 'an admin deletes it, or its account is deleted' },
  actions: { days: 365, since: 'createdAt' },
};
