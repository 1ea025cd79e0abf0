import { mix } from './colour.ts';
import { lerp } from './noise.ts';
import type { Random } from './random.ts';
import { curve, disc, heightAt, lines, n, type Point, point } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';
import { paintSky, paintSun, type Sky } from './sky.ts';

interface Sand {
  sky: Sky;
  far: string;
  lit: string;
  shade: string;
  figure: string;
}

const afternoon: Sand = {
  sky: { colours: ['#3d7f9c', '#8fb9b8', '#ecd9b4', '#f7c58c'], light: '#fff3d2', clouds: 0.25, stars: false },
  far: '#eab884',
  lit: '#f0a55e',
  shade: '#7c3a3c',
  figure: '#3a1c2a',
};
const lastLight: Sand = {
  sky: { colours: ['#1d2452', '#4d3a78', '#a8527c', '#ee8666', '#fbbf86'], light: '#ffe0ae', clouds: 0.4, stars: true },
  far: '#cf7a76',
  lit: '#e98a63',
  shade: '#2f1b46',
  figure: '#1a0f2c',
};

export const dunes: Painter = (sheet, random) => paintDunes(sheet, random, afternoon);
export const duskDunes: Painter = (sheet, random) => paintDunes(sheet, random, lastLight);

function paintDunes(sheet: Sheet, random: Random, sand: Sand): void {
  const horizon = sheet.height * random.between(0.4, 0.48);
  const fromLeft = random.chance(0.5);
  const light = point(
    sheet.width * (fromLeft ? random.between(0.15, 0.35) : random.between(0.65, 0.85)),
    horizon * random.between(0.55, 0.8),
  );
  paintSky(sheet, random, sand.sky, horizon * 1.1, light);
  paintSun(sheet, light, sheet.unit * 0.06, sand.sky.light);
  const count = 6;
  for (let index = 0; index < count; index++) {
    const depth = index / (count - 1);
    const dune = duneAt(sheet, random, lerp(horizon, sheet.height * 0.86, depth ** 1.25), depth);
    paintDune(sheet, random, sand, dune, { depth, fromLeft });
    if (index === 3) paintWanderer(sheet, random, sand, dune, fromLeft);
  }
}

interface Dune {
  crest: Point[];
  summit: Point;
  height: number;
}

/** A crest that rises to one summit. */
function duneAt(sheet: Sheet, random: Random, y: number, depth: number): Dune {
  const height = sheet.unit * lerp(0.07, 0.22, depth) * random.between(0.8, 1.25);
  const top = sheet.width * random.between(0.18, 0.82);
  const spread = sheet.width * random.between(0.24, 0.4);
  const phase = random.between(0, 6);
  const steps = 22;
  const crest = Array.from({ length: steps + 1 }, (_, step) => {
    const x = (sheet.width * 1.1 * step) / steps - sheet.width * 0.05;
    const rise = Math.exp(-(((x - top) / spread) ** 2)) * height;
    return point(x, y - rise + Math.sin(phase + (x / sheet.width) * 7) * height * 0.12);
  });
  return { crest, summit: point(top, heightAt(crest, top)), height };
}

function paintDune(
  sheet: Sheet,
  random: Random,
  sand: Sand,
  { crest, summit, height }: Dune,
  { depth, fromLeft }: { depth: number; fromLeft: boolean },
): void {
  const lit = mix(sand.far, sand.lit, depth);
  const dark = mix(sand.far, sand.shade, 0.25 + depth * 0.7);
  const floor = sheet.height + 10;
  const body = `${curve(crest)}L${n(sheet.width * 1.05)} ${n(floor)}L${n(-sheet.width * 0.05)} ${n(floor)}Z`;
  sheet.fill(
    body,
    sheet.falling(summit.y, summit.y + height * 3.2, [
      [0, mix(lit, sand.sky.light, 0.3)],
      [0.4, lit],
      [1, mix(lit, dark, 0.55)],
    ]),
  );
  const lee = leeOf(sheet, random, crest, summit, height, fromLeft);
  const reach = sheet.width * 0.5 * (fromLeft ? 1 : -1);
  sheet.within(body, () =>
    sheet.fill(
      lee,
      sheet.linear(summit, point(summit.x + reach, summit.y + height * 1.4), [
        [0, dark, 0.95],
        [0.5, dark, 0.6],
        [1, dark, 0],
      ]),
    ),
  );
  if (depth > 0.3) paintWind(sheet, random, { crest, summit, height }, mix(lit, dark, 0.5), depth);
}

/** The shaded side, separated from the lit one by a winding edge. */
function leeOf(
  sheet: Sheet,
  random: Random,
  crest: readonly Point[],
  summit: Point,
  height: number,
  fromLeft: boolean,
): string {
  const away = fromLeft ? 1 : -1;
  const side = crest.filter((spot) => (spot.x - summit.x) * away > 0);
  const along = fromLeft ? side : [...side].reverse();
  const edge = [1, 0.75, 0.5, 0.25].map((share) =>
    point(
      summit.x + away * sheet.width * (0.34 * share ** 1.4 + Math.sin(share * 6) * 0.035) * random.between(0.85, 1.15),
      summit.y + height * 2.9 * share,
    ),
  );
  const end = along[along.length - 1] ?? summit;
  return `${curve([summit, ...along])}L${n(end.x)} ${n(summit.y + height * 3)}${curve([point(end.x, summit.y + height * 3), ...edge, summit]).replace('M', 'L')}Z`;
}

/** Wind ripples on the lit side. */
function paintWind(sheet: Sheet, random: Random, { crest, height }: Dune, colour: string, depth: number): void {
  const marks: string[] = [];
  for (let row = 1; row < 9; row++) {
    const drop = height * 0.16 * row ** 1.25;
    const from = random.whole(0, 12);
    const part = crest
      .slice(from, from + random.whole(5, 12))
      .map((spot, step) => point(spot.x, spot.y + drop + Math.sin(step * 1.9 + row) * height * 0.025));
    if (part.length > 2) marks.push(curve(part));
  }
  sheet.stroke(marks.join(''), colour, lerp(1, 2.4, depth), 0.35);
}

/** A small person with a long shadow. */
function paintWanderer(sheet: Sheet, random: Random, sand: Sand, { crest }: Dune, fromLeft: boolean): void {
  const size = sheet.unit * 0.032;
  for (const step of [0, 1, 2]) {
    const x = sheet.width * random.between(0.3, 0.36) + step * size * random.between(1.6, 2.4) + sheet.width * 0.1;
    const foot = point(x, heightAt(crest, x) + size * 0.12);
    const shadow = (fromLeft ? 1 : -1) * size * 2.6;
    sheet.fill(
      lines(
        [
          point(foot.x - size * 0.12, foot.y),
          point(foot.x + size * 0.12, foot.y),
          point(foot.x + shadow, foot.y + size * 0.75),
        ],
        true,
      ),
      sand.figure,
      0.45,
    );
    sheet.fill(
      lines(
        [
          point(foot.x - size * 0.2, foot.y),
          point(foot.x - size * 0.1, foot.y - size * 0.72),
          point(foot.x + size * 0.1, foot.y - size * 0.72),
          point(foot.x + size * 0.22, foot.y),
        ],
        true,
      ) + disc(point(foot.x, foot.y - size * 0.88), size * 0.16),
      sand.figure,
    );
  }
}
