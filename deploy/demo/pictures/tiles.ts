import { mix, shade } from './colour.ts';
import type { Random } from './random.ts';
import { away, box, disc, leaf, lines, n, type Point, point } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';

/** A glaze: its ground and its paints. */
type Glaze = readonly [ground: string, ...paints: string[]];

const glazes: readonly Glaze[] = [
  ['#f3ecdc', '#1f4e8c', '#3f86bd', '#e0a23b'],
  ['#efe3cb', '#b5472f', '#1f5a5e', '#e6a94a'],
  ['#f5efe2', '#2f6b5a', '#8fb59a', '#c9694a'],
  ['#20344f', '#f0e2c4', '#d98a3d', '#6fa3b8'],
];

/** A motif on one quarter of a tile, drawn in a unit square from its inner corner; four rotated copies complete it. */
type Motif = (quarter: Quarter) => void;

interface Quarter {
  at: (x: number, y: number) => Point;
  size: number;
  add: (paint: number, path: string) => void;
}

const star: Motif = ({ at, add }) => {
  add(0, lines([at(0, 0), at(0.92, 0), at(0.42, 0.24), at(0.64, 0.64), at(0.24, 0.42), at(0, 0.92)], true));
  add(2, lines([at(0, 0), at(0.5, 0), at(0.3, 0.3), at(0, 0.5)], true));
  add(1, lines([at(1, 0.34), at(1, 1), at(0.34, 1), at(0.72, 0.72)], true));
};

const rosette: Motif = ({ at, size, add }) => {
  add(1, leaf(at(0, 0), at(0.94, 0.94), 0.3));
  add(0, leaf(at(0, 0), at(0.9, 0), 0.18) + leaf(at(0, 0), at(0, 0.9), 0.18));
  add(2, disc(at(0, 0), size * 0.2) + disc(at(1, 1), size * 0.14));
  add(0, disc(at(0.98, 0.45), size * 0.06) + disc(at(0.45, 0.98), size * 0.06));
};

const arches: Motif = ({ at, size, add }) => {
  const arc = (radius: number) => {
    const [from, to] = [at(radius, 0), at(0, radius)];
    return `M${n(at(0, 0).x)} ${n(at(0, 0).y)}L${n(from.x)} ${n(from.y)}A${n(radius * size)} ${n(radius * size)} 0 0 ${turnsRight(at) ? 1 : 0} ${n(to.x)} ${n(to.y)}Z`;
  };
  add(0, arc(0.98));
  add(-1, arc(0.78));
  add(1, arc(0.6));
  add(2, arc(0.3));
  add(1, lines([at(1, 0.7), at(1, 1), at(0.7, 1)], true));
};

const lattice: Motif = ({ at, add }) => {
  add(0, lines([at(0, 0.62), at(0.62, 0), at(0.92, 0), at(0, 0.92)], true));
  add(1, lines([at(0, 0), at(0.36, 0), at(0, 0.36)], true));
  add(0, lines([at(1, 0.62), at(1, 0.84), at(0.84, 1), at(0.62, 1)], true));
  add(2, lines([at(0.5, 0.62), at(0.62, 0.5), at(0.74, 0.62), at(0.62, 0.74)], true));
};

const motifs = [star, rosette, arches, lattice];

/** A wall of painted tiles of two alternating kinds. */
export const tiles: Painter = (sheet, random) => {
  const glaze = random.pick(glazes);
  const across = Math.max(4, Math.round((sheet.width / sheet.unit) * random.whole(4, 5)));
  const side = sheet.width / across;
  const kinds = [random.pick(motifs.slice(0, 2)), random.pick(motifs.slice(2))] as const;
  sheet.wash(mix(glaze[0], '#5a4638', 0.55));
  for (let row = 0; row * side < sheet.height; row++) {
    for (let column = 0; column < across; column++) {
      paintTile(sheet, random, glaze, {
        corner: point(column * side, row * side),
        side,
        motif: kinds[(row + column) % 2 === 0 ? 0 : 1],
      });
    }
  }
  paintRaking(sheet);
};

