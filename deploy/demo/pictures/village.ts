import { paintCat } from './city.ts';
import { mix } from './colour.ts';
import type { Random } from './random.ts';
import { away, blob, box, curve, leaf, lines, n, type Point, point } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';

interface Street {
  sky: readonly [string, string];
  walls: readonly string[];
  wood: readonly string[];
  shade: string;
}

const streets: readonly Street[] = [
  {
    sky: ['#4fa0c8', '#bfe0e4'],
    walls: ['#fbf3e4', '#f6e3c4', '#f2d2ae', '#fdf8ee'],
    wood: ['#2f6a8a', '#3f7a6a', '#b5523a', '#234a6a'],
    shade: '#5a4a78',
  },
  {
    sky: ['#f0b27a', '#fbe3bd'],
    walls: ['#e8a06a', '#f0c48a', '#d97f5a', '#f6dcae'],
    wood: ['#3a5a54', '#7a3a34', '#2f4f6a', '#8a5a2f'],
    shade: '#5a2a4a',
  },
  {
    sky: ['#2a2a5a', '#8a6a9c'],
    walls: ['#7a6a9a', '#9a7a9c', '#6a5f8f', '#b08a9a'],
    wood: ['#3a2a4a', '#2a3a5a', '#5a3040', '#2f2a44'],
    shade: '#141030',
  },
];

/** A row of house fronts: shutters, flowers, washing. */
export const houses: Painter = (sheet, random) => {
  const street = random.pick(streets);
  const evening = street === streets[2];
  sheet.wash(
    sheet.falling(0, sheet.height * 0.6, [
      [0, street.sky[0]],
      [1, street.sky[1]],
    ]),
  );
  const floor = sheet.height * 0.9;
  const count = Math.max(2, Math.round((sheet.width / sheet.unit) * 2.6));
  const wide = sheet.width / count;
  for (let index = 0; index < count; index++) {
    const roof = sheet.height * random.between(0.1, 0.3);
    paintHouse(sheet, random, street, {
      x: index * wide,
      wide,
      roof,
      floor,
      evening,
      wall: street.walls[(index + random.whole(0, 1)) % street.walls.length] ?? '#fff',
    });
  }
  paintPavement(sheet, street, floor);
  paintWashing(
    sheet,
    random,
    point(wide * 0.8, sheet.height * 0.42),
    point(sheet.width - wide * 0.75, sheet.height * 0.4),
  );
  paintCat(
    sheet,
    point(sheet.width * random.between(0.3, 0.7), floor + sheet.unit * 0.02),
    sheet.unit * 0.075,
    mix(street.shade, '#1a1018', 0.6),
  );
  paintDaylight(sheet, street, evening ? 0 : 0.25);
};

/** Sunlight from the upper left, shade in the far corner. */
function paintDaylight(sheet: Sheet, { shade }: Street, strength: number): void {
  sheet.wash(
    sheet.linear(point(0, 0), point(sheet.width, sheet.height), [
      [0, '#fff2cf', strength],
      [0.55, '#fff2cf', 0],
      [1, shade, 0.4],
    ]),
  );
}

interface House {
  x: number;
  wide: number;
  roof: number;
  floor: number;
  wall: string;
  evening: boolean;
}

function paintHouse(sheet: Sheet, random: Random, street: Street, house: House): void {
  const { x, wide, roof, floor, wall } = house;
  sheet.box(
    x,
    roof,
    wide + 1,
    floor - roof,
    sheet.linear(point(x, roof), point(x + wide, floor), [
      [0, mix(wall, '#ffffff', 0.15)],
      [1, mix(wall, street.shade, 0.22)],
    ]),
  );
  sheet.box(x + wide * 0.97, roof, wide * 0.04, floor - roof, street.shade, 0.22);
  paintTiles(sheet, x, wide, roof, street);
  sheet.box(x, floor - sheet.unit * 0.075, wide + 1, sheet.unit * 0.075, mix(wall, random.pick(street.wood), 0.45));
  const wood = random.pick(street.wood);
  const rows = Math.max(1, Math.floor((floor - roof) / (wide * 0.72)) - 1);
  const tall = (floor - roof - wide * 0.78) / rows;
  for (let row = 0; row < rows; row++) {
    const y = roof + tall * (row + 0.26);
    const two = random.chance(0.55);
    for (const share of two ? [0.27, 0.73] : [0.5]) {
      paintWindow(sheet, random, street, {
        at: point(x + wide * share, y),
        half: wide * (two ? 0.1 : 0.13),
        tall: tall * 0.56,
        wood,
        lit: house.evening && random.chance(0.65),
      });
    }
  }
  paintDoor(sheet, random, street, point(x + wide * random.between(0.34, 0.66), floor), wide * 0.15, wood);
}

