import { mix } from './colour.ts';
import { lerp } from './noise.ts';
import type { Random } from './random.ts';
import { box, curve, heightAt, lines, n, type Point, point, ridge, under } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';
import { paintMoon, paintSky, paintSun, type Sky } from './sky.ts';

interface Tide {
  sky: Sky;
  /** Colours of the water at the horizon and in the foreground. */
  far: string;
  near: string;
  glitter: string;
  land: string;
  moon: boolean;
}

const evening: Tide = {
  sky: {
    colours: ['#34407e', '#8a5590', '#dd6d7c', '#f8a271', '#fdd69c'],
    light: '#ffedc4',
    clouds: 0.75,
    stars: false,
  },
  far: '#f0a083',
  near: '#27305f',
  glitter: '#ffe6ae',
  land: '#3a2450',
  moon: false,
};
const noon: Tide = {
  sky: {
    colours: ['#2f8ab8', '#62b3cf', '#a6d8dc', '#e2efe2', '#fbf0d6'],
    light: '#ffffff',
    clouds: 0.85,
    stars: false,
  },
  far: '#86cbce',
  near: '#0f5a74',
  glitter: '#fdfae6',
  land: '#33606a',
  moon: false,
};
const moonlit: Tide = {
  sky: { colours: ['#060a1e', '#0d1a40', '#1c3a68', '#33608c', '#5f8fae'], light: '#d8e4ea', clouds: 0.5, stars: true },
  far: '#4f80a4',
  near: '#060c20',
  glitter: '#f0f0dc',
  land: '#07102a',
  moon: true,
};

export const eveningSea: Painter = (sheet, random) => paintSea(sheet, random, evening, paintSail);
export const noonSea: Painter = (sheet, random) => paintSea(sheet, random, noon, paintSail);
export const lighthouse: Painter = (sheet, random) => paintSea(sheet, random, moonlit, paintLighthouse);
export const eveningLighthouse: Painter = (sheet, random) => paintSea(sheet, random, evening, paintLighthouse);

type Landmark = (sheet: Sheet, random: Random, tide: Tide, scene: Scene) => void;

interface Scene {
  horizon: number;
  light: Point;
}

function paintSea(sheet: Sheet, random: Random, tide: Tide, landmark: Landmark): void {
  const horizon = sheet.height * random.between(0.5, 0.6);
  const size = sheet.unit * random.between(0.075, 0.1);
  const height = tide.moon ? sheet.unit * 0.3 : size * random.between(0.1, 1.3);
  const light = point(sheet.width * random.between(0.28, 0.72), horizon - height);
  paintSky(sheet, random, tide.sky, horizon, light);
  if (tide.moon) paintMoon(sheet, random, light, size * 0.6);
  else paintSun(sheet, light, size, tide.sky.light);
  paintCoast(sheet, random, tide, horizon);
  paintWater(sheet, tide, horizon, light);
  paintSwell(sheet, random, tide, horizon);
  paintGlitter(sheet, random, tide, { horizon, light });
  landmark(sheet, random, tide, { horizon, light });
}

function paintCoast(sheet: Sheet, random: Random, tide: Tide, horizon: number): void {
  for (const layer of [0, 1]) {
    const side = random.chance(0.5);
    const reach = sheet.width * random.between(0.28, 0.5);
    const skyline = ridge(random, { width: reach, y: 0, relief: sheet.unit * 0.012, roughness: 0.5, detail: 6 });
    const land = skyline.map((spot) => {
      const share = spot.x / reach;
      const y = horizon + 1 - sheet.unit * (0.075 - layer * 0.02) * Math.sqrt(1 - share) + spot.y * (1 - share);
      return point(side ? sheet.width - spot.x : spot.x, Math.min(y, horizon + 1));
    });
    sheet.fill(under(land, horizon + 2), mix(tide.land, tide.far, layer === 0 ? 0.62 : 0.35));
  }
}

