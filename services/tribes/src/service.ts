import { join } from 'node:path';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
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
import { startLoop } from '@tribus/kit/runtime/loop.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { readTribesConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { tribeEvents } from './events.ts';
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
    const deps: Deps = {
      ctx,
      store: new TribeStore(postgres),
      users: new Users(identity, bus),
      people: new UserPresenter(secret),
      media: connect(ctx, MediaServiceService, 'media', config.mediaGrpc),
      urls: new MediaUrls(secret),
      cursors: new Cursors(secret),
    };

    const privacy = startLoop(ctx, 'telling media of private tribes', retryMs, () =>
      tellMediaOfPrivacy(deps.store, deps.media),
    );
    ctx.onStop('telling media', () => privacy.stop());
    postgres.onEmitted(privacy.wake);
    const relay = startRelay(ctx, postgres, bus);
    startConsumer(ctx, bus, postgres, tribeEvents(ctx, deps.media));
    return {
      http: createHttpApp(ctx, tribeRoutes(deps), { catalogue: errors.catalogue }),
      rpc: new GrpcServer(ctx).serve(TribesServiceService, tribesRpc(deps)),
      commands: { replay: replayCommand(relay) },
    };
  },
});
