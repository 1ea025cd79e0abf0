import { mix } from './colour.ts';
import { lerp } from './noise.ts';
import type { Random } from './random.ts';
import { blob, box, curve, disc, heightAt, leaf, lines, n, type Point, point } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';
import { paintSky, paintSun, type Sky } from './sky.ts';

interface Season {
  sky: Sky;
  far: string;
  fields: readonly string[];
  trees: string;
  road: string;
}

const summer: Season = {
  sky: { colours: ['#4f9fc4', '#93c8d2', '#dcebd8', '#fbeccb'], light: '#fffaf0', clouds: 0.85, stars: false },
  far: '#a9c8b4',
  fields: ['#8fb35a', '#d9c25c', '#6fa05a', '#e3b654', '#a8c06a', '#9a86b8'],
  trees: '#2c5a48',
  road: '#f3e3c4',
};
const autumn: Season = {
  sky: { colours: ['#c98a6a', '#e8b484', '#f6d6a6', '#fdeccb'], light: '#fff4da', clouds: 0.6, stars: false },
  far: '#d9b49a',
  fields: ['#c9803f', '#a85a38', '#d9a24a', '#8a6a44', '#b8923f', '#e0b868'],
  trees: '#6a3a2c',
  road: '#f6e2bf',
};

export const summerRoad: Painter = (sheet, random) => paintCountry(sheet, random, summer);
export const autumnRoad: Painter = (sheet, random) => paintCountry(sheet, random, autumn);

/** Fields over rolling hills, a winding road, a cyclist. */
function paintCountry(sheet: Sheet, random: Random, season: Season): void {
  const horizon = sheet.height * random.between(0.38, 0.46);
  const sun = point(sheet.width * random.between(0.2, 0.8), horizon * random.between(0.4, 0.7));
  paintSky(sheet, random, season.sky, horizon * 1.15, sun);
  paintSun(sheet, sun, sheet.unit * 0.055, season.sky.light);
  const count = 6;
  const hills = Array.from({ length: count }, (_, index) =>
    hillAt(sheet, random, lerp(horizon, sheet.height * 0.88, (index / (count - 1)) ** 1.2), index / (count - 1)),
  );
  for (const [index, hill] of hills.entries()) {
    const depth = index / (count - 1);
    paintHill(sheet, random, season, hill, depth);
    if (index === 2) paintFarm(sheet, random, season, hill);
    if (index < count - 1) paintTrees(sheet, random, season, hill, depth);
  }
  paintRoad(sheet, random, season, hills[count - 2] ?? []);
}

function hillAt(sheet: Sheet, random: Random, y: number, depth: number): Point[] {
  const swing = sheet.unit * lerp(0.035, 0.075, depth);
  const [one, two] = [random.between(0, 6), random.between(0, 6)];
  const waves = random.between(3, 5.5) * (1.2 - depth * 0.5);
  return Array.from({ length: 25 }, (_, step) => {
    const share = step / 24;
    return point(
      sheet.width * share,
      y - Math.sin(one + share * waves) * swing - Math.sin(two + share * waves * 2.3) * swing * 0.3,
    );
  });
}

function paintHill(sheet: Sheet, random: Random, season: Season, hill: readonly Point[], depth: number): void {
  const base = mix(season.far, random.pick(season.fields), 0.25 + depth * 0.75);
  const top = Math.min(...hill.map((spot) => spot.y));
  const body = `${curve(hill)}L${n(sheet.width)} ${n(sheet.height)}L0 ${n(sheet.height)}Z`;
  const low = top + sheet.unit * lerp(0.14, 0.4, depth);
  sheet.fill(
    body,
    sheet.falling(top, low, [
      [0, mix(base, season.sky.light, 0.3)],
      [1, mix(base, season.trees, 0.28)],
    ]),
  );
  if (depth < 0.15) return;
  sheet.within(body, () => {
    for (let patch = 0; patch < 3; patch++) paintPatch(sheet, random, season, hill, depth);
  });
}

/** A field with furrows along the slope. */
function paintPatch(sheet: Sheet, random: Random, season: Season, hill: readonly Point[], depth: number): void {
  const from = random.between(-0.1, 0.8) * sheet.width;
  const wide = sheet.width * random.between(0.16, 0.36);
  const colour = mix(season.far, random.pick(season.fields), 0.3 + depth * 0.7);
  const drop = sheet.unit * lerp(0.07, 0.24, depth);
  const lean = sheet.unit * random.between(-0.16, 0.16) * (0.4 + depth);
  const at = (across: number, down: number): Point => {
    const x = from + wide * across;
    return point(x + lean * down, heightAt(hill, Math.min(sheet.width, Math.max(0, x))) + drop * down);
  };
  const edge = [0, 0.33, 0.66, 1];
  const form = `${curve(edge.map((share) => at(share, 0.03)))}${curve([...edge].reverse().map((share) => at(share, 1))).replace('M', 'L')}Z`;
  sheet.fill(form, colour, 0.9);
  const furrows = Array.from({ length: 9 }, (_, row) =>
    curve([at((row + 0.5) / 9, 0.05), at((row + 0.5) / 9 + 0.02, 0.5), at((row + 0.5) / 9, 1)]),
  );
  sheet.stroke(furrows.join(''), mix(colour, season.trees, 0.5), lerp(0.8, 2.6, depth), 0.5);
}

