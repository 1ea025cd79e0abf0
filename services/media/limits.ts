import { imageMaxMb, videoMaxMb } from '@tribus/community/limits.ts';

/** Megabytes; an operator may set others (decisions, section 1). */
export const avatarMaxMb = 5;
export const bytesPerMb = 1_048_576;
/** What one person may have under way at once: two posts of six pictures, or a video. */
export const uploadsAtOnce = 12;
export const bytesAtOnceMb = Math.max(uploadsAtOnce * imageMaxMb, videoMaxMb);
export const uploadsAnHour = 300;
/** Unfinished uploads of everybody on the disk of one process; helm's `tmpSize` of media is above it. */
export const spoolMaxMb = 512;
/** A copy of somebody's data; on its way into a bucket it lies in the temporary folder (`tmpSize` of helm's media). */
export const archiveMaxMb = 400;
/** Checked before decoding (trust, section 17). */
export const maxPixels = 50_000_000;
export const maxSide = 12_000;
/** Longest side of each variant in pixels; `square` is cut to it. */
export const variantSizes = { square: 320, medium: 800, large: 1_600 } as const;
/** A new object nobody kept is swept after this. */
export const leaseHours = 24;
/** Decisions, section 4. */
export const signatureSeconds = 600;
/** What pictures may be sent. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
/** What videos may be sent, and how their keys end. */
export const videoTypes = { 'video/mp4': 'mp4', 'video/webm': 'webm' } as const;
/** What documents may be sent, and how their keys end. */
export const documentTypes = { 'application/pdf': 'pdf', 'text/plain': 'txt' } as const;
/** Of a store that an admin chooses. */
export const storeAddressMax = 500;
export const storeBucketMin = 3;
export const storeBucketMax = 63;
export const storeRegionMax = 60;
export const storeKeyIdMax = 200;
export const storeSecretMax = 500;
