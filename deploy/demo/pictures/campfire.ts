import { buildRamp, rgbOf } from './colour.ts';
import { cloudsFrom, lerp, smoothstep } from './noise.ts';
import { anyone, paintBack, paintSeated } from './people.ts';
import type { Random } from './random.ts';
import { curve, disc, heightAt, lines, n, type Point, point, ridge, under } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';
import { paintStars } from './sky.ts';
import { fir } from './trees.ts';

const ink = '#0a0a18';

/** People around a fire, with trees and stars behind them. */
export const campfire: Painter = (sheet, random) => {
  const ground = sheet.height * 0.74;
  const fire = point(sheet.width * 0.5, sheet.height * 0.84);
  paintNight(sheet, random, ground, fire);
  paintWoods(sheet, random, ground);
  paintClearing(sheet, ground, fire);
  const size = sheet.unit * 0.17;
  paintFarCircle(sheet, random, fire, size);
  paintFire(sheet, random, fire, size * 1.15);
  paintNearCircle(sheet, random, fire, size * 1.4);
  paintSparks(sheet, random, fire, size * 3.6);
};

/** A lit tent under the Milky Way. */
export const tent: Painter = (sheet, random) => {
  const ground = sheet.height * 0.78;
  const foot = point(sheet.width * random.between(0.4, 0.6), ground + sheet.unit * 0.07);
  paintNight(sheet, random, ground, foot);
  paintWoods(sheet, random, ground);
  paintClearing(sheet, ground, foot);
  paintTent(sheet, foot, sheet.unit * 0.2);
  const fire = point(foot.x + sheet.unit * 0.36 * (random.chance(0.5) ? 1 : -1), foot.y + sheet.unit * 0.06);
  paintSeated(sheet, point(fire.x + sheet.unit * 0.1, fire.y + sheet.unit * 0.01), sheet.unit * 0.085, {
    cloak: '#8c4a35',
    skin: '#c98a5d',
    hair: '#2a1714',
    lean: -0.15,
  });
  paintFire(sheet, random, fire, sheet.unit * 0.07);
  paintSparks(sheet, random, fire, sheet.unit * 0.22);
};

function paintNight(sheet: Sheet, random: Random, ground: number, fire: Point): void {
  const ramp = buildRamp(['#060818', '#0c1434', '#1a2a56', '#33456f', '#6b5568']);
  const clouds = cloudsFrom(random.whole(0, 2 ** 31), 4);
  const warm = rgbOf('#ff8a3c');
  const slope = random.between(-0.9, 0.9);
  const scale = 3 / sheet.unit;
  sheet.groundOf((x, y) => {
    const base = ramp(y / ground);
    const off = (x - sheet.width * 0.55 + (y - sheet.height * 0.3) * slope) / sheet.unit;
    const dust = smoothstep(0.3, 0.9, clouds(x * scale, y * scale)) * Math.exp(-((off / 0.26) ** 2)) * 0.5;
    const glow = Math.exp(-Math.hypot(x - fire.x, y - fire.y) / (sheet.unit * 0.34)) * 0.5;
    return [
      lerp(lerp(base[0], 176, dust), warm[0], glow),
      lerp(lerp(base[1], 178, dust), warm[1], glow),
      lerp(lerp(base[2], 214, dust), warm[2], glow * 0.8),
    ];
  }, 8);
  paintStars(sheet, random, { top: 0, bottom: ground * 0.86, count: 320 });
}

function paintWoods(sheet: Sheet, random: Random, ground: number): void {
  const hills = ridge(random, {
    width: sheet.width,
    y: ground - sheet.unit * 0.07,
    relief: sheet.unit * 0.05,
    roughness: 0.3,
    detail: 6,
  });
  sheet.fill(
    under(hills, sheet.height),
    sheet.falling(ground - sheet.unit * 0.15, ground, [
      [0, '#1b2748'],
      [1, '#3a2c3f'],
    ]),
  );
  const far: string[] = [];
  for (let x = 0; x < sheet.width; x += sheet.unit * random.between(0.012, 0.035)) {
    far.push(fir(random, point(x, heightAt(hills, x) + sheet.unit * 0.06), sheet.unit * random.between(0.07, 0.12)));
  }
  sheet.fill(far.join(''), '#141a36');
  const near: string[] = [];
  for (let index = 0; index < 13; index++) {
    const edge = random.next() ** 1.6 * 0.3;
    const x = sheet.width * (random.chance(0.5) ? edge - 0.03 : 1.03 - edge);
    near.push(fir(random, point(x, ground + sheet.unit * 0.03), sheet.height * random.between(0.34, 0.6) * (1 - edge)));
  }
  sheet.fill(near.join(''), ink);
}

function paintClearing(sheet: Sheet, ground: number, fire: Point): void {
  sheet.box(
    0,
    ground,
    sheet.width,
    sheet.height - ground,
    sheet.falling(ground, sheet.height, [
      [0, '#1c1622'],
      [1, '#0b0913'],
    ]),
  );
  sheet.transformed(
    fire,
    () =>
      sheet.disc(
        point(0, 0),
        sheet.unit * 0.62,
        sheet.radial(point(0, 0), sheet.unit * 0.62, [
          [0, '#ffb056', 0.75],
          [0.3, '#d8662d', 0.5],
          [0.65, '#7a3a2c', 0.25],
          [1, '#3b2027', 0],
        ]),
      ),
    { squash: 0.3 },
  );
}

