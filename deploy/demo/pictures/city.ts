import { mix } from './colour.ts';
import { lerp } from './noise.ts';
import type { Random } from './random.ts';
import { away, box, curve, disc, leaf, lines, n, type Point, point } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';
import { paintMoon, paintSky, type Sky } from './sky.ts';

interface Night {
  sky: Sky;
  far: string;
  near: string;
  lamps: readonly string[];
}

const blueHour: Night = {
  sky: { colours: ['#0e1a48', '#2b3c82', '#6a5aa0', '#c9738f', '#f5a47c'], light: '#ffd9ae', clouds: 0.6, stars: true },
  far: '#8a6a9c',
  near: '#121433',
  lamps: ['#ffd58a', '#ffb45e', '#fff0c4', '#ff8f5e'],
};
const midnight: Night = {
  sky: { colours: ['#050817', '#0a1431', '#142a52', '#24486f', '#3f6a86'], light: '#b9d2e2', clouds: 0.5, stars: true },
  far: '#2f5675',
  near: '#050914',
  lamps: ['#ffcf7a', '#ffe7b0', '#8fd6d2', '#ff9a6a'],
};

/** Roofs in three rows, with some lit windows. */
export const skyline: Painter = (sheet, random) => {
  const night = random.pick([blueHour, midnight]);
  const floor = sheet.height * 0.9;
  paintAir(sheet, random, night, floor);
  for (const [row, share] of [0.52, 0.7, 0.9].entries())
    paintBlocks(sheet, random, night, { level: sheet.height * share + sheet.height * 0.1, row });
  paintTerrace(sheet, random, night);
};

/** The same town across a river, with its reflection. */
export const riverside: Painter = (sheet, random) => {
  const night = random.pick([blueHour, midnight]);
  const bank = sheet.height * random.between(0.6, 0.66);
  paintAir(sheet, random, night, bank);
  for (const row of [0, 1]) paintBlocks(sheet, random, night, { level: bank, row });
  paintRiver(sheet, random, night, bank);
  paintBridge(sheet, random, night, bank);
};

function paintAir(sheet: Sheet, random: Random, night: Night, floor: number): void {
  const moon = point(sheet.width * random.between(0.2, 0.8), sheet.height * random.between(0.12, 0.26));
  paintSky(sheet, random, night.sky, floor, point(sheet.width / 2, floor));
  paintMoon(sheet, random, moon, sheet.unit * random.between(0.035, 0.055), random.pick([0, 0.45]));
}

function paintBlocks(sheet: Sheet, random: Random, night: Night, { level, row }: { level: number; row: number }): void {
  const depth = row / 2;
  const wall = mix(night.far, night.near, 0.3 + depth * 0.68);
  const walls: string[] = [];
  const windows = new Map<string, string[]>();
  let x = -sheet.unit * 0.03;
  while (x < sheet.width) {
    const wide = sheet.unit * random.between(0.06, 0.13) * (1 + depth * 0.5);
    const tall = sheet.unit * random.between(0.14, 0.42) * (1 - depth * 0.25);
    const roof = level - tall;
    walls.push(box(x, roof, wide, tall + sheet.height * 0.5), topOf(random, x, roof, wide));
    lightUp(random, night, windows, {
      x,
      roof,
      wide,
      tall: Math.min(tall, level - roof),
      size: sheet.unit * lerp(0.007, 0.013, depth),
    });
    x += wide * random.between(0.96, 1.16);
  }
  const crest = level - sheet.unit * 0.4;
  sheet.fill(
    walls.join(''),
    sheet.falling(crest, level, [
      [0, wall],
      [1, mix(wall, night.sky.colours[4] ?? wall, 0.34 * (1 - depth))],
    ]),
  );
  for (const [lamp, panes] of windows) sheet.fill(panes.join(''), lamp, lerp(0.7, 0.95, depth));
}

/** An object on a roof: a tank, a mast, a gable, a stair. */
function topOf(random: Random, x: number, roof: number, wide: number): string {
  const middle = x + wide * random.between(0.3, 0.7);
  const size = wide * 0.24;
  return random.pick([
    () =>
      box(middle, roof - size * 1.1, size, size * 0.85) +
      lines(
        [
          point(middle - size * 0.1, roof - size * 1.05),
          point(middle + size / 2, roof - size * 1.6),
          point(middle + size * 1.1, roof - size * 1.05),
        ],
        true,
      ) +
      box(middle + size * 0.1, roof - size * 0.3, size * 0.1, size * 0.4) +
      box(middle + size * 0.8, roof - size * 0.3, size * 0.1, size * 0.4),
    () =>
      box(middle, roof - size * 2.6, Math.max(1.5, size * 0.07), size * 2.7) +
      disc(point(middle, roof - size * 2.6), size * 0.1),
    () => lines([point(x, roof + 1), point(x + wide / 2, roof - size * 1.5), point(x + wide, roof + 1)], true),
    () =>
      box(x + wide * 0.14, roof - size * 0.7, wide * 0.42, size * 0.8) +
      box(x + wide * 0.24, roof - size * 1.2, wide * 0.2, size * 0.6),
    () => box(x + wide * 0.1, roof - size * 0.25, wide * 0.8, size * 0.3),
  ])();
}

