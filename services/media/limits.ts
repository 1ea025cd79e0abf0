import { imageMaxMb, videoMaxMb } from '@tribus/community/limits.ts';

/** Megabytes; the default of an operator's setting (decisions.md 1). */
export const avatarMaxMb = 5;
export const bytesPerMb = 1_048_576;
/** Concurrent uploads of one user: two posts of six pictures, or a video. */
export const uploadsAtOnce = 12;
export const bytesAtOnceMb = Math.max(uploadsAtOnce * imageMaxMb, videoMaxMb);
export const uploadsAnHour = 300;
/** Resumable uploads of one user at once, unfinished or in no post yet: the videos of two posts. */
export const resumableUploadsAtOnce = 6;
/** A resumable upload that no post names is deleted after this time. */
export const resumableUploadHours = 24;
/** Size of the parts of a resumable upload. Rows depend on it: a change breaks the uploads in progress. */
export const partMb = 4;
/** Maximum total of unfinished uploads on the disk of one process; helm's `tmpSize` of media is above it. */
export const spoolMaxMb = 512;
/** A personal data export; on its way to a bucket it is in the temporary folder (`tmpSize` of helm's media). */
export const archiveMaxMb = 400;
/** Checked before decoding (trust.md 17). */
export const maxPixels = 50_000_000;
export const maxSide = 12_000;
/** Longest side of each variant in pixels; `square` is cut to it. */
export const variantSizes = { square: 320, medium: 800, large: 1_600 } as const;
/** A new object that is not kept is swept after this time. */
export const leaseHours = 24;
/** Accepted types of pictures. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
/** Accepted types of videos, and the extension of their keys. */
export const videoTypes = { 'video/mp4': 'mp4', 'video/webm': 'webm' } as const;
/** A video of a post: 4K (4096 × 2304), upright or across, and these minutes. */
export const videoMaxPixels = 4_096 * 2_304;
export const videoMaxMinutes = 10;
/** Streams of a video; phones add some with the position of the camera. */
export const videoMaxStreams = 16;
/** Larger videos are optimised; a smaller one only if some browsers cannot play it (spec 1, limits). */
export const optimisedAboveMb = 8;
/** A playable video stays as it is unless its optimised file is smaller by this. */
export const minGainPercent = 5;
/** Accepted types of documents, and the extension of their keys. */
export const documentTypes = { 'application/pdf': 'pdf', 'text/plain': 'txt' } as const;
/** Limits of the settings of a store that an admin chooses. */
export const storeAddressMax = 500;
export const storeBucketMin = 3;
export const storeBucketMax = 63;
export const storeRegionMax = 60;
export const storeKeyIdMax = 200;
export const storeSecretMax = 500;
