import { currentActorBy } from '@tribus/community/current-actor.ts';
import { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
import { busStore } from '@tribus/kit/service/bus-store.ts';
import { mongoStore } from '@tribus/kit/service/mongo-store.ts';
import { defineService } from '@tribus/kit/service/service.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { VibesServiceService } from '@tribus/proto/vibes/v1/service.ts';
import { ConnectedMembers } from './connected-members.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { storeHandlers } from './events.ts';
import { startFanOut } from './fan-out.ts';
import { endStreamsInMaintenance } from './maintenance-watch.ts';
import { vibeRoutes } from './routes.ts';
import { vibesRpc } from './rpc.ts';
import { endRevokedStreams } from './session-watch.ts';
import { vibesRetention } from './store/retention.ts';
import { openVibesStore } from './store/store.ts';
import { Streams } from './streams.ts';
import { Watchers } from './watchers.ts';

/** Intervals that tests override. */
interface Intervals {
  /** Interval for checking the sessions and roles of open streams, and the site's maintenance mode. */
  watchEveryMs: number;
}

const defaults: Intervals = { watchEveryMs: 3_000 };

/** Reactions on vibes, and browsers' live streams. */
export const vibesRealtime = vibesRealtimeWith(defaults);

export function vibesRealtimeWith({ watchEveryMs }: Intervals) {
  return defineService({
    name: 'vibes-realtime',
    peers: { identity: IdentityServiceService, tribes: TribesServiceService, content: ContentServiceService },
    stores: {
      store: mongoStore({ events: ['vibes'], retention: vibesRetention, open: openVibesStore }),
      bus: busStore,
    },
    errors,
    build({ ctx, store, bus, peers: { identity, tribes, content }, secret }): Deps {
      const directory = new MembershipDirectory({ identity, tribes, presenter: new UserPresenter(secret), bus });
      const streams = new Streams(ctx);
      const gate = new DeliveryGate(directory);
      const deps: Deps = {
        ctx,
        store,
        directory,
        gate,
        identity,
        content,
        streams,
        connected: new ConnectedMembers(ctx, tribes, streams, bus),
        watchers: new Watchers(ctx, { content, gate, streams, bus }),
      };
      startFanOut(deps, bus);
      return deps;
    },
    routes: vibeRoutes,
    currentActor: currentActorBy,
    rpc: { service: VibesServiceService, handlers: vibesRpc },
    events: { on: storeHandlers },
    loops: (deps) => [
      { what: 'session check', everyMs: watchEveryMs, work: () => endRevokedStreams(deps) },
      { what: 'maintenance check', everyMs: watchEveryMs, work: () => endStreamsInMaintenance(deps) },
    ],
  });
}