function paintTrees(sheet: Sheet, random: Random, season: Season, hill: readonly Point[], depth: number): void {
  const size = sheet.unit * lerp(0.018, 0.055, depth);
  const colour = mix(season.far, season.trees, 0.45 + depth * 0.55);
  for (let group = 0; group < 3; group++) {
    const start = random.between(0, sheet.width);
    const slim = random.chance(0.5);
    for (let tree = 0; tree < random.whole(2, 6); tree++) {
      const x = start + tree * size * (slim ? 0.75 : 1.1) * random.between(0.9, 1.3);
      if (x > sheet.width) continue;
      const foot = point(x, heightAt(hill, x) + size * 0.2);
      const tall = size * random.between(0.8, 1.2) * (slim ? 2.2 : 1);
      sheet.oval(point(foot.x + size * 0.7, foot.y + size * 0.05), size * 1.1, size * 0.14, season.trees, 0.25);
      const crown = slim
        ? leaf(point(foot.x, foot.y + 2), point(foot.x, foot.y - tall), 0.26)
        : blob(random, point(foot.x, foot.y - tall * 0.7), tall * 0.55, 0.09);
      if (!slim) sheet.fill(box(foot.x - size * 0.06, foot.y - tall * 0.4, size * 0.12, tall * 0.42), '#4a3024');
      sheet.fill(
        crown,
        sheet.linear(point(foot.x - size, 0), point(foot.x + size, 0), [
          [0, mix(colour, season.sky.light, 0.35)],
          [1, colour],
        ]),
      );
    }
  }
}

function paintFarm(sheet: Sheet, random: Random, season: Season, hill: readonly Point[]): void {
  const size = sheet.unit * 0.045;
  const x = sheet.width * random.between(0.25, 0.75);
  const foot = point(x, heightAt(hill, x) + size * 0.35);
  sheet.box(foot.x - size, foot.y - size * 0.7, size * 1.5, size * 0.7, '#f6e6cb');
  sheet.box(foot.x + size * 0.1, foot.y - size * 0.7, size * 0.4, size * 0.7, '#d9bd9c');
  sheet.fill(
    lines(
      [
        point(foot.x - size * 1.15, foot.y - size * 0.7),
        point(foot.x - size * 0.8, foot.y - size * 1.15),
        point(foot.x + size * 0.4, foot.y - size * 1.15),
        point(foot.x + size * 0.6, foot.y - size * 0.7),
      ],
      true,
    ),
    '#b5523a',
  );
  sheet.fill(
    box(foot.x - size * 0.75, foot.y - size * 0.5, size * 0.18, size * 0.22) +
      box(foot.x - size * 0.3, foot.y - size * 0.5, size * 0.18, size * 0.5),
    mix(season.trees, '#2a1a18', 0.5),
  );
}

/** A road from the foreground to the crest in four bends. */
function paintRoad(sheet: Sheet, random: Random, season: Season, hill: readonly Point[]): void {
  const end = sheet.width * random.between(0.4, 0.6);
  const top = heightAt(hill, end) + 2;
  const bends = random.chance(0.5) ? 1 : -1;
  const steps = 30;
  const way = Array.from({ length: steps + 1 }, (_, step) => {
    const near = step / steps;
    const y = lerp(top, sheet.height + 12, near ** 1.25);
    const sway = Math.sin(near * 8.2) * sheet.unit * 0.22 * near ** 0.75 * bends;
    return {
      middle: point(lerp(end, sheet.width * 0.5, near) + sway, y),
      half: lerp(sheet.unit * 0.005, sheet.unit * 0.085, near ** 1.15),
    };
  });
  const side = (sign: number): Point[] => way.map(({ middle, half }) => point(middle.x + sign * half, middle.y));
  const form = `${curve(side(-1))}${curve(side(1).reverse()).replace('M', 'L')}Z`;
  sheet.fill(
    form,
    sheet.falling(top, sheet.height, [
      [0, mix(season.road, season.sky.light, 0.4)],
      [1, mix(season.road, '#8a6a5a', 0.35)],
    ]),
  );
  const dashes = way.slice(4).flatMap(({ middle: from }, index) => {
    const to = way[index + 5]?.middle;
    return index % 2 === 0 && to ? [lines([from, point((from.x + to.x) / 2, (from.y + to.y) / 2)])] : [];
  });
  sheet.stroke(dashes.join(''), '#ffffff', sheet.unit * 0.0045, 0.7);
  const rider = way[17];
  if (rider) paintRider(sheet, random, point(rider.middle.x, rider.middle.y), sheet.unit * 0.062, bends);
}

function paintRider(sheet: Sheet, random: Random, foot: Point, size: number, side: number): void {
  const at = (x: number, y: number): Point => point(foot.x + x * size * side, foot.y + y * size);
  const dark = '#2a1c22';
  const shirt = random.pick(['#d9432f', '#f0b63c', '#2f6a8a']);
  sheet.oval(at(0.3, 0.02), size * 0.9, size * 0.09, '#2a1c22', 0.3);
  for (const x of [-0.42, 0.42]) sheet.ring(at(x, -0.28), size * 0.28, dark, size * 0.055);
  sheet.stroke(
    lines([at(-0.42, -0.28), at(-0.12, -0.66), at(0.3, -0.68), at(0.42, -0.28)]) +
      lines([at(-0.12, -0.66), at(0, -0.28), at(0.3, -0.68)]) +
      lines([at(0.3, -0.68), at(0.34, -0.82)]),
    shirt,
    size * 0.055,
  );
  sheet.stroke(lines([at(-0.14, -0.86), at(0.1, -0.56), at(0, -0.22)]), dark, size * 0.12);
  sheet.stroke(curve([at(-0.14, -0.88), at(0.02, -1.2), at(0.16, -1.26)]), shirt, size * 0.22);
  sheet.stroke(lines([at(0.14, -1.2), at(0.34, -0.84)]), shirt, size * 0.08);
  sheet.fill(disc(at(0.24, -1.46), size * 0.13), '#d9a078');
  sheet.fill(curve([at(0.08, -1.48), at(0.14, -1.64), at(0.34, -1.64), at(0.42, -1.48)], true), '#f6ead0');
}
