import type { BatchCache } from '@tribus/kit/runtime/batch-cache.ts';
import type { Context } from '@tribus/kit/runtime/context.ts';
import type { Blobs } from '@tribus/kit/storage/blob-store.ts';
import type { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import type { MediaMetrics } from './metrics.ts';
import type { ReservationStore } from './reservation-store.ts';
import type { Spool } from './spool.ts';
import type { ObjectStore, ServedObject } from './store.ts';
import type { Uploads } from './uploads.ts';

/** What the rules of this service work with; put together in service.ts. */
export interface Deps {
  ctx: Context;
  blobs: Blobs;
  store: ObjectStore;
  metrics: MediaMetrics;
  reservations: ReservationStore;
  spool: Spool;
  uploads: Uploads;
  urls: MediaUrls;
  /** Rows of objects that are served, by key. */
  remembered: BatchCache<string, ServedObject>;
}
