import { join } from 'node:path';
import { openBus } from '@tribus/kit/events/bus.ts';
import { replayCommand } from '@tribus/kit/events/relay.ts';
import { connect } from '@tribus/kit/grpc/client.ts';
import { GrpcServer } from '@tribus/kit/grpc/server.ts';
import { createHttpApp } from '@tribus/kit/http/app.ts';
import { Cursors } from '@tribus/kit/http/cursor.ts';
import { migrate } from '@tribus/kit/postgres/migrate.ts';
import { startRelay } from '@tribus/kit/postgres/outbox.ts';
import { openPostgres } from '@tribus/kit/postgres/postgres.ts';
import { startLoop } from '@tribus/kit/runtime/loop.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { AgentsServiceService } from '@tribus/proto/agents/v1/service.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { readAgentsConfig } from './config.ts';
import { countActions, runDueAgents } from './cycles.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { agentRoutes } from './routes.ts';
import { agentsRpc } from './rpc.ts';
import { AgentStore, type AgentsDb } from './store.ts';

const lookEveryMs = 5_000;

const migrations = join(import.meta.dirname, '..', 'migrations');

/** Users that act by a strategy, openly. */
export const agents = defineService({
  name: 'agents',
  config: readAgentsConfig,
  migrate: (ctx, config) => migrate(ctx, config.postgresUrl, migrations),
  async start(ctx, config) {
    const postgres = await openPostgres<AgentsDb>(ctx, { url: config.postgresUrl, migrations });
    const bus = await openBus(ctx, { url: config.natsUrl });
    const deps: Deps = {
      ctx,
      store: new AgentStore(postgres),
      identity: connect(ctx, IdentityServiceService, 'identity', config.identityGrpc),
      tribes: connect(ctx, TribesServiceService, 'tribes', config.tribesGrpc),
      content: connect(ctx, ContentServiceService, 'content', config.contentGrpc),
      cursors: new Cursors(config.internalTokenSecret),
    };

    const relay = startRelay(ctx, postgres, bus);
    const count = countActions(ctx.metrics);
    const cycles = startLoop(ctx, 'agents', lookEveryMs, () => runDueAgents(deps, count));
    ctx.onStop('agents at work', () => cycles.stop());
    return {
      http: createHttpApp(ctx, agentRoutes(deps), { catalogue: errors.catalogue }),
      rpc: new GrpcServer(ctx).serve(AgentsServiceService, agentsRpc(deps.store)),
      commands: { replay: replayCommand(relay) },
    };
  },
});
