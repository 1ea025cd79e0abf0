import type { Retention } from '@tribus/kit/core/retention.ts';
import type { MediaDb } from './tables.ts';

/** The job that deletes rows by more than their age. */
const by = 'sweepMedia';

/** Retention of the tables of media. */
export const mediaRetention: Retention<MediaDb> = {
  // By the database's time, which also sets the leases.
  reservations: { days: 0, since: 'expiresAt', by },
  uploads: { days: 1 / 24, since: 'uploadedAt' },
  collections: { until: 'never: one row per tribe with pictures' },
  stores: { until: 'the store is empty and another store is chosen' },
  objects: {
    until: 'the owner or a service deletes the object, its upload is not confirmed in time, or the archive expires',
  },
};
