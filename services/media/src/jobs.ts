import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { sweepEach } from '@tribus/kit/postgres/sweep.ts';
import type { Deps } from './deps.ts';
import { sweepArchives, sweepLeases } from './objects.ts';
import { renewStoreSecrets } from './store-secrets.ts';
import { sweepStores } from './store-sweep.ts';

const sweepMedia = defineJob('sweepMedia', { schedule: '27 * * * *' });
/** Nobody gets an archive that has expired; soon after its bytes are gone, too. */
const sweepExpired = defineJob('sweepExpired', { schedule: '*/5 * * * *' });

export const mediaJobs = (deps: Deps): Job[] => [
  // What was not kept within its lease, and what interrupted uploads left in the bucket.
  job(sweepMedia, (_none, { signal }) =>
    sweepEach(signal, [
      async () => deps.metrics.swept('lease', await sweepLeases(deps)),
      () => deps.store.reservations.sweep(signal),
      () => renewStoreSecrets(deps),
      async () => deps.metrics.swept('orphan', await sweepStores(deps)),
    ]),
  ),
  job(sweepExpired, async () => deps.metrics.swept('archive', await sweepArchives(deps))),
];
