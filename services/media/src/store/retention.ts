import type { Families, FamilyRule, Retention } from '@tribus/kit/core/retention.ts';
import type { MediaDb, Purpose } from './tables.ts';

/** The job that deletes rows by more than their age. */
const by = 'sweepMedia';

/** Retention of the tables of media. */
export const mediaRetention: Retention<MediaDb> = {
  // By the database's time, which also sets the leases.
  reservations: { days: 0, since: 'expiresAt', by },
  uploads: { days: 1 / 24, since: 'uploadedAt' },
  resumableUploads: { days: 0, since: 'expiresAt', by },
  collections: { until: 'never: one row per tribe with pictures' },
  stores: { until: 'the store is empty and another store is chosen' },
  objects: {
    until: 'the owner or a service deletes the object, its upload is not confirmed in time, or the archive expires',
  },
};

/** Each object is deleted soon after its row; one without a row, left by a killed process, within the day. */
const untilRow = { until: 'its row in `objects` is deleted' };

/** The objects of media, by purpose; in a store chosen by an admin below `stores/{STORE}/`. */
export const mediaObjects: Families & Readonly<Record<`${Purpose}/*`, FamilyRule>> = {
  'avatar/*': { contains: 'profile pictures', ...untilRow },
  'banner/*': { contains: 'banners of tribes', ...untilRow },
  'post/*': { contains: 'pictures of posts, vibes and tribes, and uploaded videos', ...untilRow },
  'photo/*': { contains: 'photos of profiles', ...untilRow },
  'landing/*': { contains: 'pictures and videos of the landing page', ...untilRow },
  'part/*': { contains: 'parts of unfinished uploads of videos', ...untilRow },
  'archive/*': { contains: 'exports of the data of users', ...untilRow },
  'submission/*': { contains: 'files of answers to challenges', ...untilRow },
  'probe/*': { contains: 'random bytes by which an admin tests a store', until: 'the test of the store ends' },
};

/** Files that media writes. */
export const mediaFiles: Families = {
  '{UPLOAD_DIR}/*/*': {
    contains: 'unfinished uploads, exports and conversions, in a folder of each process',
    until: 'the upload or the conversion ends; after a kill until the next start on the same host, else for an hour',
  },
};
