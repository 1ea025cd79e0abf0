import { videoMaxMb } from '@tribus/community/limits.ts';
import { bytesPerMb } from '../limits.ts';

/** Limits of one conversion. */
export interface ConversionLimits {
  /** Wall time of the shortest video. */
  leastMs: number;
  mostMs: number;
  /** Size of the result of a video that is not playable everywhere. */
  resultMaxBytes: number;
}

export const conversionLimits: ConversionLimits = {
  leastMs: 60_000,
  mostMs: 2_700_000,
  resultMaxBytes: videoMaxMb * bytesPerMb,
};
