import { imageMaxMb } from '@tribus/community/limits.ts';

/** Megabytes; an operator may set others (decisions, section 1). */
export const avatarMaxMb = 5;
export const bytesPerMb = 1_048_576;
/** What one person may have under way at once: two posts of six pictures. */
export const uploadsAtOnce = 12;
export const bytesAtOnceMb = uploadsAtOnce * imageMaxMb;
export const picturesAnHour = 300;
/** Unfinished uploads of everybody on the disk of one process; helm's `tmpSize` of media is above it. */
export const spoolMaxMb = 512;
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
