import type { Sessions } from '@tribus/community/current-actor.ts';
import type { Secrets } from '@tribus/community/secrets.ts';
import type { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import type { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import type { EnvironmentStore } from './config.ts';
import type { ConversionLimits } from './conversion-limits.ts';
import type { MediaMetrics } from './metrics.ts';
import type { ObjectStores } from './object-stores.ts';
import type { Quota } from './quota.ts';
import type { Sandbox } from './sandbox.ts';
import type { Spool } from './spool.ts';
import type { ServedObject } from './store/objects.ts';
import type { MediaStore } from './store/store.ts';
import type { UserSlots } from './user-slots.ts';

/** The dependencies of the rules of this service; built in service.ts. */
export interface Deps {
  ctx: Context;
  store: MediaStore;
  identity: Sessions;
  objectStores: ObjectStores;
  /** The store configured by the environment. */
  environment: EnvironmentStore;
  secrets: Secrets;
  urls: MediaUrls;
  /** Rows of recently served objects. */
  servedObjects: BatchCache<string, ServedObject>;
  quota: Quota;
  spool: Spool;
  /** Runs the programs on untrusted videos. */
  sandbox: Sandbox;
  /** Ids of the resumable uploads whose parts this process joins. */
  joining: Set<string>;
  /** Bounds how many pictures are encoded at once and how many wait. */
  encoding: UserSlots;
  /** Bounds how many uploaded videos are joined and read at once and how many wait. */
  inspections: UserSlots;
  /** Limits of one conversion. */
  conversionLimits: ConversionLimits;
  metrics: MediaMetrics;
}
