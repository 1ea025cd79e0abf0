import { buildRamp, type Rgb } from './colour.ts';
import { cloudsFrom, lerp, type Noise, smoothstep } from './noise.ts';
import type { Random } from './random.ts';
import { away, curve, disc, lines, n, type Point, point } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';

interface MapInk {
  /** Colours from the valleys to the tops. */
  heights: readonly string[];
  water: Rgb;
  line: Rgb;
  route: string;
  ink: string;
}

const inks: readonly MapInk[] = [
  {
    heights: ['#cfe0bd', '#e6e3b4', '#eccf9c', '#dfa878', '#c98a6c', '#f3ece0'],
    water: [143, 190, 204],
    line: [120, 72, 44],
    route: '#c8321f',
    ink: '#3a2a24',
  },
  {
    heights: ['#12303a', '#1d4a4c', '#3a6a58', '#7a8a5c', '#c0a468', '#f0dcae'],
    water: [10, 30, 48],
    line: [240, 224, 178],
    route: '#ff9a4a',
    ink: '#f3e6c4',
  },
  {
    heights: ['#f3e8d4', '#f0d9bd', '#eac3a0', '#dfa488', '#c98577', '#9d6068'],
    water: [120, 152, 168],
    line: [96, 50, 56],
    route: '#1f5a6a',
    ink: '#43252c',
  },
];

const bands = 13;
/** Bands below this are water. */
const lakeLevel = 3;

/** A hiking map: contour lines, woods, a lake, and a dashed trail. */
export const trailMap: Painter = (sheet, random) => {
  const ink = random.pick(inks);
  const land = landFrom(sheet, random);
  paintLand(sheet, land, ink);
  paintGrid(sheet, ink);
  const way = trailOver(sheet, random, land);
  paintTrail(sheet, random, way, ink);
  paintRose(sheet, random, ink);
  sheet.vignette = 0.14;
};

/** Heights 0..1 over the sheet, with two summits at fixed positions. */
function landFrom(sheet: Sheet, random: Random): Noise {
  const rough = cloudsFrom(random.whole(0, 2 ** 31), 4);
  const scale = 3.1 / sheet.unit;
  const summits = [0, 1].map((index) =>
    point(sheet.width * (0.28 + index * 0.42 + random.bell() * 0.06), sheet.height * random.between(0.25, 0.7)),
  );
  return (x, y) => {
    const rise = summits.reduce(
      (sum, { x: sx, y: sy }) => sum + Math.exp(-(((x - sx) ** 2 + (y - sy) ** 2) / (sheet.unit * 0.27) ** 2)),
      0,
    );
    return Math.min(1, Math.max(0, rough(x * scale, y * scale) * 0.92 + rise * 0.34 - 0.14));
  };
}

/** Computes heights on a coarse grid and interpolates them, so that the lines are as fine as the pixels. */
function paintLand(sheet: Sheet, land: Noise, ink: MapInk): void {
  const mesh = 6;
  const across = Math.ceil(sheet.width / mesh) + 2;
  const knots = across * (Math.ceil(sheet.height / mesh) + 2);
  const net = Float64Array.from({ length: knots }, (_, index) =>
    land((index % across) * mesh, Math.floor(index / across) * mesh),
  );
  const colourAt = inked(sheet, ink);
  sheet.groundOf((x, y) => {
    const [column, row] = [Math.floor(x / mesh), Math.floor(y / mesh)];
    const [u, v] = [x / mesh - column, y / mesh - row];
    const at = row * across + column;
    const [a, b, c, d] = [net[at] ?? 0, net[at + 1] ?? 0, net[at + across] ?? 0, net[at + across + 1] ?? 0];
    return colourAt(lerp(lerp(a, b, u), lerp(c, d, u), v), lerp(b - a, d - c, v) / mesh, lerp(c - a, d - b, u) / mesh);
  }, 2);
}

/** Colour of a height with the given slope to the east and the south. */
function inked(
  sheet: Sheet,
  { heights, water, line: pen }: MapInk,
): (height: number, east: number, south: number) => Rgb {
  const ramp = buildRamp(heights);
  return (height, east, south) => {
    const level = height * bands;
    const steep = Math.max(1e-5, Math.hypot(east, south));
    const offLine = Math.abs(level - Math.round(level)) / (steep * bands);
    const isShore = Math.round(level) === lakeLevel;
    const strong = Math.round(level) % 4 === 0 || isShore;
    const line = smoothstep(strong ? 1.8 : 1.2, strong ? 0.8 : 0.2, offLine) * (strong ? 0.75 : 0.42);
    if (level < lakeLevel) return isShore ? blend(water, pen, line) : water;
    const light = 1 + Math.max(-0.16, Math.min(0.12, -(east + south) * sheet.unit * 0.035));
    const [red, green, blue] = ramp((Math.floor(level) - lakeLevel) / (bands - lakeLevel - 1));
    return blend([red * light, green * light, blue * light], pen, line);
  };
}

