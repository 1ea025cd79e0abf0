import { join } from 'node:path';
import { GrpcServer } from '@tribus/kit/grpc/server.ts';
import { createHttpApp } from '@tribus/kit/http/app.ts';
import { migrate } from '@tribus/kit/postgres/migrate.ts';
import { openPostgres } from '@tribus/kit/postgres/postgres.ts';
import { BatchCache } from '@tribus/kit/runtime/batch-cache.ts';
import { startLoop } from '@tribus/kit/runtime/loop.ts';
import { defineService } from '@tribus/kit/runtime/service.ts';
import { openBlobs } from '@tribus/kit/storage/blobs.ts';
import { MediaUrls } from '@tribus/kit/storage/signed-url.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { bytesPerMb, spoolMaxMb } from '../limits.ts';
import { readMediaConfig } from './config.ts';
import { errors } from './errors.ts';
import { MediaMetrics } from './metrics.ts';
import { sweepLeases, sweepOrphans } from './objects.ts';
import { Quota } from './quota.ts';
import { ReservationStore } from './reservation-store.ts';
import { mediaRoutes } from './routes.ts';
import { mediaRpc } from './rpc.ts';
import { Spool } from './spool.ts';
import { type MediaDb, ObjectStore, type ServedObject } from './store.ts';
import { Uploads } from './uploads.ts';

const sweepEveryMs = 60 * 60 * 1000;
/**
 * A copy of the service that did not hear of a deletion or of a new visibility serves by the old row this much longer,
 * counted from when it read the row.
 */
const rememberedMs = 10_000;

const migrations = join(import.meta.dirname, '..', 'migrations');

/** Stored pictures: taken in, encoded anew, served. */
export const media = defineService({
  name: 'media',
  config: readMediaConfig,
  migrate: (ctx, config) => migrate(ctx, config.postgresUrl, migrations),
  async start(ctx, config) {
    const postgres = await openPostgres<MediaDb>(ctx, { url: config.postgresUrl, migrations });
    const blobs = await openBlobs(ctx, config.blobs);
    const store = new ObjectStore(postgres);
    const metrics = new MediaMetrics(ctx);
    const reservations = new ReservationStore(postgres);
    const spool = await Spool.open(ctx, config.uploadDir, spoolMaxMb * bytesPerMb);
    const quota = new Quota(ctx, reservations);
    const uploads = new Uploads({ ctx, blobs, store, quota, spool, metrics });

    const remembered = new BatchCache<string, ServedObject>((keys) => store.served(keys), {
      max: 5_000,
      ttlMs: rememberedMs,
    });
    const find = (key: string) => remembered.get(key);
    const sweep = startLoop(ctx, 'sweep of what nobody kept', sweepEveryMs, async () => {
      metrics.swept('lease', await sweepLeases(ctx, store, blobs));
      metrics.swept('orphan', await sweepOrphans(store, blobs));
      await reservations.sweep();
      await spool.removeLeftovers();
    });
    ctx.onStop('sweep of objects', () => sweep.stop());

    const rpc = mediaRpc(ctx, { uploads, store, blobs, remembered });
    return {
      http: createHttpApp(ctx, mediaRoutes(ctx, blobs, new MediaUrls(config.internalTokenSecret), find), {
        catalogue: errors.catalogue,
      }),
      rpc: new GrpcServer(ctx).serve(MediaServiceService, rpc),
    };
  },
});
