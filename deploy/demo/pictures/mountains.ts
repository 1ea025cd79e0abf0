import { mix, shade } from './colour.ts';
import { lerp } from './noise.ts';
import type { Random } from './random.ts';
import { heightAt, lines, n, type Point, point, ridge, under } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';
import { paintMoon, paintSky, paintSun, type Sky } from './sky.ts';
import { fir } from './trees.ts';

interface Hour {
  sky: Sky;
  far: string;
  near: string;
  mist: string;
  /** Colour of the lit side of the peaks. */
  lit: string;
  litStrength: number;
  moon: boolean;
}

const dusk: Hour = {
  sky: {
    colours: ['#2b3168', '#6d4c8c', '#c9647f', '#f2936a', '#fccf93'],
    light: '#ffe9bd',
    clouds: 0.5,
    stars: false,
  },
  far: '#b9708a',
  near: '#1d1638',
  mist: '#f6b083',
  lit: '#ffb98a',
  litStrength: 0.5,
  moon: false,
};
const dawn: Hour = {
  sky: {
    colours: ['#5f9bb5', '#9cc5c9', '#dfdcc6', '#f8d6ac', '#fbc397'],
    light: '#fff6e0',
    clouds: 0.6,
    stars: false,
  },
  far: '#9fb0bb',
  near: '#1c3a45',
  mist: '#f6dcc0',
  lit: '#ffe3bf',
  litStrength: 0.55,
  moon: false,
};
const night: Hour = {
  sky: {
    colours: ['#070c22', '#0f1c44', '#21406f', '#43699a', '#7b9bbd'],
    light: '#cfdcea',
    clouds: 0.35,
    stars: true,
  },
  far: '#45688f',
  near: '#050a19',
  mist: '#7f9fc0',
  lit: '#c3d9ec',
  litStrength: 0.3,
  moon: true,
};
const winter: Hour = {
  sky: {
    colours: ['#3b76aa', '#6ba4ca', '#a7cbdc', '#dfe6da', '#f9ead0'],
    light: '#fffaf0',
    clouds: 0.7,
    stars: false,
  },
  far: '#9dbad3',
  near: '#163440',
  mist: '#eef0e8',
  lit: '#ffffff',
  litStrength: 0.92,
  moon: false,
};

export const duskRange: Painter = (sheet, random) => paintRange(sheet, random, dusk);
export const dawnRange: Painter = (sheet, random) => paintRange(sheet, random, dawn);
export const nightRange: Painter = (sheet, random) => paintRange(sheet, random, night);
export const winterRange: Painter = (sheet, random) => paintRange(sheet, random, winter);

/** Several ridges, firs in front, and one lit window. */
function paintRange(sheet: Sheet, random: Random, hour: Hour): void {
  const horizon = sheet.height * random.between(0.5, 0.56);
  const light = point(sheet.width * random.between(0.24, 0.76), horizon * random.between(0.5, 0.7));
  paintSky(sheet, random, hour.sky, horizon * 1.08, light);
  const size = sheet.unit * random.between(0.055, 0.08);
  if (hour.moon) paintMoon(sheet, random, light, size * 0.7);
  else paintSun(sheet, light, size, hour.sky.light);
  paintRidges(sheet, random, hour, horizon);
  paintWood(sheet, random, hour);
  paintBirds(sheet, random, hour);
}

function paintRidges(sheet: Sheet, random: Random, hour: Hour, top: number): void {
  const count = 6;
  const floor = sheet.height * 0.98;
  for (let index = 0; index < count; index++) {
    const depth = index / (count - 1);
    const y = lerp(top, floor, depth ** 1.2 * 0.82);
    const relief = sheet.unit * lerp(0.16, 0.055, depth);
    const skyline = ridge(random, { width: sheet.width, y, relief, roughness: lerp(0.62, 0.25, depth), detail: 8 });
    const colour = mix(hour.far, hour.near, depth ** 1.15);
    const foot = mix(colour, hour.mist, lerp(0.75, 0.12, depth ** 0.8));
    const land = under(skyline, sheet.height + 10);
    const crest = Math.min(...skyline.map((spot) => spot.y));
    sheet.fill(
      land,
      sheet.falling(crest, y + relief * 1.6, [
        [0, colour],
        [0.35, colour],
        [1, foot],
      ]),
    );
    if (depth < 0.5)
      paintFaces(sheet, random, hour, skyline, { strength: hour.litStrength * (1 - depth * 1.6), crest, relief });
  }
}

interface Faces {
  strength: number;
  crest: number;
  relief: number;
}