interface Block {
  x: number;
  roof: number;
  wide: number;
  tall: number;
  size: number;
}

function lightUp(
  random: Random,
  night: Night,
  windows: Map<string, string[]>,
  { x, roof, wide, tall, size }: Block,
): void {
  const gap = size * random.between(1.9, 2.5);
  const lit = random.between(0.18, 0.5);
  const high = size * random.between(1.1, 1.7);
  const columns = Math.max(1, Math.floor((wide - gap * 0.6) / gap));
  const margin = (wide - columns * gap + (gap - size)) / 2;
  for (let y = roof + gap; y < roof + tall - gap * 0.4; y += high * 1.75) {
    for (let column = 0; column < columns; column++) {
      if (!random.chance(lit)) continue;
      const lamp = random.pick(night.lamps);
      windows.set(lamp, [...(windows.get(lamp) ?? []), box(x + margin + column * gap, y, size, high)]);
    }
  }
}

/** A terrace in the foreground: a string of bulbs, pots, and a cat. */
function paintTerrace(sheet: Sheet, random: Random, night: Night): void {
  const rail = sheet.height * 0.9;
  const dark = mix(night.near, '#000000', 0.35);
  const haze = night.sky.colours[3] ?? night.far;
  sheet.box(
    0,
    rail - sheet.unit * 0.3,
    sheet.width,
    sheet.unit * 0.3,
    sheet.falling(rail - sheet.unit * 0.3, rail, [
      [0, haze, 0],
      [1, haze, 0.62],
    ]),
  );
  sheet.box(0, rail, sheet.width, sheet.height - rail, dark);
  sheet.box(0, rail - sheet.unit * 0.012, sheet.width, sheet.unit * 0.014, dark);
  paintBulbs(sheet, random, sheet.height * random.between(0.34, 0.42));
  for (const share of [random.between(0.06, 0.16), random.between(0.82, 0.94)])
    paintPlant(sheet, random, point(sheet.width * share, rail - sheet.unit * 0.01), dark);
  paintCat(sheet, point(sheet.width * random.between(0.34, 0.66), rail - sheet.unit * 0.01), sheet.unit * 0.09, dark);
}

function paintBulbs(sheet: Sheet, random: Random, y: number): void {
  const spans = Math.max(2, Math.round((sheet.width / sheet.unit) * 2));
  const rope: Point[] = [];
  const start = y + random.bell() * sheet.unit * 0.03;
  for (let step = 0; step <= spans * 8; step++) {
    const share = step / 8;
    rope.push(point((sheet.width * share) / spans, start + Math.sin((share % 1) * Math.PI) * sheet.unit * 0.055));
  }
  sheet.stroke(curve(rope), '#0a0a16', sheet.unit * 0.003, 0.9);
  for (const [index, at] of rope.entries()) {
    if (index % 2 === 0) continue;
    const bulb = point(at.x, at.y + sheet.unit * 0.014);
    sheet.glow(bulb, sheet.unit * 0.06, '#ffb85a', 0.75);
    sheet.disc(bulb, sheet.unit * 0.0075, '#fff0c0');
  }
}

function paintPlant(sheet: Sheet, random: Random, foot: Point, dark: string): void {
  const size = sheet.unit * 0.075;
  sheet.fill(
    lines(
      [
        point(foot.x - size * 0.35, foot.y - size * 0.7),
        point(foot.x + size * 0.35, foot.y - size * 0.7),
        point(foot.x + size * 0.26, foot.y),
        point(foot.x - size * 0.26, foot.y),
      ],
      true,
    ),
    dark,
  );
  const leaves = Array.from({ length: 13 }, (_, index) => {
    const angle = -Math.PI / 2 + (index - 6) * 0.2 + random.bell() * 0.08;
    const root = point(foot.x, foot.y - size * 0.6);
    return leaf(root, away(root, angle, size * random.between(0.8, 1.4)), 0.13);
  });
  sheet.fill(leaves.join(''), dark);
}