function paintTiles(sheet: Sheet, x: number, wide: number, roof: number, street: Street): void {
  const size = wide / 11;
  const rolls = Array.from(
    { length: 12 },
    (_, roll) =>
      `M${n(x - size * 0.5 + roll * size)} ${n(roof)}a${n(size / 2)} ${n(size / 2)} 0 0 1 ${n(size)} 0v${n(size * 0.5)}h${n(-size)}Z`,
  );
  sheet.fill(rolls.join(''), mix('#c4633f', street.shade, 0.18));
  sheet.box(x - size * 0.3, roof + size * 0.45, wide + size * 0.6, size * 0.28, mix('#8a3f2c', street.shade, 0.3));
  sheet.box(x, roof + size * 0.73, wide, size * 0.9, street.shade, 0.2);
}

interface Window {
  at: Point;
  half: number;
  tall: number;
  wood: string;
  lit: boolean;
}

function paintWindow(sheet: Sheet, random: Random, street: Street, { at, half, tall, wood, lit }: Window): void {
  const glass = lit ? '#ffd68a' : mix(street.sky[0], '#20304a', 0.55);
  if (lit) sheet.glow(point(at.x, at.y + tall / 2), tall * 1.1, '#ffc46a', 0.5);
  sheet.box(at.x - half * 1.15, at.y - half * 0.15, half * 2.3, tall + half * 0.3, '#fff8ea', 0.75);
  sheet.box(
    at.x - half,
    at.y,
    half * 2,
    tall,
    sheet.falling(at.y, at.y + tall, [
      [0, mix(glass, '#101828', 0.3)],
      [1, glass],
    ]),
  );
  sheet.fill(
    box(at.x - half * 0.06, at.y, half * 0.12, tall) + box(at.x - half, at.y + tall * 0.45, half * 2, half * 0.1),
    mix(wood, '#ffffff', 0.2),
  );
  for (const side of [-1, 1]) {
    const left = side < 0 ? at.x - half * 2.05 : at.x + half * 1.1;
    sheet.box(left, at.y - half * 0.05, half * 0.95, tall + half * 0.1, wood);
    const slats = Array.from(
      { length: 9 },
      (_, slat) => `M${n(left + half * 0.12)} ${n(at.y + (tall * (slat + 0.6)) / 9)}h${n(half * 0.7)}`,
    );
    sheet.stroke(slats.join(''), mix(wood, '#0a0a18', 0.4), tall * 0.018, 0.7);
  }
  if (random.chance(0.6)) paintFlowers(sheet, random, point(at.x, at.y + tall), half);
}

function paintFlowers(sheet: Sheet, random: Random, sill: Point, half: number): void {
  sheet.box(sill.x - half * 1.2, sill.y, half * 2.4, half * 0.4, '#a8543a', 1, half * 0.06);
  const green = Array.from({ length: 13 }, () => {
    const root = point(sill.x + random.between(-1.1, 1.1) * half, sill.y + half * 0.05);
    return leaf(root, away(root, -Math.PI / 2 + random.bell() * 0.9, half * random.between(0.4, 0.85)), 0.3);
  });
  sheet.fill(green.join(''), '#4a7a4f');
  const colour = random.pick(['#e0475a', '#f08a3a', '#f6c54e', '#e88ab0']);
  const heads = Array.from({ length: 12 }, () =>
    blob(
      random,
      point(sill.x + random.between(-1.15, 1.15) * half, sill.y - half * random.between(0, 0.7)),
      half * 0.15,
      0.15,
      6,
    ),
  );
  sheet.fill(heads.join(''), colour);
}

function paintDoor(sheet: Sheet, random: Random, street: Street, foot: Point, half: number, wood: string): void {
  const tall = half * 3.4;
  const arched = random.chance(0.6);
  const form = (grow: number): string => {
    const [w, h] = [half * grow, tall * (1 + (grow - 1) * 0.3)];
    const top = foot.y - h;
    return arched
      ? `M${n(foot.x - w)} ${n(foot.y)}V${n(top + w)}A${n(w)} ${n(w)} 0 0 1 ${n(foot.x + w)} ${n(top + w)}V${n(foot.y)}Z`
      : box(foot.x - w, top, w * 2, h);
  };
  sheet.fill(form(1.22), mix('#fff4de', street.shade, 0.12));
  sheet.fill(
    form(1),
    sheet.linear(point(foot.x - half, 0), point(foot.x + half, 0), [
      [0, mix(wood, '#ffffff', 0.15)],
      [1, mix(wood, '#0a0a18', 0.35)],
    ]),
  );
  sheet.stroke(
    [-0.5, 0, 0.5]
      .map((x) => lines([point(foot.x + x * half, foot.y - tall * 0.7), point(foot.x + x * half, foot.y)]))
      .join(''),
    mix(wood, '#0a0a18', 0.5),
    1.6,
    0.7,
  );
  sheet.disc(point(foot.x + half * 0.68, foot.y - tall * 0.42), half * 0.09, '#e8c06a');
  for (const side of [-1, 1]) {
    if (random.chance(0.65)) paintTub(sheet, random, point(foot.x + side * half * 1.75, foot.y + half * 0.1), half);
  }
}

