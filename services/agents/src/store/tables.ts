import type { JSONColumnType } from 'kysely';
import type { AgentAction, AgentConfig } from '../../api.ts';

/** The tables of migrations/. */
export interface AgentsDb {
  agents: {
    id: string;
    userId: string;
    active: boolean;
    config: JSONColumnType<AgentConfig>;
    lastRunAt: Date | null;
    createdAt: Date;
  };
  actions: {
    id: string;
    agentId: string;
    type: AgentAction['type'];
    reaction: AgentAction['reaction'];
    content: string | null;
    tribeId: number;
    postId: string;
    /** `started` until the result is known. */
    result: AgentAction['result'] | 'started';
    reason: string | null;
    createdAt: Date;
  };
}
