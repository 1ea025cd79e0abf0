import { join } from 'node:path';
import { postgresStore } from '@tribus/kit/postgres/store.ts';
import { BatchCache } from '@tribus/kit/runtime/batch-cache.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { blobStore } from '@tribus/kit/storage/store.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { bytesPerMb, spoolMaxMb } from '../limits.ts';
import { mediaSettings } from './config.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { MediaMetrics } from './metrics.ts';

import { Quota } from './quota.ts';
import { ReservationStore } from './reservation-store.ts';
import { mediaRoutes } from './routes.ts';
import { mediaRpc } from './rpc.ts';
import { Spool } from './spool.ts';
import { type MediaDb, ObjectStore } from './store.ts';
import { sweep } from './sweep.ts';
import { Uploads } from './uploads.ts';

const sweepEveryMs = 60 * 60 * 1000;
/**
 * A copy of the service that did not hear of a deletion or of a new visibility serves by the old row this much longer,
 * counted from when it read the row.
 */
const rememberedFor = { max: 5_000, ttlMs: 10_000 };

/** Stored pictures: taken in, encoded anew, served. */
export const media = defineService({
  name: 'media',
  stores: { postgres: postgresStore<MediaDb>(join(import.meta.dirname, '../migrations')), blobs: blobStore },
  settings: mediaSettings,
  errors,
  async build({ ctx, config, postgres, blobs, urls }): Promise<Deps> {
    const store = new ObjectStore(postgres);
    const metrics = new MediaMetrics(ctx);
    const reservations = new ReservationStore(postgres);
    const spool = await Spool.open(ctx, config.uploadDir, spoolMaxMb * bytesPerMb);
    const uploads = new Uploads({ ctx, blobs, store, quota: new Quota(ctx, reservations), spool, metrics });
    const remembered = new BatchCache((keys: string[]) => store.served(keys), rememberedFor);
    return { ctx, blobs, store, metrics, reservations, spool, uploads, urls, remembered };
  },
  routes: mediaRoutes,
  rpc: { service: MediaServiceService, handlers: mediaRpc },
  loops: (deps) => [{ what: 'sweep of what nobody kept', everyMs: sweepEveryMs, work: () => sweep(deps) }],
});
