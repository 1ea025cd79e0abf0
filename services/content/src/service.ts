import { join } from 'node:path';
import { currentActorBy } from '@tribus/community/current-actor.ts';
import { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import { newAccountHours } from '@tribus/community/new-accounts.ts';
import { UploadKeeper } from '@tribus/community/upload-keeper.ts';
import { UserPresenter } from '@tribus/community/user-presenter.ts';
import type { EmittedEvent } from '@tribus/kit/events/events.ts';
import { busStore } from '@tribus/kit/service/bus-store.ts';
import type { LoopSpec } from '@tribus/kit/service/definition.ts';
import { postgresStore } from '@tribus/kit/service/postgres-store.ts';
import { defineService } from '@tribus/kit/service/service.ts';
import {
  CommentAdded,
  CommentDeleted,
  PostPublished,
  PostVideoChanged,
  ReactionChanged,
} from '@tribus/proto/content/v1/events.ts';
import { ContentServiceService } from '@tribus/proto/content/v1/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { MessagingServiceService } from '@tribus/proto/messaging/v1/service.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { openCounterRepair } from './counter-repair.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { storeHandlers } from './events.ts';
import { cacheOpenPostCounts } from './feed.ts';
import { FollowDirectory } from './follow-directory.ts';
import { openInsightNumbers } from './insight.ts';
import { contentJobs } from './jobs.ts';
import { openReactionQueue, openReportQueue } from './keyed-queue.ts';
import { keepPictures, syncMediaAccess, syncPictureAccess } from './picture-access.ts';
import { openPostStats } from './post-stats.ts';
import { contentRoutes } from './routes.ts';
import { contentRpc } from './rpc.ts';
import { searchCommands } from './search-index.ts';
import { contentRetention } from './store/retention.ts';
import { openContentStore } from './store/store.ts';
import { keepTribeMedia } from './tribe-media.ts';
import { writingLimits } from './writing-limits.ts';

/** Intervals that tests override. */
interface Intervals {
  /** Retry interval for media calls. */
  retryMs: number;
  /** Cache time of users, memberships, blocks and follows; the defaults of the directories when absent. */
  cacheTtlMs?: number;
}

const defaultIntervals: Intervals = { retryMs: 5_000 };

const stores = {
  store: postgresStore({
    migrations: join(import.meta.dirname, '../migrations'),
    retention: contentRetention,
    open: openContentStore,
  }),
  bus: busStore,
};

/** The content service: posts, comments, reactions and moderation. */
export const content = contentWith(defaultIntervals);

export function contentWith({ retryMs, cacheTtlMs: ttlMs }: Intervals) {
  return defineService({
    name: 'content',
    peers: {
      identity: IdentityServiceService,
      tribes: TribesServiceService,
      media: MediaServiceService,
      messaging: MessagingServiceService,
    },
    stores,
    errors,
    settings: { newAccountHours, ...writingLimits },
    build({ ctx, config, store, bus, peers: { identity, tribes, media, messaging }, secret, urls, cursors }): Deps {
      const directory = new MembershipDirectory({ identity, tribes, presenter: new UserPresenter(secret), bus, ttlMs });
      return {
        ctx,
        store,
        directory,
        gate: new DeliveryGate(directory),
        follows: new FollowDirectory(identity, bus, ttlMs),
        identity,
        media,
        uploads: new UploadKeeper(ctx, media, ['post', 'tribe_media', 'landing']),
        messaging,
        tribes,
        insightNumbers: openInsightNumbers({ ctx, store, tribes }),
        postStats: openPostStats({ ctx, store }),
        openPostCounts: cacheOpenPostCounts({ ctx, store }),
        reactionQueue: openReactionQueue(),
        reportQueue: openReportQueue(),
        counterRepair: openCounterRepair({ ctx, store }),
        urls,
        cursors,
        ...config,
      };
    },
    routes: contentRoutes,
    currentActor: currentActorBy,
    rpc: { service: ContentServiceService, handlers: contentRpc },
    events: { on: storeHandlers },
    jobs: contentJobs,
    commands: searchCommands,
    loops: (deps) => mediaLoops(deps, retryMs),
  });
}

/** Whether a commit may have written pictures that media has to keep; most have not, and need no call. */
function mayConcernPictures({ type, payload }: EmittedEvent): boolean {
  if (type === PostPublished.$type) return PostPublished.decode(payload).mediaCount > 0;
  return ![CommentAdded, CommentDeleted, ReactionChanged, PostVideoChanged].some(({ $type }) => $type === type);
}

/** Calls to media that are retried until it confirms them. */
function mediaLoops(deps: Deps, everyMs: number): LoopSpec[] {
  const loop = (what: string, work: () => Promise<void>) => ({ what, everyMs, onEmitted: mayConcernPictures, work });
  return [
    loop('sync of picture visibility of posts with media', () => syncPictureAccess(deps)),
    loop('sync of picture visibility of tribes with media', () => syncMediaAccess(deps)),
    loop('keeping of post pictures in media', () => keepPictures(deps)),
    loop('keeping of tribe pictures in media', () => keepTribeMedia(deps)),
  ];
}
