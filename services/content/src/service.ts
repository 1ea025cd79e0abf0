import { join } from 'node:path';
import { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
import { busStore } from '@tribus/kit/events/bus-store.ts';
import { postgresStore } from '@tribus/kit/postgres/store.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { contentOn } from './events.ts';
import { contentJobs } from './jobs.ts';
import { keepPictures, syncPictureAccess } from './picture-access.ts';
import { contentRoutes } from './routes.ts';
import { contentRpc } from './rpc.ts';
import { openContentStore } from './store/store.ts';
import type { ContentDb } from './store/tables.ts';

/** What media could not be told at once it is told after this. */
const retryMs = 5_000;

/** Posts, comments, reactions and activity. */
export const content = defineService({
  name: 'content',
  peers: { identity: IdentityServiceService, tribes: TribesServiceService, media: MediaServiceService },
  stores: { postgres: postgresStore<ContentDb>(join(import.meta.dirname, '../migrations')), bus: busStore },
  errors,
  build({ ctx, postgres, bus, peers: { identity, tribes, media }, secret, urls, cursors }): Deps {
    const directory = new MembershipDirectory({ identity, tribes, presenter: new UserPresenter(secret), bus });
    const store = openContentStore(postgres);
    return { ctx, store, directory, gate: new DeliveryGate(directory), media, urls, cursors };
  },
  routes: contentRoutes,
  rpc: { service: ContentServiceService, handlers: contentRpc },
  events: { on: contentOn },
  jobs: contentJobs,
  loops: (deps) => [
    { what: 'telling media of levels', everyMs: retryMs, onEmitted: true, work: () => syncPictureAccess(deps) },
    { what: 'telling media what to keep', everyMs: retryMs, onEmitted: true, work: () => keepPictures(deps) },
  ],
});
