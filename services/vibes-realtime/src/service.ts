import { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
import { busStore } from '@tribus/kit/events/bus-store.ts';
import type { Mongo } from '@tribus/kit/mongo/mongo.ts';
import { mongoStore } from '@tribus/kit/mongo/store.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { VibesServiceService } from '@tribus/proto/vibes/v1/service.ts';
import { ConnectedMembers } from './connected-members.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { vibesOn } from './events.ts';
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

const openReactions = (ctx: Context, mongo: Mongo) => new ReactionStore(mongo, () => ctx.clock.now());

/** Reactions on vibes, and the live streams of the browsers. */
export const vibesRealtime = defineService({
  name: 'vibes-realtime',
  peers: { identity: IdentityServiceService, tribes: TribesServiceService, content: ContentServiceService },
  stores: { mongo: mongoStore(['vibes']), bus: busStore },
  errors,
  build({ ctx, mongo, bus, peers: { identity, tribes, content }, secret }): Deps {
    const directory = new MembershipDirectory({ identity, tribes, presenter: new UserPresenter(secret), bus });
    const streams = new Streams(ctx);
    const gate = new DeliveryGate(directory);
    const deps: Deps = {
      ctx,
      directory,
      gate,
      identity,
      content,
      mongo,
      reactions: openReactions(ctx, mongo),
      tickets: new TicketStore(mongo),
      streams,
      connected: new ConnectedMembers(ctx, tribes, streams, bus),
      watchers: new Watchers(ctx, { content, gate, streams, bus }),
    };
    startFanOut(deps, bus);
    return deps;
  },
  routes: vibeRoutes,
  rpc: { service: VibesServiceService, handlers: vibesRpc },
  events: { on: ({ ctx, mongo }) => vibesOn(openReactions(ctx, mongo)) },
  loops: (deps) => [{ what: 'watch over sessions', everyMs: watchEveryMs, work: () => endRevokedStreams(deps) }],
});
