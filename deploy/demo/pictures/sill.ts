import { mix } from './colour.ts';
import type { Random } from './random.ts';
import { away, blob, curve, leaf, lines, type Point, point } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';

/** Pots on a sunny window sill. */
export const sill: Painter = (sheet, random) => {
  const wall = random.pick(['#e8b48a', '#d9cdb0', '#9fb8a6', '#e3a48c']);
  sheet.wash(
    sheet.falling(0, sheet.height, [
      [0, mix(wall, '#ffffff', 0.25)],
      [1, wall],
    ]),
  );
  paintWindowLight(sheet, random);
  const shelf = sheet.height * 0.78;
  sheet.box(
    0,
    shelf,
    sheet.width,
    sheet.height - shelf,
    sheet.falling(shelf, sheet.height, [
      [0, '#8a5638'],
      [0.14, '#7a4a31'],
      [1, '#5c3626'],
    ]),
  );
  sheet.box(0, shelf, sheet.width, sheet.unit * 0.008, '#c08a5c', 0.8);
  const kinds = [cactus, snakePlant, trailing, rubberPlant, succulent];
  const count = Math.max(2, Math.round((sheet.width / sheet.unit) * 3));
  const gap = sheet.width / (count + 0.25);
  const start = random.whole(0, 4);
  for (let index = 0; index < count; index++) {
    const foot = point(gap * (index + 0.62) + random.bell() * gap * 0.05, shelf + sheet.unit * 0.012);
    kinds[(start + index * 2) % kinds.length]?.(sheet, random, foot, Math.min(gap * 0.5, sheet.unit * 0.2));
  }
};

function paintWindowLight(sheet: Sheet, random: Random): void {
  const left = sheet.width * random.between(0.12, 0.4);
  const [wide, tall] = [sheet.unit * 0.22, sheet.unit * 0.26];
  const panes = [0, 1].flatMap((column) =>
    [0, 1].map((row) => {
      const x = left + column * wide * 1.1 + row * wide * 0.18;
      const y = sheet.height * 0.1 + row * tall * 1.1 + column * tall * 0.1;
      return lines(
        [
          point(x, y),
          point(x + wide, y + tall * 0.1),
          point(x + wide + wide * 0.16, y + tall * 1.08),
          point(x + wide * 0.16, y + tall * 0.98),
        ],
        true,
      );
    }),
  );
  sheet.fill(panes.join(''), '#fff6da', 0.42);
}

type Potted = (sheet: Sheet, random: Random, foot: Point, size: number) => void;

/** Paints a pot; returns the middle of its rim. */
function pot(sheet: Sheet, random: Random, foot: Point, size: number): Point {
  const colour = random.pick(['#c4633f', '#e7ddc8', '#3f5f6b', '#d99a4e', '#8d4a3a', '#5f7a6a']);
  const tall = size * random.between(0.75, 1);
  sheet.oval(point(foot.x + size * 0.25, foot.y), size * 0.75, size * 0.09, '#2a120c', 0.35);
  const side = (share: number) => point(foot.x + size * 0.62 * share, 0).x;
  const paint = sheet.linear(point(side(-1), 0), point(side(1), 0), [
    [0, mix(colour, '#ffffff', 0.25)],
    [0.5, colour],
    [1, mix(colour, '#1c1016', 0.45)],
  ]);
  sheet.fill(
    lines(
      [
        point(side(-0.7), foot.y),
        point(side(-0.95), foot.y - tall),
        point(side(0.95), foot.y - tall),
        point(side(0.7), foot.y),
      ],
      true,
    ),
    paint,
  );
  sheet.box(side(-1.06), foot.y - tall * 1.12, size * 0.62 * 2.12, tall * 0.2, paint, 1, size * 0.03);
  sheet.box(side(-1), foot.y - tall * 0.92, size * 1.24, tall * 0.05, '#1c1016', 0.22);
  return point(foot.x, foot.y - tall * 1.1);
}

const blade = (sheet: Sheet, from: Point, to: Point, width: number, colour: string): void =>
  sheet.fill(
    leaf(from, to, width),
    sheet.linear(from, to, [
      [0, mix(colour, '#0c2019', 0.5)],
      [1, mix(colour, '#f4e6a8', 0.22)],
    ]),
  );

const snakePlant: Potted = (sheet, random, foot, size) => {
  const rim = pot(sheet, random, foot, size);
  for (let index = 0; index < 9; index++) {
    const lean = (index - 4) * 0.1 + random.bell() * 0.05;
    blade(
      sheet,
      point(rim.x + lean * size, rim.y),
      away(rim, -Math.PI / 2 + lean, size * random.between(1.5, 2.5)),
      0.085,
      random.pick(['#4f7f5a', '#6d9a5e', '#3d6d5c']),
    );
  }
};