export function paintCat(sheet: Sheet, foot: Point, size: number, colour: string): void {
  const at = (x: number, y: number): Point => point(foot.x + x * size, foot.y + y * size);
  sheet.fill(
    curve(
      [
        at(-0.38, 0.04),
        at(-0.42, -0.28),
        at(-0.24, -0.66),
        at(-0.06, -0.82),
        at(0.16, -0.8),
        at(0.24, -0.52),
        at(0.3, 0.04),
      ],
      true,
    ),
    colour,
  );
  sheet.fill(
    disc(at(0.08, -0.92), size * 0.22) +
      lines([at(-0.12, -0.98), at(-0.11, -1.28), at(0.06, -1.1)], true) +
      lines([at(0.28, -0.98), at(0.27, -1.28), at(0.1, -1.1)], true),
    colour,
  );
  sheet.stroke(curve([at(-0.34, -0.02), at(-0.62, 0.06), at(-0.74, 0.34), at(-0.58, 0.52)]), colour, size * 0.1);
}

function paintRiver(sheet: Sheet, random: Random, night: Night, bank: number): void {
  const last = night.sky.colours.length - 1;
  sheet.box(
    0,
    bank,
    sheet.width,
    sheet.height - bank,
    sheet.falling(bank, sheet.height, [
      [0, mix(night.near, night.sky.colours[last] ?? night.near, 0.25)],
      [0.5, mix(night.near, night.sky.colours[1] ?? night.near, 0.6)],
      [1, mix(night.near, '#000000', 0.2)],
    ]),
  );
  for (let column = 0; column < 46; column++) {
    const x = random.between(0, sheet.width);
    const long = sheet.unit * random.between(0.05, 0.24);
    const lamp = random.pick(night.lamps);
    const wide = sheet.unit * random.between(0.006, 0.014);
    sheet.fill(
      wobble(random, x, bank + 3, wide, long),
      sheet.falling(bank, bank + long, [
        [0, lamp, 0.75],
        [1, lamp, 0],
      ]),
    );
  }
  const dashes = Array.from({ length: 80 }, () => {
    const at = point(random.between(0, sheet.width), lerp(bank + 6, sheet.height, random.next() ** 1.3));
    return lines([at, point(at.x + sheet.unit * random.between(0.01, 0.06), at.y)]);
  });
  sheet.stroke(dashes.join(''), night.sky.light, 1.4, 0.16);
}

/** A reflection: a ribbon that widens and sways towards the viewer. */
function wobble(random: Random, x: number, top: number, wide: number, long: number): string {
  const phase = random.between(0, 6);
  const side = (sign: number) =>
    Array.from({ length: 7 }, (_, step) =>
      point(x + sign * wide + Math.sin(phase + step * 1.9) * wide * 0.9 * (step / 6), top + (long * step) / 6),
    );
  return `${curve(side(1))}${curve(side(-1).reverse()).replace('M', 'L')}Z`;
}

function paintBridge(sheet: Sheet, random: Random, night: Night, bank: number): void {
  const arches = Math.max(3, Math.round((sheet.width / sheet.unit) * 3));
  const span = sheet.width / arches;
  const deck = bank - sheet.unit * 0.02;
  const foot = bank + sheet.unit * 0.055;
  const openings = Array.from({ length: arches }, (_, arch) => {
    const left = arch * span + span * 0.09;
    const r = span * 0.41;
    return `M${n(left)} ${n(foot)}A${n(r)} ${n((foot - deck) * 0.82)} 0 0 1 ${n(left + r * 2)} ${n(foot)}Z`;
  });
  const stone = mix(night.near, night.far, 0.42);
  sheet.fill(`${box(0, deck, sheet.width, foot - deck)}${openings.join('')}`, stone, 1);
  sheet.fill(openings.join(''), mix(night.near, night.sky.colours[2] ?? night.near, 0.12));
  sheet.box(0, deck - sheet.unit * 0.006, sheet.width, sheet.unit * 0.008, mix(stone, night.sky.light, 0.3));
  for (let lamp = 0; lamp < arches; lamp++) {
    const post = point((lamp + 0.5) * span + random.bell() * 2, deck - sheet.unit * 0.05);
    sheet.stroke(lines([post, point(post.x, deck)]), night.near, sheet.unit * 0.003);
    sheet.glow(post, sheet.unit * 0.07, '#ffc46a', 0.8);
    sheet.disc(post, sheet.unit * 0.007, '#fff2cc');
  }
}
