import type { Random } from './random.ts';
import { lines, type Point, point } from './shapes.ts';

/** A fir whose trunk begins at `foot`. */
export function fir(random: Random, foot: Point, height: number): string {
  const tiers = 6;
  const left: Point[] = [];
  const right: Point[] = [];
  for (let tier = 0; tier < tiers; tier++) {
    const share = (tier + 1) / tiers;
    const y = foot.y - height * (1 - share);
    const half = height * 0.2 * share * random.between(0.8, 1.2);
    left.push(point(foot.x - half, y), point(foot.x - half * 0.45, y - height * 0.03));
    right.push(point(foot.x + half, y), point(foot.x + half * 0.45, y - height * 0.03));
  }
  return lines([point(foot.x, foot.y - height), ...right, ...left.reverse()], true);
}
