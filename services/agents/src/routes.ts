import { Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { ActionsQuery, Agent, AgentActions, AgentChange, AgentParams, Agents, NewAgent } from '../api.ts';
import { changeAgent, createAgent, deleteAgent, listAgents, readActions } from './agents.ts';
import type { Parts } from './deps.ts';

export function agentRoutes(parts: Parts): Routes {
  const routes = new Routes();

  routes.get('/admin/agents', { guards: [siteAdmin], summary: 'All agents', answer: Agents }, () => listAgents(parts));

  routes.post(
    '/admin/agents',
    { guards: [siteAdmin], summary: 'Make an agent of a user', body: NewAgent, answer: Agent, status: 201 },
    ({ body }) => createAgent(parts, body),
  );

  routes.put(
    '/admin/agents/:agentId',
    { guards: [siteAdmin], summary: 'Change an agent', params: AgentParams, body: AgentChange, answer: Agent },
    ({ params, body }) => changeAgent(parts, params.agentId, body),
  );

  routes.delete(
    '/admin/agents/:agentId',
    { guards: [siteAdmin], summary: 'Delete an agent; its user stays', params: AgentParams, answer: Ok },
    async ({ params }) => {
      await deleteAgent(parts, params.agentId);
      return done;
    },
  );

  routes.get(
    '/admin/agents/:agentId/actions',
    {
      guards: [siteAdmin],
      summary: 'What an agent did, the newest first',
      params: AgentParams,
      query: ActionsQuery,
      answer: AgentActions,
    },
    ({ params, query }) => readActions(parts, params.agentId, query),
  );

  return routes;
}
