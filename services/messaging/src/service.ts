import { currentActorBy } from '@tribus/community/current-actor.ts';
import { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
import { busStore } from '@tribus/kit/service/bus-store.ts';
import { mongoStore } from '@tribus/kit/service/mongo-store.ts';
import { defineService } from '@tribus/kit/service/service.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { SlowModeChanged } from '@tribus/proto/messaging/v1/events.ts';
import { MessagingServiceService } from '@tribus/proto/messaging/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { peerHandlers, storeHandlers } from './events.ts';
import { messagingRoutes } from './routes.ts';
import { messagingRpc } from './rpc.ts';
import { messagingRetention } from './store/retention.ts';
import { openMessagingStore } from './store/store.ts';

/** Tribe chats, direct messages and notifications. */
export const messaging = defineService({
  name: 'messaging',
  peers: { identity: IdentityServiceService, tribes: TribesServiceService, content: ContentServiceService },
  stores: {
    store: mongoStore({
      events: ['chat_messages', 'chat_settings', 'direct_messages', 'notifications'],
      retention: messagingRetention,
      open: openMessagingStore,
    }),
    bus: busStore,
  },
  errors,
  build({ ctx, store, bus, peers: { identity, tribes, content }, secret, cursors }): Deps {
    bus.listen(SlowModeChanged, ({ tribeId }) => store.slowMode.invalidate(tribeId));
    const directory = new MembershipDirectory({ identity, tribes, presenter: new UserPresenter(secret), bus });
    return { ctx, store, identity, tribes, content, directory, gate: new DeliveryGate(directory), cursors };
  },
  routes: messagingRoutes,
  currentActor: currentActorBy,
  rpc: { service: MessagingServiceService, handlers: messagingRpc },
  events: { on: storeHandlers, after: peerHandlers },
});
