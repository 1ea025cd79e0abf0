import { Routes, siteAdmin } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { ActionsQuery, Agent, AgentActions, AgentChange, AgentParams, Agents, NewAgent } from '../api.ts';
import { changeAgent, createAgent, deleteAgent, listAgents, readActions } from './agents.ts';
import type { Deps } from './deps.ts';

export function agentRoutes(deps: Deps): Routes {
  const routes = new Routes();

  routes.get(
    '/admin/agents',
    { guards: [siteAdmin], operationId: 'listAgents', summary: 'All agents', answer: Agents },
    () => listAgents(deps),
  );

  routes.post(
    '/admin/agents',
    {
      guards: [siteAdmin],
      operationId: 'createAgent',
      summary: 'Create an agent for a user',
      body: NewAgent,
      answer: Agent,
      status: 201,
      errors: [404],
    },
    ({ body }) => createAgent(deps, body),
  );

  agentChangeRoutes(routes, deps);
  return routes;
}

function agentChangeRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/admin/agents/:agentId',
    {
      guards: [siteAdmin],
      operationId: 'changeAgent',
      summary: 'Change an agent',
      params: AgentParams,
      body: AgentChange,
      answer: Agent,
    },
    ({ params, body }) => changeAgent(deps, params.agentId, body),
  );

  routes.delete(
    '/admin/agents/:agentId',
    {
      guards: [siteAdmin],
      operationId: 'deleteAgent',
      summary: 'Delete an agent; its user stays',
      params: AgentParams,
      answer: Ok,
    },
    async ({ params }) => {
      await deleteAgent(deps, params.agentId);
      return done;
    },
  );

  routes.get(
    '/admin/agents/:agentId/actions',
    {
      guards: [siteAdmin],
      operationId: 'listAgentActions',
      summary: "An agent's actions, newest first",
      params: AgentParams,
      query: ActionsQuery,
      answer: AgentActions,
    },
    ({ params, query }) => readActions(deps, params.agentId, query),
  );
}
