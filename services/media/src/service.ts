import { join } from 'node:path';
import { postgresStore } from '@tribus/kit/postgres/store.ts';
import { BatchCache } from '@tribus/kit/runtime/batch-cache.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { blobStore } from '@tribus/kit/storage/store.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { bytesPerMb, spoolMaxMb } from '../limits.ts';
import { mediaSettings } from './config.ts';
import type { Deps } from './deps.ts';
import { openEncoding } from './encoding.ts';
import { errors } from './errors.ts';
import { mediaJobs } from './jobs.ts';
import { MediaMetrics } from './metrics.ts';
import { Quota } from './quota.ts';
import { mediaRoutes } from './routes.ts';
import { mediaRpc } from './rpc.ts';
import { Spool } from './spool.ts';
import { openMediaStore } from './store/store.ts';
import type { MediaDb } from './store/tables.ts';

const sweepEveryMs = 60 * 60 * 1000;
/** A replica may serve an object by its old row for this time after another one deleted it or changed its visibility. */
const servedCache = { max: 5_000, ttlMs: 10_000 };

/** Stored pictures: uploaded, encoded anew, served. */
export const media = defineService({
  name: 'media',
  stores: { postgres: postgresStore<MediaDb>(join(import.meta.dirname, '../migrations')), blobs: blobStore },
  settings: mediaSettings,
  errors,
  async build({ ctx, config, postgres, blobs, urls }): Promise<Deps> {
    const store = openMediaStore(postgres);
    const metrics = new MediaMetrics(ctx);
    return {
      ctx,
      store,
      blobs,
      urls,
      servedObjects: new BatchCache((keys) => store.objects.findServed(keys), servedCache),
      quota: new Quota(ctx, store),
      spool: await Spool.open(ctx, config.uploadDir, spoolMaxMb * bytesPerMb),
      encoding: openEncoding(ctx, metrics),
      metrics,
    };
  },
  routes: mediaRoutes,
  rpc: { service: MediaServiceService, handlers: mediaRpc },
  jobs: mediaJobs,
  loops: ({ spool }) => [
    { what: 'sweep of unfinished uploads', everyMs: sweepEveryMs, work: () => spool.removeLeftovers() },
  ],
});
