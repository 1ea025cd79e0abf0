import { join } from 'node:path';
import { currentActorBy } from '@tribus/community/current-actor.ts';
import { Secrets } from '@tribus/community/secrets.ts';
import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { blobStore } from '@tribus/kit/service/blob-store.ts';
import { busStore } from '@tribus/kit/service/bus-store.ts';
import { postgresStore } from '@tribus/kit/service/postgres-store.ts';
import { defineService } from '@tribus/kit/service/service.ts';
import { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { bytesPerMb, spoolMaxMb } from '../limits.ts';
import { mediaSettings } from './config.ts';
import { type ConversionLimits, conversionLimits } from './conversion-limits.ts';
import type { Deps } from './deps.ts';
import { openEncoding, openInspections } from './encoding.ts';
import { errors } from './errors.ts';
import { mediaJobs } from './jobs.ts';
import { MediaMetrics } from './metrics.ts';
import { moveObjectsCommand } from './move-objects.ts';
import { ObjectStores } from './object-stores.ts';
import { Quota } from './quota.ts';
import { mediaRoutes } from './routes.ts';
import { mediaRpc } from './rpc.ts';
import { Sandbox } from './sandbox.ts';
import { Spool } from './spool.ts';
import { mediaFiles, mediaObjects, mediaRetention } from './store/retention.ts';
import { openMediaStore } from './store/store.ts';
import { renewStoreSecrets } from './store-secrets.ts';

const sweepEveryMs = hourMs;
/**
 * A replica may serve an object by its cached row for this time after another replica deleted it or changed its
 * visibility.
 */
const servedCache = { max: 5_000, ttlMs: 10_000 };

const sweepUnfinished = ({ spool }: Deps) => [
  { what: 'unfinished upload sweep', everyMs: sweepEveryMs, work: () => spool.removeLeftovers() },
];

const stores = {
  store: postgresStore({
    migrations: join(import.meta.dirname, '../migrations'),
    retention: mediaRetention,
    open: openMediaStore,
  }),
  blobs: blobStore(mediaObjects),
  bus: busStore,
};

interface MediaLimits {
  /** Total of unfinished uploads. */
  spoolMaxBytes: number;
  conversion: ConversionLimits;
}

const usualLimits: MediaLimits = { spoolMaxBytes: spoolMaxMb * bytesPerMb, conversion: conversionLimits };

/** The media service: uploads, encodes and serves files. */
export const media = mediaWith();

/** The service with other limits, for tests of a full folder and of conversions that exceed them. */
export function mediaWith(limits: Partial<MediaLimits> = {}) {
  const { spoolMaxBytes, conversion } = { ...usualLimits, ...limits };
  return defineService({
    name: 'media',
    peers: { identity: IdentityServiceService },
    stores,
    files: mediaFiles,
    settings: mediaSettings,
    errors,
    async build({ ctx, config, store, blobs, peers: { identity }, urls }): Promise<Deps> {
      const metrics = new MediaMetrics(ctx);
      const secrets = new Secrets(config.settingsKey);
      const deps: Deps = {
        ctx,
        store,
        identity,
        objectStores: new ObjectStores({ ctx, store, secrets, environment: blobs, allowedHosts: config.outboundHosts }),
        environment: config.environment,
        secrets,
        urls,
        servedObjects: new BatchCache((keys) => store.objects.findServed(keys), servedCache),
        quota: new Quota(ctx, store),
        spool: await Spool.open(ctx, config.uploadDir, spoolMaxBytes),
        sandbox: new Sandbox(ctx, config.programs),
        joining: new Set(),
        encoding: openEncoding(ctx, metrics),
        inspections: openInspections(ctx, metrics),
        conversionLimits: conversion,
        metrics,
      };
      await renewStoreSecrets(deps);
      return deps;
    },
    routes: mediaRoutes,
    currentActor: currentActorBy,
    rpc: { service: MediaServiceService, handlers: mediaRpc },
    jobs: mediaJobs,
    loops: sweepUnfinished,
    commands: (deps) => ({ 'move-objects': () => moveObjectsCommand(deps) }),
  });
}
