import { join } from 'node:path';
import { openBus } from '@tribus/kit/events/bus.ts';
import { replayCommand } from '@tribus/kit/events/relay.ts';
import { connect } from '@tribus/kit/grpc/client.ts';
import { GrpcServer } from '@tribus/kit/grpc/server.ts';
import { createHttpApp } from '@tribus/kit/http/app.ts';
import { Cursors } from '@tribus/kit/http/cursor.ts';
import { startConsumer } from '@tribus/kit/postgres/inbox.ts';
import { migrate } from '@tribus/kit/postgres/migrate.ts';
import { startRelay } from '@tribus/kit/postgres/outbox.ts';
import { openPostgres } from '@tribus/kit/postgres/postgres.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { GamificationServiceService } from '@tribus/proto/gamification/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { readGamificationConfig } from './config.ts';
import { gamificationEvents } from './events.ts';
import { gamificationRoutes } from './routes.ts';
import { gamificationRpc } from './rpc.ts';
import { LedgerStore } from './store/ledger.ts';
import type { GamificationDb } from './store/tables.ts';

const migrations = join(import.meta.dirname, '..', 'migrations');

/** Points, levels and the ledger behind them. */
export const gamification = defineService({
  name: 'gamification',
  config: readGamificationConfig,
  migrate: (ctx, config) => migrate(ctx, config.postgresUrl, migrations),
  async start(ctx, config) {
    const postgres = await openPostgres<GamificationDb>(ctx, { url: config.postgresUrl, migrations });
    const bus = await openBus(ctx, { url: config.natsUrl });
    const identity = connect(ctx, IdentityServiceService, 'identity', config.identityGrpc);
    const tribes = connect(ctx, TribesServiceService, 'tribes', config.tribesGrpc);
    const store = new LedgerStore(postgres);

    const relay = startRelay(ctx, postgres, bus);
    startConsumer(ctx, bus, postgres, gamificationEvents(ctx, identity));
    return {
      http: createHttpApp(ctx, gamificationRoutes(store, tribes, new Cursors(config.internalTokenSecret))),
      rpc: new GrpcServer(ctx).serve(GamificationServiceService, gamificationRpc(store)),
      commands: { replay: replayCommand(relay) },
    };
  },
});
