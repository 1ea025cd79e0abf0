import { join } from 'node:path';
import { BlockDirectory } from '@tribus/community/block-directory.ts';
import { currentActorBy } from '@tribus/community/current-actor.ts';
import { UploadKeeper } from '@tribus/community/upload-keeper.ts';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
import { busStore } from '@tribus/kit/service/bus-store.ts';
import type { LoopSpec } from '@tribus/kit/service/definition.ts';
import { postgresStore } from '@tribus/kit/service/postgres-store.ts';
import { defineService } from '@tribus/kit/service/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { keepAttachments } from './attachments.ts';
import { openCounterRepair } from './counter-repair.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { storeHandlers } from './events.ts';
import { InviteCodes } from './invite-codes.ts';
import { tribesJobs } from './jobs.ts';
import { OnlineUsers } from './online-users.ts';
import { keepBanners, publishPictureVisibility } from './picture-access.ts';
import { tribesRoutes } from './routes.ts';
import { tribesRpc } from './rpc.ts';
import { tribesRetention } from './store/retention.ts';
import { openTribesStore } from './store/store.ts';
import { Users } from './users.ts';

/** Intervals that tests override. */
interface Intervals {
  /** Retry interval for media calls. */
  retryMs: number;
}

const defaults: Intervals = { retryMs: 5_000 };

/** Tribes, their members and levels. */
export const tribes = tribesWith(defaults);

export function tribesWith({ retryMs }: Intervals) {
  return defineService({
    name: 'tribes',
    peers: { identity: IdentityServiceService, media: MediaServiceService },
    stores: {
      store: postgresStore({
        migrations: join(import.meta.dirname, '../migrations'),
        retention: tribesRetention,
        open: (postgres, { clock }) => openTribesStore(postgres, clock),
      }),
      bus: busStore,
    },
    errors,
    build: ({ ctx, store, bus, peers: { identity, media }, secret, urls, cursors }): Deps => ({
      ctx,
      store,
      users: new Users(identity, bus),
      online: new OnlineUsers(identity, ctx.clock),
      presenter: new UserPresenter(secret),
      blocks: new BlockDirectory(identity, bus),
      identity,
      media,
      uploads: new UploadKeeper(ctx, media, ['banner', 'attachment']),
      urls,
      cursors,
      inviteCodes: new InviteCodes(secret),
      counterRepair: openCounterRepair({ ctx, store }),
    }),
    routes: tribesRoutes,
    currentActor: currentActorBy,
    rpc: { service: TribesServiceService, handlers: tribesRpc },
    events: { on: storeHandlers },
    jobs: tribesJobs,
    loops: (deps) => mediaLoops(deps, retryMs),
  });
}

/** Calls to media that are retried until it confirms them. */
function mediaLoops(deps: Deps, everyMs: number): LoopSpec[] {
  const loop = (what: string, work: () => Promise<void>) => ({ what, everyMs, onEmitted: () => true, work });
  return [
    loop('picture visibility at media', () => publishPictureVisibility(deps.store, deps.media)),
    loop('banner retention at media', () => keepBanners(deps)),
    loop('submission file retention at media', () => keepAttachments(deps)),
  ];
}