const cactus: Potted = (sheet, random, foot, size) => {
  const rim = pot(sheet, random, foot, size);
  const colour = random.pick(['#4c8062', '#6b8f55']);
  const column = (at: Point, half: number, tall: number) => {
    const paint = sheet.linear(point(at.x - half, 0), point(at.x + half, 0), [
      [0, mix(colour, '#f0eaa8', 0.3)],
      [1, mix(colour, '#0c2420', 0.45)],
    ]);
    sheet.box(at.x - half, at.y - tall, half * 2, tall, paint, 1, half);
    for (const rib of [-0.45, 0, 0.45])
      sheet.stroke(
        lines([point(at.x + rib * half, at.y - tall + half * 0.7), point(at.x + rib * half, at.y)]),
        '#12312a',
        1.6,
        0.45,
      );
  };
  for (const side of [-1, 1]) {
    const y = rim.y - size * random.between(0.6, 0.9);
    sheet.stroke(
      curve([
        point(rim.x, y + size * 0.06),
        point(rim.x + side * size * 0.42, y),
        point(rim.x + side * size * 0.47, y - size * 0.3),
      ]),
      mix(colour, '#0c2420', 0.25),
      size * 0.2,
    );
    column(point(rim.x + side * size * 0.47, y - size * 0.1), size * 0.11, size * random.between(0.35, 0.6));
  }
  column(point(rim.x, rim.y + 2), size * 0.25, size * 1.75);
  sheet.fill(blob(random, point(rim.x, rim.y - size * 1.76), size * 0.1, 0.18), '#ee6f72');
};

const trailing: Potted = (sheet, random, foot, size) => {
  const rim = pot(sheet, random, foot, size);
  for (let vine = 0; vine < 13; vine++) {
    const side = (vine - 6) / 6;
    const end = point(
      rim.x + side * size * 1.15,
      rim.y - size * (0.85 - Math.abs(side) * 0.95) + random.bell() * size * 0.12,
    );
    const stem = [rim, point((rim.x + end.x) / 2, rim.y - size * 0.75), end];
    sheet.stroke(curve(stem), '#3f5f3f', 2);
    for (let index = 0; index < 5; index++) {
      const at = point(
        rim.x + ((end.x - rim.x) * (index + 1)) / 5,
        rim.y - Math.sin(((index + 1) / 5) * 2.3) * size * 0.68 + ((end.y - rim.y) * (index + 1)) / 9,
      );
      blade(
        sheet,
        at,
        away(at, random.between(0.2, 2.9), size * 0.25),
        0.5,
        random.pick(['#5b8f5f', '#79a765', '#477a5e']),
      );
    }
  }
};

const rubberPlant: Potted = (sheet, random, foot, size) => {
  const rim = pot(sheet, random, foot, size);
  const top = size * random.between(2.1, 2.6);
  sheet.stroke(
    curve([rim, point(rim.x + size * 0.06, rim.y - top * 0.5), point(rim.x, rim.y - top)]),
    '#5a3c2c',
    size * 0.06,
  );
  for (let index = 0; index < 11; index++) {
    const at = point(rim.x + size * 0.03, rim.y - top * (0.16 + index * 0.083));
    const angle = -Math.PI / 2 + (index % 2 === 0 ? -1 : 1) * random.between(0.75, 1.15) * (1 - index * 0.055);
    blade(
      sheet,
      at,
      away(at, angle, size * random.between(0.75, 1)),
      0.34,
      random.pick(['#2f6350', '#44795a', '#6a4a4c']),
    );
  }
};

const succulent: Potted = (sheet, random, foot, size) => {
  const rim = pot(sheet, random, foot, size * 0.9);
  const heart = point(rim.x, rim.y - size * 0.2);
  for (const [ring, count] of [
    [1, 11],
    [0.72, 9],
    [0.46, 6],
  ] as const) {
    for (let index = 0; index < count; index++) {
      const angle = Math.PI + (index / (count - 1)) * Math.PI;
      blade(
        sheet,
        heart,
        point(
          heart.x + Math.cos(angle) * size * 0.85 * ring,
          heart.y + Math.sin(angle) * size * 0.75 * ring - size * 0.05,
        ),
        0.3,
        ring < 0.5 ? '#c98a86' : random.pick(['#7fa58d', '#8fb59a']),
      );
    }
  }
};
