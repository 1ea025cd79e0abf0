import type { User } from '@tribus/proto/identity/v1/service.ts';
import type { AgentAction, Agent as AgentAnswer } from '../api.ts';
import type { Action } from './store/actions.ts';
import type { Agent } from './store/agents.ts';

/** An agent with its user. */
export const presentAgent = (agent: Agent, user: User | undefined): AgentAnswer => ({
  id: agent.id,
  user: { id: agent.userId, name: user?.name ?? '', email: user?.email ?? '' },
  active: agent.active,
  lastRunAt: agent.lastRunAt?.toISOString() ?? null,
  config: agent.config,
  createdAt: agent.createdAt.toISOString(),
});

export const presentAction = ({ agentId: _, createdAt, ...action }: Action): AgentAction => ({
  ...action,
  createdAt: createdAt.toISOString(),
});
