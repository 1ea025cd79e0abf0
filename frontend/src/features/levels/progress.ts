import type { TribePoints } from './api.ts';

/** Progress from one level to the next. */
export interface Progress {
  /** 0..1, from this level's threshold to the next one's. */
  share: number;
  /** The next level, or null at the top. */
  next: number | null;
  /** Points still missing; 0 when there are enough. */
  missing: number;
  /** The threshold of this level for a member with fewer points, whose level was granted by a role; null otherwise. */
  granted: number | null;
}

/**
 * Returns the progress of a member (part 1, section 3, Gamification). A level granted by a role may lack its points.
 */
export function computeProgress({
  points,
  level,
  thresholds,
}: Pick<TribePoints, 'points' | 'level' | 'thresholds'>): Progress {
  const from = thresholds[level] ?? 0;
  const to = thresholds[level + 1];
  const granted = points < from ? from : null;
  if (to === undefined) return { share: granted === null ? 1 : points / from, next: null, missing: 0, granted };
  const share = to > from ? (points - from) / (to - from) : 1;
  return { share: Math.min(1, Math.max(0, share)), next: level + 1, missing: Math.max(0, to - points), granted };
}
