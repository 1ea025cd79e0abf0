import { mp4OfSize } from '@tribus/community/testing/video.ts';

/** A playable video a little larger than this. */
export const mp4 = (bytes = 4_000): Buffer => mp4OfSize(bytes + 24);
