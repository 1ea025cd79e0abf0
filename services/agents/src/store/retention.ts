import type { Retention } from '@tribus/kit/core/retention.ts';
import type { AgentsDb } from './tables.ts';

/** Retention of each table of agents. */
export const agentsRetention: Retention<AgentsDb> = {
  agents: { until: 'an admin deletes the agent, or the account of the agent is deleted' },
  actions: { days: 365, since: 'createdAt' },
};
