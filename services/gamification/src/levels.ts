import { defaultThresholds } from '../limits.ts';

/** The points that each level from 2 on requires, by level. */
export type Thresholds = Readonly<Record<string, number>>;

export const thresholds: Thresholds = defaultThresholds;

/** Returns the highest level whose threshold the points reach; 1 when they reach none. */
export function levelFor(points: number, required: Thresholds = thresholds): number {
  const reached = Object.entries(required)
    .filter(([, threshold]) => points >= threshold)
    .map(([level]) => Number(level));
  return Math.max(1, ...reached);
}
