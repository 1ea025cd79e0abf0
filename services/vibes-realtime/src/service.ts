import { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
import { openBus } from '@tribus/kit/events/bus.ts';
import { replayCommand } from '@tribus/kit/events/relay.ts';
import { connect } from '@tribus/kit/grpc/client.ts';
import { GrpcServer } from '@tribus/kit/grpc/server.ts';
import { createHttpApp } from '@tribus/kit/http/app.ts';
import { startIdempotentConsumer } from '@tribus/kit/mongo/inbox.ts';
import { openMongo } from '@tribus/kit/mongo/mongo.ts';
import { startMongoRelay } from '@tribus/kit/mongo/outbox.ts';
import { startLoop } from '@tribus/kit/runtime/loop.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { VibesServiceService } from '@tribus/proto/vibes/v1/service.ts';
import { readVibesRealtimeConfig } from './config.ts';
import { ConnectedMembers } from './connected-members.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { vibeEvents } from './events.ts';
import { startFanOut } from './fan-out.ts';
import { vibeRoutes } from './routes.ts';
import { vibesRpc } from './rpc.ts';
import { endRevokedStreams } from './session-watch.ts';
import { ReactionStore } from './store/reactions.ts';
import { TicketStore } from './store/tickets.ts';
import { Streams } from './streams.ts';
import { Watchers } from './watchers.ts';

/** Sessions and roles of open streams are looked up this often. */
const watchEveryMs = 3_000;

/** Reactions on vibes, and the live streams of the browsers. */
export const vibesRealtime = defineService({
  name: 'vibes-realtime',
  config: readVibesRealtimeConfig,
  async start(ctx, config) {
    const mongo = await openMongo(ctx, { url: config.mongodbUrl });
    const bus = await openBus(ctx, { url: config.natsUrl });
    const identity = connect(ctx, IdentityServiceService, 'identity', config.identityGrpc);
    const tribes = connect(ctx, TribesServiceService, 'tribes', config.tribesGrpc);
    const directory = new MembershipDirectory({
      identity,
      tribes,
      presenter: new UserPresenter(config.internalTokenSecret),
      bus,
    });
    const content = connect(ctx, ContentServiceService, 'content', config.contentGrpc);
    const streams = new Streams(ctx);
    const gate = new DeliveryGate(directory);
    const deps: Deps = {
      ctx,
      directory,
      gate,
      identity,
      content,
      mongo,
      reactions: new ReactionStore(mongo, () => ctx.clock.now()),
      tickets: new TicketStore(mongo),
      streams,
      connected: new ConnectedMembers(ctx, tribes, streams, bus),
      watchers: new Watchers(ctx, { content, gate, streams, bus }),
    };

    const relay = startMongoRelay(ctx, mongo, bus, ['vibes']);
    startIdempotentConsumer(ctx, bus, mongo, vibeEvents(deps.reactions));
    startFanOut(deps, bus);
    const watch = startLoop(ctx, 'watch over sessions', watchEveryMs, () => endRevokedStreams(deps));
    ctx.onStop('watch over sessions', () => watch.stop());
    return {
      http: createHttpApp(ctx, vibeRoutes(deps), { catalogue: errors.catalogue }),
      rpc: new GrpcServer(ctx).serve(VibesServiceService, vibesRpc(deps)),
      commands: { replay: replayCommand(relay) },
    };
  },
});
