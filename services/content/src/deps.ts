import type { DeliveryGate } from '@tribus/community/delivery-gate.ts';
import type { MembershipDirectory } from '@tribus/community/membership-directory.ts';
import type { UploadKeeper } from '@tribus/community/upload-keeper.ts';
import type { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { Cursors } from '@tribus/kit/http/cursor.ts';
import type { CounterRepair } from '@tribus/kit/postgres/counter-repair.ts';
import type { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import type { MessagingServiceService } from '@tribus/proto/messaging/v1/service.ts';
import type { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import type { FollowDirectory } from './follow-directory.ts';
import type { InsightNumbers } from './insight-numbers.ts';
import type { KeyedQueue } from './keyed-queue.ts';
import type { PostNumbersByGroup } from './store/post-stats.ts';
import type { ContentStore } from './store/store.ts';

/** The dependencies of the rules of this service; built in service.ts. */
export interface Deps {
  ctx: Context;
  store: ContentStore;
  directory: MembershipDirectory;
  gate: DeliveryGate;
  follows: FollowDirectory;
  identity: Calls<IdentityServiceService>;
  media: Calls<MediaServiceService>;
  uploads: UploadKeeper<'post' | 'tribe_media' | 'landing'>;
  messaging: Calls<MessagingServiceService>;
  tribes: Calls<TribesServiceService>;
  /** Numbers of tribes and of all of Tribus, cached for a minute. */
  insightNumbers: BatchCache<string, InsightNumbers>;
  postStats: BatchCache<string, PostNumbersByGroup>;
  /** The number of posts that everybody may see, by tribe, cached for a minute. */
  openPostCounts: BatchCache<number, number>;
  reactionQueue: KeyedQueue;
  reportQueue: KeyedQueue;
  counterRepair: CounterRepair;
  urls: MediaUrls;
  cursors: Cursors;
  /** Hours during which an account counts as new. */
  newAccountHours: number;
  /** Limits of writing per user and hour. */
  postsPerHour: number;
  commentsPerHour: number;
}
