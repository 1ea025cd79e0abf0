import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { sweepEach } from '@tribus/kit/postgres/sweep.ts';
import { convert, convertVideo, failConversion } from './conversions.ts';
import type { Deps } from './deps.ts';
import { enqueueEarlierVideos, postponeEarlier, stripEarlier, stripEarlierVideo } from './earlier-videos.ts';
import { sweepArchives, sweepLeases, sweepResumableUploads } from './objects.ts';
import { renewStoreSecrets } from './store-secrets.ts';
import { sweepStores } from './store-sweep.ts';

const sweepMedia = defineJob('sweepMedia', { schedule: '27 * * * *' });
/** An expired archive is no longer served; its bytes are deleted soon after. */
const sweepExpired = defineJob('sweepExpired', { schedule: '*/5 * * * *' });
const stripEarlierVideos = defineJob('stripEarlierVideos', { schedule: '12 * * * *' });

export const mediaJobs = (deps: Deps): Job[] => [
  job(convertVideo, ({ key }, run) => convert(deps, key, run), {
    onFailed: async ({ key }) => void (await failConversion(deps, key, 'conversion_failed')),
  }),
  job(stripEarlierVideos, (_none, { signal }) => enqueueEarlierVideos(deps, signal)),
  job(stripEarlierVideo, ({ key }, run) => stripEarlier(deps, key, run), {
    onFailed: ({ key }) => postponeEarlier(deps, key),
  }),
  // Objects not kept within their lease, and blobs left in the bucket by interrupted uploads.
  job(sweepMedia, (_none, { signal }) =>
    sweepEach(signal, [
      () => sweepLeases(deps, signal, (objects) => deps.metrics.swept('lease', objects)),
      () => sweepResumableUploads(deps, signal, (objects) => deps.metrics.swept('lease', objects)),
      () => deps.store.reservations.sweep(signal),
      () => renewStoreSecrets(deps),
      async () => deps.metrics.swept('orphan', await sweepStores(deps, signal)),
    ]),
  ),
  job(sweepExpired, (_none, { signal }) =>
    sweepArchives(deps, signal, (objects) => deps.metrics.swept('archive', objects)),
  ),
];