/** The lit faces, from each summit down to the next dip, with a jagged lower edge. */
function paintFaces(
  sheet: Sheet,
  random: Random,
  hour: Hour,
  skyline: readonly Point[],
  { strength, crest, relief }: Faces,
): void {
  const faces = turns(skyline, Math.round(skyline.length * 0.018)).map(({ summit, dip }) => {
    const side = skyline.slice(summit, dip + 1);
    const [from, to] = [side[0] ?? point(0, 0), side[side.length - 1] ?? point(0, 0)];
    const fall = Math.max(to.y - from.y, relief * 0.25) * random.between(1.1, 1.7);
    const foot = point(from.x + (to.x - from.x) * random.between(-0.25, 0.2), from.y + fall);
    return lines([...side, ...torn(random, to, foot, 5), ...torn(random, foot, from, 6)], true);
  });
  if (faces.length === 0) return;
  sheet.fill(
    faces.join(''),
    sheet.falling(crest, crest + relief * 3.4, [
      [0, hour.lit, strength],
      [0.5, hour.lit, strength * 0.4],
      [1, hour.lit, 0],
    ]),
  );
}

/** Returns each summit with the dip to its right. */
function turns(skyline: readonly Point[], reach: number): { summit: number; dip: number }[] {
  const isTurn = (index: number, sign: 1 | -1): boolean => {
    const ownY = skyline[index]?.y ?? 0;
    return skyline.slice(Math.max(0, index - reach), index + reach + 1).every(({ y }) => (y - ownY) * sign >= 0);
  };
  return skyline.flatMap((_, summit) => {
    if (!isTurn(summit, 1)) return [];
    const dip = skyline.findIndex((_, index) => index > summit && isTurn(index, -1));
    return dip > summit + 2 ? [{ summit, dip }] : [];
  });
}

function torn(random: Random, from: Point, to: Point, steps: number): Point[] {
  const reach = Math.hypot(to.x - from.x, to.y - from.y) * 0.09;
  return Array.from({ length: steps }, (_, step) => {
    const share = (step + 1) / (steps + 1);
    return point(
      lerp(from.x, to.x, share) + random.bell() * reach,
      lerp(from.y, to.y, share) + random.bell() * reach * 0.6,
    );
  });
}

/** Firs along the nearest slopes, as the darkest area. */
function paintWood(sheet: Sheet, random: Random, hour: Hour): void {
  for (const row of [0, 1, 2]) {
    const y = sheet.height * (0.9 + row * 0.055);
    const rise = ridge(random, { width: sheet.width, y, relief: sheet.unit * 0.05, roughness: 0.2, detail: 5 });
    const colour = mix(mix(hour.near, hour.far, 0.22), shade(hour.near, -0.03), row / 2);
    const firs: string[] = [];
    for (let x = -10; x < sheet.width + 10; x += sheet.unit * random.between(0.008, 0.04)) {
      if (random.chance(0.22)) x += sheet.unit * 0.05;
      firs.push(
        fir(
          random,
          point(x, heightAt(rise, Math.max(0, x)) + 8),
          sheet.unit * random.between(0.035, 0.07) * (1 + row * 0.45),
        ),
      );
    }
    sheet.fill(under(rise, sheet.height + 10) + firs.join(''), colour);
    if (row === 1) paintHut(sheet, random, rise);
  }
}

/** A roof and a lit window among the firs. */
function paintHut(sheet: Sheet, random: Random, rise: readonly Point[]): void {
  const size = sheet.unit * 0.03;
  const x = sheet.width * random.between(0.2, 0.8);
  const foot = point(x, heightAt(rise, x) + size * 0.3);
  sheet.glow(point(foot.x, foot.y - size * 0.5), size * 4, '#ffb454', 0.5);
  const wall = [point(-0.8, 0), point(-0.8, -0.8), point(0, -1.5), point(0.8, -0.8), point(0.8, 0)];
  sheet.fill(
    lines(
      wall.map((spot) => point(foot.x + spot.x * size, foot.y + spot.y * size)),
      true,
    ),
    '#140d16',
  );
  sheet.box(foot.x - size * 0.25, foot.y - size * 0.75, size * 0.5, size * 0.42, '#ffd27a');
}

function paintBirds(sheet: Sheet, random: Random, hour: Hour): void {
  if (hour.moon) return;
  const flock = point(sheet.width * random.between(0.2, 0.8), sheet.height * random.between(0.18, 0.34));
  const birds = Array.from({ length: random.whole(3, 6) }, () => {
    const at = point(flock.x + random.bell() * sheet.unit * 0.08, flock.y + random.bell() * sheet.unit * 0.035);
    const wing = sheet.unit * random.between(0.008, 0.014);
    const rise = wing * random.between(0.25, 0.6);
    return `M${n(at.x - wing)} ${n(at.y - rise)}q${n(wing * 0.6)} ${n(-rise * 0.4)} ${n(wing)} ${n(rise)}q${n(wing * 0.4)} ${n(-rise * 1.4)} ${n(wing)} ${n(-rise)}`;
  });
  sheet.stroke(birds.join(''), hour.near, sheet.unit * 0.0022, 0.75);
}