/** Quarter circles in random orientation, which form endless paths. */
export const truchet: Painter = (sheet, random) => {
  const glaze = random.pick(glazes);
  const side = sheet.unit / random.whole(6, 8);
  sheet.wash(mix(glaze[0], '#5a4638', 0.5));
  for (let y = 0; y < sheet.height; y += side) {
    for (let x = 0; x < sheet.width; x += side) {
      const ground = shade(glaze[0], random.bell() * 0.012);
      sheet.box(x + 1.5, y + 1.5, side - 3, side - 3, ground, 1, 4);
      paintArcs(sheet, random, glaze, point(x, y), side);
      shine(sheet, point(x, y), side);
    }
  }
  paintRaking(sheet);
};

interface Tile {
  corner: Point;
  side: number;
  motif: Motif;
}

function paintTile(sheet: Sheet, random: Random, [ground, ...paints]: Glaze, { corner, side, motif }: Tile): void {
  const gap = Math.max(1.5, side * 0.012);
  const middle = point(corner.x + side / 2, corner.y + side / 2);
  const half = side / 2 - gap;
  const fired = random.bell() * 0.014;
  const base = shade(ground, fired);
  sheet.box(corner.x + gap, corner.y + gap, half * 2, half * 2, base, 1, side * 0.02);
  const layers = new Map<number, string[]>();
  const order: number[] = [];
  for (const [right, down] of [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ] as const) {
    let step = 0;
    motif({
      at: (x, y) => point(middle.x + right * x * half, middle.y + down * y * half),
      size: half,
      add: (paint, path) => {
        const key = step++ * 10 + paint + 1;
        if (!layers.has(key)) order.push(key);
        layers.set(key, [...(layers.get(key) ?? []), path]);
      },
    });
  }
  for (const key of order) {
    const paint = (key % 10) - 1;
    const colour = paint < 0 ? base : shade(paints[paint] ?? ground, fired);
    sheet.fill(layers.get(key)?.join('') ?? '', colour, 0.94);
  }
  shine(sheet, corner, side);
}

function paintArcs(
  sheet: Sheet,
  random: Random,
  [ground, first, second, third]: Glaze,
  corner: Point,
  side: number,
): void {
  const turned = random.chance(0.5);
  const from = [
    point(corner.x + (turned ? side : 0), corner.y),
    point(corner.x + (turned ? 0 : side), corner.y + side),
  ];
  sheet.within(box(corner.x + 1.5, corner.y + 1.5, side - 3, side - 3), () => {
    for (const middle of from) {
      sheet.ring(middle, side / 2, first ?? ground, side * 0.36);
      sheet.ring(middle, side / 2, second ?? ground, side * 0.2);
      sheet.ring(middle, side / 2, ground, side * 0.05);
    }
    if (random.chance(0.3)) sheet.disc(point(corner.x + side / 2, corner.y + side / 2), side * 0.06, third ?? ground);
  });
}

/** Light along the upper edge and shade along the lower give the tile depth. */
function shine(sheet: Sheet, { x, y }: Point, side: number): void {
  const edge = side * 0.025;
  sheet.fill(
    box(x + edge, y + edge, side - edge * 2, edge) + box(x + edge, y + edge, edge, side - edge * 2),
    '#ffffff',
    0.28,
  );
  sheet.fill(
    box(x + edge, y + side - edge * 2, side - edge * 2, edge) +
      box(x + side - edge * 2, y + edge, edge, side - edge * 2),
    '#2a1a14',
    0.16,
  );
}

/** Sunlight over the whole wall. */
function paintRaking(sheet: Sheet): void {
  sheet.wash(
    sheet.linear(point(0, 0), point(sheet.width, sheet.height), [
      [0, '#fff1cf', 0.3],
      [0.45, '#fff1cf', 0],
      [1, '#2b1830', 0.34],
    ]),
  );
  const shadow = Array.from({ length: 9 }, (_, index) => {
    const root = point(sheet.width * 1.02, sheet.height * -0.02);
    return leaf(root, away(root, Math.PI * (0.56 + index * 0.05), sheet.unit * (0.55 + (index % 3) * 0.12)), 0.1);
  });
  sheet.fill(shadow.join(''), '#2b1830', 0.2);
}

const turnsRight = (at: Quarter['at']): boolean => {
  const [o, x, y] = [at(0, 0), at(1, 0), at(0, 1)];
  return (x.x - o.x) * (y.y - o.y) - (x.y - o.y) * (y.x - o.x) > 0;
};
