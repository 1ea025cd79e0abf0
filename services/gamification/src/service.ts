import { join } from 'node:path';
import { counterRepairJob } from '@tribus/kit/postgres/counter-repair.ts';
import { busStore } from '@tribus/kit/service/bus-store.ts';
import { postgresStore } from '@tribus/kit/service/postgres-store.ts';
import { defineService } from '@tribus/kit/service/service.ts';
import { GamificationServiceService } from '@tribus/proto/gamification/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { openCounterRepair } from './counter-repair.ts';
import { deletionJobs } from './deletions.ts';
import type { Deps } from './deps.ts';
import { challengeHandlers, contentHandlers, deletionHandlers } from './events.ts';
import { gamificationRoutes } from './routes.ts';
import { gamificationRpc } from './rpc.ts';
import { gamificationRetention } from './store/retention.ts';
import { openGamificationStore } from './store/store.ts';

/** Points, levels and the ledger behind them. */
export const gamification = defineService({
  name: 'gamification',
  peers: { identity: IdentityServiceService, tribes: TribesServiceService },
  stores: {
    store: postgresStore({
      migrations: join(import.meta.dirname, '../migrations'),
      retention: gamificationRetention,
      open: openGamificationStore,
    }),
    bus: busStore,
  },
  build: ({ ctx, store, peers: { identity, tribes }, cursors }): Deps => ({
    ctx,
    store,
    identity,
    tribes,
    cursors,
    counterRepair: openCounterRepair({ ctx, store }),
  }),
  routes: gamificationRoutes,
  rpc: { service: GamificationServiceService, handlers: gamificationRpc },
  events: { on: ({ ctx }) => [contentHandlers(ctx), challengeHandlers(ctx), ...deletionHandlers] },
  jobs: (deps) => [...deletionJobs(deps), counterRepairJob(deps)],
});
