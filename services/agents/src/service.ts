import { join } from 'node:path';
import { currentActorBy } from '@tribus/community/current-actor.ts';
import { busStore } from '@tribus/kit/service/bus-store.ts';
import { postgresStore } from '@tribus/kit/service/postgres-store.ts';
import { defineService } from '@tribus/kit/service/service.ts';
import { AgentsServiceService } from '@tribus/proto/agents/v1/service.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { countActions, runDueAgents } from './cycles.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { storeHandlers } from './events.ts';
import { agentsJobs } from './jobs.ts';
import { agentRoutes } from './routes.ts';
import { agentsRpc } from './rpc.ts';
import { agentsRetention } from './store/retention.ts';
import { openAgentsStore } from './store/store.ts';

const runEveryMs = 5_000;

/** Users that act by a strategy, shown as agents. */
export const agents = defineService({
  name: 'agents',
  peers: { identity: IdentityServiceService, tribes: TribesServiceService, content: ContentServiceService },
  stores: {
    store: postgresStore({
      migrations: join(import.meta.dirname, '../migrations'),
      retention: agentsRetention,
      open: openAgentsStore,
    }),
    bus: busStore,
  },
  errors,
  build: ({ ctx, store, peers, cursors }): Deps => ({ ctx, store, ...peers, cursors }),
  routes: agentRoutes,
  currentActor: currentActorBy,
  rpc: { service: AgentsServiceService, handlers: agentsRpc },
  events: { on: storeHandlers },
  jobs: agentsJobs,
  loops(deps) {
    const count = countActions(deps.ctx.metrics);
    return [{ what: 'agent cycles', everyMs: runEveryMs, work: () => runDueAgents(deps, count) }];
  },
});