const blend = (from: Rgb, to: Rgb, share: number): Rgb => [
  Math.min(255, lerp(from[0], to[0], share)),
  Math.min(255, lerp(from[1], to[1], share)),
  Math.min(255, lerp(from[2], to[2], share)),
];

function paintGrid(sheet: Sheet, { ink }: MapInk): void {
  const cell = sheet.unit / 5;
  const marks: string[] = [];
  for (let x = cell / 2; x < sheet.width; x += cell) marks.push(`M${n(x)} 0V${n(sheet.height)}`);
  for (let y = cell / 2; y < sheet.height; y += cell) marks.push(`M0 ${n(y)}H${n(sheet.width)}`);
  sheet.stroke(marks.join(''), ink, 1, 0.16);
}

/** A trail from edge to edge that follows the slope instead of climbing it straight. */
function trailOver(sheet: Sheet, random: Random, land: Noise): Point[] {
  const steps = 46;
  const way = [point(sheet.width * random.between(0.08, 0.14), sheet.height * random.between(0.72, 0.88))];
  let heading = -0.5;
  for (let step = 0; step < steps; step++) {
    const from = way[way.length - 1] ?? sheet.centre;
    const goal = point(sheet.width * 0.86, sheet.height * 0.24);
    const wish = Math.atan2(goal.y - from.y, goal.x - from.x);
    const choices = [-0.7, -0.35, 0, 0.35, 0.7].map((turn) => {
      const angle = heading + turn;
      const to = away(from, angle, sheet.unit * 0.034);
      const climb = Math.abs(land(to.x, to.y) - land(from.x, from.y)) * 9;
      const wet = land(to.x, to.y) * bands < lakeLevel + 0.3 ? 5 : 0;
      return { angle, to, cost: climb + wet + (1 - Math.cos(angle - wish)) * 0.8 };
    });
    const best = choices.reduce((least, choice) => (choice.cost < least.cost ? choice : least));
    heading = best.angle;
    way.push(best.to);
    if (Math.hypot(goal.x - best.to.x, goal.y - best.to.y) < sheet.unit * 0.05) break;
  }
  return way;
}

function paintTrail(sheet: Sheet, random: Random, way: readonly Point[], ink: MapInk): void {
  const wide = sheet.unit * 0.0065;
  sheet.stroke(curve(way), '#fff8e8', wide * 2.2, 0.55);
  const dashes = way.flatMap((spot, index) => {
    const next = way[index + 1];
    if (!next) return [];
    const part = (share: number) => point(lerp(spot.x, next.x, share), lerp(spot.y, next.y, share));
    return [lines([part(0.05), part(0.32)]), lines([part(0.55), part(0.82)])];
  });
  sheet.stroke(dashes.join(''), ink.route, wide);
  const stops = [0, random.whole(14, 18), random.whole(26, 30), way.length - 1].flatMap((index) => way[index] ?? []);
  for (const [index, stop] of stops.entries()) {
    if (index === stops.length - 1) paintPin(sheet, stop, sheet.unit * 0.045, ink.route);
    else {
      sheet.disc(stop, wide * 2.3, '#fff8e8');
      sheet.ring(stop, wide * 2.3, ink.route, wide * 0.9);
    }
  }
}

function paintPin(sheet: Sheet, tip: Point, size: number, colour: string): void {
  sheet.oval(tip, size * 0.4, size * 0.13, '#1a1010', 0.35);
  const head = point(tip.x, tip.y - size * 1.15);
  const left = point(tip.x - size * 0.46, tip.y - size * 0.95);
  const right = point(tip.x + size * 0.46, tip.y - size * 0.95);
  sheet.fill(lines([left, tip, right], true) + disc(head, size * 0.52), colour);
  sheet.disc(head, size * 0.2, '#fff8e8');
}

function paintRose(sheet: Sheet, random: Random, { ink }: MapInk): void {
  const size = sheet.unit * 0.075;
  const middle = point(sheet.width - size * 1.7, sheet.height - size * 1.7);
  const turn = random.bell() * 0.12;
  sheet.ring(middle, size, ink, 1.6, 0.8);
  sheet.ring(middle, size * 0.86, ink, 1, 0.5);
  for (let point8 = 0; point8 < 8; point8++) {
    const angle = turn - Math.PI / 2 + (point8 / 8) * Math.PI * 2;
    const reach = point8 % 2 === 0 ? 1.18 : 0.66;
    const tip = away(middle, angle, size * reach);
    for (const side of [-1, 1]) {
      const blade = lines([middle, away(middle, angle + side * 0.42, size * 0.24), tip], true);
      sheet.fill(blade, ink, side === 1 ? 0.9 : 0.38);
    }
  }
}