function paintWater(sheet: Sheet, tide: Tide, horizon: number, light: Point): void {
  const depth = sheet.height - horizon;
  const paint = sheet.falling(horizon, sheet.height, [
    [0, tide.far],
    [0.16, mix(tide.far, tide.near, 0.38)],
    [0.55, mix(tide.far, tide.near, 0.78)],
    [1, tide.near],
  ]);
  sheet.box(0, horizon, sheet.width, depth, paint);
  const path = sheet.radial(point(light.x, horizon), sheet.unit * 0.7, [
    [0, tide.glitter, 0.5],
    [0.4, tide.glitter, 0.14],
    [1, tide.glitter, 0],
  ]);
  sheet.box(0, horizon, sheet.width, depth, path);
}

/** Long low waves, wider apart towards the viewer. */
function paintSwell(sheet: Sheet, random: Random, tide: Tide, horizon: number): void {
  const depth = sheet.height - horizon;
  for (let wave = 0; wave < 11; wave++) {
    const nearness = ((wave + 1) / 11) ** 1.9;
    const y = horizon + depth * nearness;
    const swing = lerp(1.5, sheet.unit * 0.016, nearness);
    const length = lerp(sheet.width * 0.06, sheet.width * 0.3, nearness);
    const start = random.between(0, 6);
    const crest = Array.from({ length: 26 }, (_, step) => {
      const x = (sheet.width * step) / 25;
      return point(
        x,
        y + Math.sin(start + (x / length) * 2.4) * swing + Math.sin(start * 2 + (x / length) * 5.1) * swing * 0.4,
      );
    });
    const height = lerp(4, sheet.unit * 0.075, nearness);
    sheet.fill(
      `${curve(crest)}L${n(sheet.width)} ${n(y + height)}L0 ${n(y + height)}Z`,
      sheet.falling(y - swing, y + height, [
        [0, mix(tide.far, tide.near, 0.45 + nearness * 0.25), 0.62],
        [0.25, mix(tide.far, tide.near, 0.9), 0.34],
        [1, tide.near, 0],
      ]),
    );
    sheet.stroke(curve(crest), tide.glitter, lerp(0.6, 2.2, nearness), 0.22);
  }
}

/** Reflection of the light on the water. */
function paintGlitter(sheet: Sheet, random: Random, tide: Tide, { horizon, light }: Scene): void {
  const bars: string[] = [];
  for (let bar = 0; bar < 210; bar++) {
    const nearness = random.next() ** 1.5;
    const y = lerp(horizon + 2, sheet.height * 0.98, nearness);
    const spread = sheet.unit * lerp(0.05, 0.2, nearness);
    const x = light.x + random.bell() * spread;
    const half = sheet.unit * lerp(0.006, 0.034, nearness) * random.between(0.4, 1.3);
    const thick = lerp(0.8, 3.4, nearness);
    bars.push(
      `M${n(x - half)} ${n(y)}q${n(half)} ${n(-thick)} ${n(half * 2)} 0q${n(-half)} ${n(thick)} ${n(-half * 2)} 0Z`,
    );
  }
  sheet.fill(bars.join(''), tide.glitter, 0.62);
}

function paintSail(sheet: Sheet, random: Random, tide: Tide, { horizon, light }: Scene): void {
  const size = sheet.unit * random.between(0.1, 0.14);
  const side = light.x > sheet.width / 2 ? -1 : 1;
  const foot = point(
    light.x + side * sheet.width * random.between(0.16, 0.26),
    horizon + sheet.unit * random.between(0.055, 0.1),
  );
  const at = (x: number, y: number): Point => point(foot.x + x * size, foot.y + y * size);
  sheet.fill(lines([at(-0.05, 0.02), at(0.06, 0.85), at(0.3, 0.06)], true), tide.sky.light, 0.2);
  sheet.fill(curve([at(-0.46, -0.14), at(-0.3, 0.02), at(0.3, 0.02), at(0.5, -0.16), at(0, -0.12)], true), tide.land);
  sheet.fill(
    `M${n(at(0, -0.18).x)} ${n(at(0, -0.18).y)}Q${n(at(0.52, -0.5).x)} ${n(at(0.52, -0.5).y)} ${n(at(0.02, -1.25).x)} ${n(at(0.02, -1.25).y)}Z`,
    '#fff3df',
  );
  sheet.fill(
    `M${n(at(-0.05, -0.2).x)} ${n(at(-0.05, -0.2).y)}Q${n(at(-0.2, -0.6).x)} ${n(at(-0.2, -0.6).y)} ${n(at(-0.03, -1.08).x)} ${n(at(-0.03, -1.08).y)}L${n(at(-0.42, -0.22).x)} ${n(at(-0.42, -0.22).y)}Z`,
    '#f2b88f',
  );
}