/** A pot with a bush, next to a door. */
function paintTub(sheet: Sheet, random: Random, foot: Point, half: number): void {
  const rim = foot.y - half * 0.75;
  const [top, bottom] = [half * 0.4, half * 0.28];
  const sides = [point(foot.x - top, rim), point(foot.x + top, rim), point(foot.x + bottom, foot.y)];
  sheet.fill(lines([...sides, point(foot.x - bottom, foot.y)], true), '#b5603f');
  const bush = Array.from({ length: 15 }, () => {
    const root = point(foot.x + random.bell() * half * 0.15, foot.y - half * 0.7);
    return leaf(root, away(root, -Math.PI / 2 + random.bell() * 0.75, half * random.between(0.8, 1.7)), 0.2);
  });
  sheet.fill(bush.join(''), random.pick(['#4a7a4f', '#5f8a4a', '#3a6a54']));
}

function paintPavement(sheet: Sheet, street: Street, floor: number): void {
  const stone = mix('#d9c4a6', street.shade, 0.25);
  sheet.box(
    0,
    floor,
    sheet.width,
    sheet.height - floor,
    sheet.falling(floor, sheet.height, [
      [0, mix(stone, street.shade, 0.4)],
      [0.2, stone],
      [1, mix(stone, street.shade, 0.3)],
    ]),
  );
  const joints: string[] = [];
  for (let row = 0; row < 4; row++) {
    const y = floor + ((sheet.height - floor) * (row + 0.6)) / 4;
    joints.push(`M0 ${n(y)}H${n(sheet.width)}`);
    for (let x = (row % 2) * sheet.unit * 0.06; x < sheet.width; x += sheet.unit * 0.12)
      joints.push(`M${n(x)} ${n(y)}l${n((x - sheet.width / 2) * 0.03)} ${n((sheet.height - floor) / 4)}`);
  }
  sheet.stroke(joints.join(''), mix(stone, street.shade, 0.55), 1.6, 0.6);
}

function paintWashing(sheet: Sheet, random: Random, from: Point, to: Point): void {
  const sag = sheet.unit * 0.04;
  const on = (share: number): Point =>
    point(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share + Math.sin(share * Math.PI) * sag);
  sheet.stroke(curve([0, 0.25, 0.5, 0.75, 1].map(on)), '#4a3a3a', sheet.unit * 0.0025, 0.8);
  const size = sheet.unit * 0.06;
  const pieces = Math.max(3, Math.floor((to.x - from.x) / (size * 1.6)));
  for (let piece = 0; piece < pieces; piece++) {
    const peg = on((piece + 0.5) / pieces);
    const half = size * random.between(0.4, 0.6);
    const long = size * random.between(1, 1.9);
    const blow = size * random.between(0.05, 0.3);
    const cloth = `M${n(peg.x - half)} ${n(peg.y)}L${n(peg.x + half)} ${n(peg.y)}Q${n(peg.x + half + blow * 0.4)} ${n(peg.y + long * 0.5)} ${n(peg.x + half + blow)} ${n(peg.y + long)}Q${n(peg.x + blow)} ${n(peg.y + long * 0.93)} ${n(peg.x - half + blow)} ${n(peg.y + long)}Q${n(peg.x - half + blow * 0.4)} ${n(peg.y + long * 0.5)} ${n(peg.x - half)} ${n(peg.y)}Z`;
    const colour = random.pick(['#fbf6ea', '#d9573f', '#3f7a9a', '#f0b84e', '#e8a0a8', '#f6efe0']);
    sheet.fill(
      cloth,
      sheet.linear(point(peg.x - half, 0), point(peg.x + half + blow, 0), [
        [0, mix(colour, '#ffffff', 0.25)],
        [0.5, colour],
        [1, mix(colour, '#2a1a3a', 0.25)],
      ]),
    );
  }
}
