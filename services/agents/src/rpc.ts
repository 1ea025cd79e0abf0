import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { AgentsServiceService } from '@tribus/proto/agents/v1/service.ts';
import type { Deps } from './deps.ts';

export function agentsRpc({ store }: Pick<Deps, 'store'>): Handlers<AgentsServiceService> {
  return {
    async listAgentIds() {
      const agents = await store.agents.list();
      return { userIds: agents.map(({ userId }) => userId) };
    },
  };
}