/** A rock, a tower, and its two beams. */
function paintLighthouse(sheet: Sheet, random: Random, tide: Tide, { horizon, light }: Scene): void {
  const right = light.x < sheet.width / 2;
  const x = sheet.width * (right ? random.between(0.76, 0.84) : random.between(0.16, 0.24));
  const rock = ridge(random, { width: sheet.width * 0.5, y: 0, relief: sheet.unit * 0.05, roughness: 0.95, detail: 7 });
  const cliff = rock.map((spot) => {
    const share = Math.abs(spot.x / (sheet.width * 0.25) - 1);
    return point(
      x - sheet.width * 0.25 + spot.x,
      horizon + sheet.unit * 0.16 + spot.y * (1 - share) - sheet.unit * 0.19 * (1 - share ** 2.6),
    );
  });
  const foot = point(x, heightAt(cliff, x) + 8);
  const size = sheet.unit * 0.24;
  const lamp = point(foot.x, foot.y - size * 1.06);
  paintBeam(sheet, lamp, right ? Math.PI * 1.03 : -Math.PI * 0.03, sheet.width);
  paintBeam(sheet, lamp, right ? Math.PI * 0.05 : Math.PI * 0.95, sheet.width * 0.5);
  paintTower(sheet, tide, foot, size);
  const floor = horizon + sheet.unit * 0.16;
  sheet.within(box(0, 0, sheet.width, floor), () =>
    sheet.fill(
      under(cliff, sheet.height),
      sheet.falling(foot.y, floor, [
        [0, tide.land],
        [1, mix(tide.land, tide.near, 0.5)],
      ]),
    ),
  );
  sheet.glow(lamp, size * 0.8, '#ffe9a8', 0.9);
}

function paintBeam(sheet: Sheet, lamp: Point, angle: number, length: number): void {
  const end = (turn: number): Point =>
    point(lamp.x + Math.cos(angle + turn) * length, lamp.y + Math.sin(angle + turn) * length);
  sheet.fill(
    lines([lamp, end(-0.06), end(0.06)], true),
    sheet.radial(lamp, length, [
      [0, '#fff3c4', 0.62],
      [0.5, '#fff3c4', 0.16],
      [1, '#fff3c4', 0],
    ]),
  );
}

function paintTower(sheet: Sheet, tide: Tide, foot: Point, size: number): void {
  const at = (x: number, y: number): Point => point(foot.x + x * size, foot.y + y * size);
  const side = sheet.linear(at(-0.13, 0), at(0.13, 0), [
    [0, '#f4e6d2'],
    [1, mix('#a28f92', tide.land, 0.5)],
  ]);
  sheet.fill(lines([at(-0.12, 0), at(-0.075, -0.95), at(0.075, -0.95), at(0.12, 0)], true), side);
  for (const band of [0.18, 0.52]) {
    sheet.fill(
      lines([at(-0.115, -band), at(-0.1, -band - 0.17), at(0.1, -band - 0.17), at(0.115, -band)], true),
      '#b4493f',
      0.9,
    );
  }
  sheet.fill(lines([at(-0.12, -0.95), at(0.12, -0.95), at(0.12, -0.985), at(-0.12, -0.985)], true), tide.land);
  sheet.fill(lines([at(-0.055, -0.985), at(-0.055, -1.12), at(0.055, -1.12), at(0.055, -0.985)], true), '#ffefb5');
  sheet.fill(lines([at(-0.085, -1.12), at(0, -1.24), at(0.085, -1.12)], true), tide.land);
}
