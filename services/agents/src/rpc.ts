import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { AgentsServiceService } from '@tribus/proto/agents/v1/service.ts';
import type { AgentStore } from './store.ts';

export function agentsRpc(store: AgentStore): Handlers<AgentsServiceService> {
  return {
    async listAgentIds() {
      const agents = await store.list();
      return { userIds: agents.map(({ userId }) => userId) };
    },
  };
}
