import type { Random } from './random.ts';

export interface Point {
  x: number;
  y: number;
}

/** Formats a number for a path: one decimal is precise enough. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

const spot = ({ x, y }: Point): string => `${n(x)} ${n(y)}`;

export function point(x: number, y: number): Point {
  return { x, y };
}

/** Returns the point at `distance` from `from` in a direction (radians, 0 to the right, clockwise on the canvas). */
export function away(from: Point, angle: number, distance: number): Point {
  return { x: from.x + Math.cos(angle) * distance, y: from.y + Math.sin(angle) * distance };
}

/** Straight lines through all points. */
export function lines(points: readonly Point[], closed = false): string {
  return points.length === 0 ? '' : `M${points.map(spot).join('L')}${closed ? 'Z' : ''}`;
}

/** A smooth line through all points. */
export function curve(points: readonly Point[], closed = false): string {
  const at = (index: number): Point => {
    const count = points.length;
    const position = closed ? (index + count) % count : Math.min(count - 1, Math.max(0, index));
    return points[position] ?? { x: 0, y: 0 };
  };
  const parts = [`M${spot(at(0))}`];
  const steps = closed ? points.length : points.length - 1;
  for (let index = 0; index < steps; index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const leave = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const arrive = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    parts.push(`C${spot(leave)} ${spot(arrive)} ${spot(to)}`);
  }
  return parts.join('') + (closed ? 'Z' : '');
}

export interface RidgeOptions {
  width: number;
  /** Mean height of the line. */
  y: number;
  /** Maximum deviation from it. */
  relief: number;
  /** 0 is smooth, 1 is jagged. */
  roughness: number;
  /** Halvings; each doubles the number of points. */
  detail: number;
}

/** A mountain skyline from edge to edge, subdivided recursively. */
export function ridge(random: Random, { width, y, relief, roughness, detail }: RidgeOptions): Point[] {
  let heights = [random.bell() * 0.5, random.bell(), random.bell() * 0.5];
  let reach = 1;
  for (let step = 1; step < detail; step++) {
    reach *= 0.36 + 0.2 * roughness;
    heights = heights.flatMap((height, index) => {
      const next = heights[index + 1];
      return next === undefined ? [height] : [height, (height + next) / 2 + random.bell() * reach];
    });
  }
  const gap = width / (heights.length - 1);
  return heights.map((height, index) => ({ x: index * gap, y: y - height * relief }));
}

/** The area under a skyline, down to `floor`. */
export function under(skyline: readonly Point[], floor: number): string {
  const first = skyline[0];
  const last = skyline[skyline.length - 1];
  if (!first || !last) return '';
  return lines([{ x: first.x, y: floor }, ...skyline, { x: last.x, y: floor }], true);
}

/** Height of a skyline at `x`. */
export function heightAt(skyline: readonly Point[], x: number): number {
  const after = skyline.findIndex((spot) => spot.x >= x);
  const to = skyline[after] ?? skyline[skyline.length - 1];
  const from = skyline[after - 1] ?? to;
  if (!from || !to) return 0;
  const run = to.x - from.x;
  return run === 0 ? to.y : from.y + ((x - from.x) / run) * (to.y - from.y);
}

/** A closed, roughly round shape around a point. */
export function blob(random: Random, centre: Point, radius: number, unevenness: number, corners = 9): string {
  const points = Array.from({ length: corners }, (_, corner) =>
    away(centre, (corner / corners) * Math.PI * 2, radius * (1 + random.bell() * unevenness)),
  );
  return curve(points, true);
}

/** A leaf from `from` to `to`; `width` is relative to its length. */
export function leaf(from: Point, to: Point, width: number): string {
  const across = { x: -(to.y - from.y) * width, y: (to.x - from.x) * width };
  const bulge = (side: number, share: number): Point => ({
    x: from.x + (to.x - from.x) * share + across.x * side,
    y: from.y + (to.y - from.y) * share + across.y * side,
  });
  return `M${spot(from)}C${spot(bulge(0.7, 0.25))} ${spot(bulge(0.75, 0.65))} ${spot(to)}C${spot(bulge(-0.75, 0.65))} ${spot(bulge(-0.7, 0.25))} ${spot(from)}Z`;
}

/** A circle as a path, so that many can share one element. */
export function disc({ x, y }: Point, radius: number): string {
  const r = n(radius);
  return `M${n(x - radius)} ${n(y)}a${r} ${r} 0 1 0 ${n(radius * 2)} 0a${r} ${r} 0 1 0 ${n(-radius * 2)} 0Z`;
}

export function box(x: number, y: number, width: number, height: number): string {
  return `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
}
