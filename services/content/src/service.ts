import { join } from 'node:path';
import { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import { MembershipDirectory } from '@tribus/community/membership-directory.ts';
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
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { readContentConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { contentEvents } from './events.ts';
import { syncPictureAccess } from './picture-access.ts';
import { contentRoutes } from './routes.ts';
import { contentRpc } from './rpc.ts';
import type { ContentDb } from './store/tables.ts';

/** What media could not be told at once it is told after this. */
const retryMs = 5_000;

const migrations = join(import.meta.dirname, '..', 'migrations');

/** Posts, comments, reactions and activity. */
export const content = defineService({
  name: 'content',
  config: readContentConfig,
  migrate: (ctx, config) => migrate(ctx, config.postgresUrl, migrations),
  async start(ctx, config) {
    const secret = config.internalTokenSecret;
    const postgres = await openPostgres<ContentDb>(ctx, { url: config.postgresUrl, migrations });
    const bus = await openBus(ctx, { url: config.natsUrl });
    const identity = connect(ctx, IdentityServiceService, 'identity', config.identityGrpc);
    const tribes = connect(ctx, TribesServiceService, 'tribes', config.tribesGrpc);
    const directory = new MembershipDirectory({ identity, tribes, presenter: new UserPresenter(secret), bus });
    const deps: Deps = {
      ctx,
      postgres,
      directory,
      gate: new DeliveryGate(directory),
      media: connect(ctx, MediaServiceService, 'media', config.mediaGrpc),
      urls: new MediaUrls(secret),
      cursors: new Cursors(secret),
    };

    const levels = startLoop(ctx, 'telling media of levels', retryMs, () => syncPictureAccess(deps));
    ctx.onStop('telling media', () => levels.stop());
    postgres.onEmitted(levels.wake);
    const relay = startRelay(ctx, postgres, bus);
    startConsumer(ctx, bus, postgres, contentEvents(deps));
    return {
      http: createHttpApp(ctx, contentRoutes(deps), { catalogue: errors.catalogue }),
      rpc: new GrpcServer(ctx).serve(ContentServiceService, contentRpc(deps)),
      commands: { replay: replayCommand(relay) },
    };
  },
});