/** People beyond the fire, their faces lit. */
function paintFarCircle(sheet: Sheet, random: Random, fire: Point, size: number): void {
  const count = sheet.width > sheet.height * 2 ? 6 : 4;
  const spread = size * count * 0.75;
  for (let index = 0; index < count; index++) {
    const turn = index / (count - 1) - 0.5;
    const at = point(
      fire.x + turn * 2 * Math.min(spread, sheet.width * 0.44),
      fire.y - size * 0.5 + turn ** 2 * size * 1.6,
    );
    paintSeated(sheet, at, size * random.between(0.9, 1.06), { ...anyone(random), lean: -turn * 0.3 });
  }
}

/** People on the near side: seen from behind, with a lit outline. */
function paintNearCircle(sheet: Sheet, random: Random, fire: Point, size: number): void {
  const reach = Math.min(sheet.width * 0.36, size * 2.1);
  for (const side of [-1, 1]) {
    const at = point(fire.x + side * reach, fire.y + size * 1.1);
    const tall = size * random.between(1.1, 1.25);
    paintBack(sheet, point(at.x - side * size * 0.02, at.y - size * 0.014), tall, side * 0.16, '#ee8637');
    paintBack(sheet, at, tall, side * 0.16, '#110c18');
  }
}

function paintFire(sheet: Sheet, random: Random, foot: Point, size: number): void {
  sheet.glow(point(foot.x, foot.y - size * 0.5), size * 3.4, '#ff8b33', 0.62);
  for (const [turn, colour] of [
    [12, '#3a1d18'],
    [-14, '#4b261c'],
    [3, '#2c1513'],
  ] as const) {
    sheet.transformed(
      point(foot.x, foot.y - size * 0.04),
      () => sheet.box(-size * 0.58, -size * 0.07, size * 1.16, size * 0.14, colour, 1, size * 0.07),
      { turn },
    );
  }
  const layers = [
    ['#c9361f', 1, 1.5],
    ['#f2671f', 0.8, 1.22],
    ['#ffa12e', 0.6, 0.95],
    ['#ffd869', 0.4, 0.66],
    ['#fff7d0', 0.22, 0.38],
  ] as const;
  for (const [colour, width, height] of layers) {
    const tongues = [-0.34, 0.02, 0.32].map((x, index) =>
      tongue(
        random,
        point(foot.x + x * size * width, foot.y),
        size * width * 0.4,
        size * height * (index === 1 ? 1 : random.between(0.5, 0.75)),
      ),
    );
    sheet.fill(tongues.join(''), colour, 0.96);
  }
}

/** One flame, its tip bent aside. */
function tongue(random: Random, foot: Point, half: number, height: number): string {
  const sway = random.between(-0.5, 0.5) * half;
  const tip = point(foot.x + sway * 1.6, foot.y - height);
  const side = (sign: number, share: number, bulge: number): Point =>
    point(foot.x + sign * half * bulge + sway * share ** 2, foot.y - height * share);
  return curve(
    [
      point(foot.x, foot.y + half * 0.12),
      side(-1, 0.08, 0.85),
      side(-1, 0.34, 1),
      side(-1, 0.66, 0.48),
      tip,
      side(1, 0.6, 0.5),
      side(1, 0.3, 0.96),
      side(1, 0.06, 0.82),
    ],
    true,
  );
}

function paintSparks(sheet: Sheet, random: Random, fire: Point, reach: number): void {
  for (const [count, share, opacity] of [
    [26, 0.45, 0.95],
    [26, 0.8, 0.7],
    [22, 1.15, 0.45],
  ] as const) {
    const sparks = Array.from({ length: count }, () => {
      const rise = reach * share * random.between(0.3, 1);
      return disc(
        point(fire.x + random.bell() * reach * 0.13 * (0.4 + rise / reach), fire.y - rise),
        sheet.unit * random.between(0.0012, 0.0034),
      );
    });
    sheet.fill(sparks.join(''), '#ffc46b', opacity);
  }
}

function paintTent(sheet: Sheet, foot: Point, size: number): void {
  const spot = (x: number, y: number): Point => point(foot.x + x * size, foot.y + y * size);
  sheet.glow(spot(0, -0.4), size * 3, '#ffae52', 0.55);
  sheet.fill(lines([spot(-1.25, 0.04), spot(-0.15, -1.05), spot(0.55, -0.98), spot(1.35, 0)], true), '#5b2a22');
  sheet.fill(
    lines([spot(-1.1, 0.02), spot(-0.15, -1.05), spot(0.62, 0.03)], true),
    sheet.radial(spot(-0.18, -0.15), size * 1.1, [
      [0, '#fff2bd'],
      [0.35, '#ffc461'],
      [1, '#c2562b'],
    ]),
  );
  sheet.fill(
    lines([spot(0.62, 0.03), spot(-0.15, -1.05), spot(0.55, -0.98), spot(1.35, 0)], true),
    sheet.linear(spot(0, -0.5), spot(1.2, 0), [
      [0, '#b5502b'],
      [1, '#4c2324'],
    ]),
  );
  sheet.fill(
    `M${n(spot(-0.17, -0.95).x)} ${n(spot(0, -0.95).y)}Q${n(spot(-0.3, -0.4).x)} ${n(spot(0, -0.3).y)} ${n(spot(-0.52, 0.02).x)} ${n(spot(0, 0.02).y)}L${n(spot(0.02, 0).x)} ${n(spot(0, 0.03).y)}Q${n(spot(-0.1, -0.5).x)} ${n(spot(0, -0.5).y)} ${n(spot(-0.17, -0.95).x)} ${n(spot(0, -0.95).y)}Z`,
    '#fffbe2',
    0.85,
  );
}
