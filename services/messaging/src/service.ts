import { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
import { openBus } from '@tribus/kit/events/bus.ts';
import { replayCommand } from '@tribus/kit/events/relay.ts';
import { connect } from '@tribus/kit/grpc/client.ts';
import { GrpcServer } from '@tribus/kit/grpc/server.ts';
import { createHttpApp } from '@tribus/kit/http/app.ts';
import { Cursors } from '@tribus/kit/http/cursor.ts';
import { startIdempotentConsumer } from '@tribus/kit/mongo/inbox.ts';
import { openMongo } from '@tribus/kit/mongo/mongo.ts';
import { startMongoRelay } from '@tribus/kit/mongo/outbox.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { MessagingServiceService } from '@tribus/proto/messaging/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { readMessagingConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { messagingEvents } from './events.ts';
import { messagingRoutes } from './routes.ts';
import { messagingRpc } from './rpc.ts';
import { ChatStore } from './store/chat.ts';
import { MessageStore } from './store/messages.ts';
import { NotificationBudgets } from './store/notification-budgets.ts';
import { NotificationStore } from './store/notifications.ts';
import { mapOutage } from './unavailable.ts';

/** Tribe chats, direct messages and notifications. */
export const messaging = defineService({
  name: 'messaging',
  config: readMessagingConfig,
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
    const deps: Deps = {
      ctx,
      directory,
      gate: new DeliveryGate(directory),
      cursors: new Cursors(config.internalTokenSecret),
      mongo,
      chat: mapOutage(new ChatStore(mongo)),
      messages: mapOutage(new MessageStore(mongo)),
      notifications: mapOutage(new NotificationStore(mongo)),
      budgets: new NotificationBudgets(mongo),
    };

    const relay = startMongoRelay(ctx, mongo, bus, ['chat_messages', 'direct_messages', 'notifications']);
    startIdempotentConsumer(ctx, bus, mongo, messagingEvents(deps, { identity, tribes }));
    return {
      http: createHttpApp(ctx, messagingRoutes(deps), { catalogue: errors.catalogue }),
      rpc: new GrpcServer(ctx).serve(MessagingServiceService, messagingRpc(deps)),
      commands: { replay: replayCommand(relay) },
    };
  },
});
