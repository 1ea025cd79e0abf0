import { defaultThresholds } from '../limits.ts';

/** Level number to the points it asks for; levels from 2 on. */
export type Thresholds = Readonly<Record<string, number>>;

export const thresholds: Thresholds = defaultThresholds;

/** The highest level whose threshold the points reach; 1 below all of them. */
export function levelFor(points: number, required: Thresholds = thresholds): number {
  const reached = Object.entries(required)
    .filter(([, threshold]) => points >= threshold)
    .map(([level]) => Number(level));
  return Math.max(1, ...reached);
}
