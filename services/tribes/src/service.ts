import { join } from 'node:path';
import { openBus } from '@tribus/kit/bus.ts';
import { Cursors } from '@tribus/kit/cursor.ts';
import { connect } from '@tribus/kit/grpc-client.ts';
import { GrpcServer } from '@tribus/kit/grpc-server.ts';
import { createHttpApp } from '@tribus/kit/http-app.ts';
import { startConsumer } from '@tribus/kit/inbox.ts';
import { startLoop } from '@tribus/kit/loop.ts';
import { migrate } from '@tribus/kit/migrate.ts';
import { startRelay } from '@tribus/kit/outbox.ts';
import { People } from '@tribus/kit/people.ts';
import { openPostgres } from '@tribus/kit/postgres.ts';
import { replayCommand } from '@tribus/kit/relay.ts';
import { defineService } from '@tribus/kit/service.ts';
import { MediaUrls } from '@tribus/kit/signed-url.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { readTribesConfig } from './config.ts';
import { errors } from './errors.ts';
import { tribeEvents } from './events.ts';
import type { Parts } from './parts.ts';
import { tellMediaOfPrivacy } from './picture-access.ts';
import { tribeRoutes } from './routes.ts';
import { tribesRpc } from './rpc.ts';
import { TribeStore } from './store/store.ts';
import type { TribesDb } from './store/tables.ts';
import { Users } from './users.ts';

/** What media could not be told at once it is told after this. */
const retryMs = 5_000;

const migrations = join(import.meta.dirname, '..', 'migrations');

/** Tribes, who belongs to them, and their levels. */
export const tribes = defineService({
  name: 'tribes',
  config: readTribesConfig,
  migrate: (ctx, config) => migrate(ctx, config.postgresUrl, migrations),
  async start(ctx, config) {
    const secret = config.internalTokenSecret;
    const postgres = await openPostgres<TribesDb>(ctx, { url: config.postgresUrl, migrations });
    const bus = await openBus(ctx, { url: config.natsUrl });
    const identity = connect(ctx, IdentityServiceService, 'identity', config.identityGrpc);
    const parts: Parts = {
      ctx,
      store: new TribeStore(postgres),
      users: new Users(identity, bus),
      people: new People(secret),
      media: connect(ctx, MediaServiceService, 'media', config.mediaGrpc),
      urls: new MediaUrls(secret),
      cursors: new Cursors(secret),
    };

    const privacy = startLoop(ctx, 'telling media of private tribes', retryMs, () =>
      tellMediaOfPrivacy(parts.store, parts.media),
    );
    ctx.onStop('telling media', () => privacy.stop());
    postgres.onEmitted(privacy.poke);
    const relay = startRelay(ctx, postgres, bus);
    startConsumer(ctx, bus, postgres, tribeEvents(ctx, parts.media));
    return {
      http: createHttpApp(ctx, tribeRoutes(parts), { catalogue: errors.catalogue }),
      rpc: new GrpcServer(ctx).serve(TribesServiceService, tribesRpc(parts)),
      commands: { replay: replayCommand(relay) },
    };
  },
});
