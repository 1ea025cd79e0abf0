import { mix } from './colour.ts';
import { box, curve, disc, lines, type Point, point } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';

interface Wood {
  wall: readonly [string, string];
  light: string;
  dark: string;
  white: string;
  black: string;
}

const woods: readonly Wood[] = [
  { wall: ['#284a48', '#12282c'], light: '#e8cfa0', dark: '#8a5236', white: '#f3e2bf', black: '#3a2420' },
  { wall: ['#e3b58a', '#b8704f'], light: '#f0dcb6', dark: '#6a3d2c', white: '#fbf0d8', black: '#2a1c20' },
  { wall: ['#3a2f52', '#1c1730'], light: '#d9c4b0', dark: '#5a4468', white: '#f0dfc8', black: '#241a38' },
];

/** Outlines of the pieces: half widths from foot to head, relative to their height. */
const bodies: Record<string, readonly (readonly [height: number, half: number])[]> = {
  pawn: [
    [0, 0.27],
    [0.08, 0.27],
    [0.12, 0.21],
    [0.2, 0.14],
    [0.5, 0.09],
    [0.58, 0.15],
    [0.62, 0.1],
    [0.7, 0.17],
    [0.84, 0.17],
    [0.95, 0.09],
    [1, 0],
  ],
  bishop: [
    [0, 0.21],
    [0.06, 0.21],
    [0.1, 0.16],
    [0.2, 0.1],
    [0.55, 0.065],
    [0.6, 0.12],
    [0.64, 0.07],
    [0.74, 0.115],
    [0.86, 0.085],
    [0.94, 0.03],
    [0.96, 0.035],
    [1, 0],
  ],
  queen: [
    [0, 0.2],
    [0.06, 0.2],
    [0.1, 0.15],
    [0.2, 0.1],
    [0.62, 0.065],
    [0.67, 0.12],
    [0.7, 0.07],
    [0.88, 0.13],
    [0.9, 0.09],
    [0.95, 0.045],
    [0.98, 0.045],
    [1, 0],
  ],
  king: [
    [0, 0.19],
    [0.06, 0.19],
    [0.1, 0.15],
    [0.2, 0.1],
    [0.6, 0.065],
    [0.65, 0.12],
    [0.68, 0.075],
    [0.84, 0.115],
    [0.87, 0.07],
    [0.9, 0.025],
    [1, 0.02],
  ],
  rook: [
    [0, 0.25],
    [0.08, 0.25],
    [0.12, 0.19],
    [0.24, 0.14],
    [0.68, 0.115],
    [0.74, 0.19],
    [1, 0.19],
  ],
};

/** Pieces on a board at eye level, lit from one side. */
export const chess: Painter = (sheet, random) => {
  const wood = random.pick(woods);
  const edge = sheet.height * random.between(0.54, 0.6);
  sheet.wash(
    sheet.linear(point(0, 0), point(sheet.width * 0.3, edge), [
      [0, wood.wall[0]],
      [1, wood.wall[1]],
    ]),
  );
  sheet.glow(point(sheet.width * 0.2, edge * 0.35), sheet.unit * 0.8, '#ffdfa6', 0.5);
  const spotAt = paintBoard(sheet, wood, edge);
  const kinds = ['pawn', 'rook', 'bishop', 'queen', 'king', 'knight', 'pawn', 'pawn'];
  const taken = new Set<string>();
  for (const rank of [6, 5, 4, 3, 2, 1]) {
    const here = rank > 3 ? random.whole(1, 3) : random.whole(1, 2);
    for (let index = 0; index < here; index++) {
      const file = random.whole(1, 6);
      if (taken.has(`${file} ${rank}`)) continue;
      taken.add(`${file} ${rank}`);
      const { at, size } = spotAt(file, rank);
      const kind = random.pick(kinds);
      const tall =
        size *
        (kind === 'pawn' ? 1.15 : kind === 'rook' ? 1.3 : kind === 'knight' ? 1.5 : kind === 'bishop' ? 1.75 : 2);
      paintPiece(sheet, kind, at, tall, random.chance(rank > 3 ? 0.25 : 0.75) ? wood.white : wood.black);
    }
  }
};

type Spot = (file: number, rank: number) => { at: Point; size: number };

/** Paints a board in perspective; returns a function for the centre of each square. */
function paintBoard(sheet: Sheet, wood: Wood, edge: number): Spot {
  const depth = sheet.height - edge;
  const nearness = (rank: number): number => 3.2 / (3.2 + rank);
  const farthest = nearness(8);
  const corner = (file: number, rank: number): Point => {
    const near = nearness(rank);
    const y = edge + depth * (0.04 + ((near - farthest) / (1 - farthest)) * 1.06);
    return point(sheet.width / 2 + (file - 4) * sheet.unit * 0.31 * near, y);
  };
  sheet.box(
    0,
    edge,
    sheet.width,
    depth,
    sheet.falling(edge, sheet.height, [
      [0, mix(wood.dark, wood.wall[1], 0.7)],
      [1, mix(wood.dark, '#0a0608', 0.6)],
    ]),
  );
  const whole = lines([corner(-0.3, 8.1), corner(8.3, 8.1), corner(8.6, -0.4), corner(-0.6, -0.4)], true);
  sheet.fill(whole, mix(wood.dark, '#0a0608', 0.4));
  const shine = (colour: string) =>
    sheet.linear(point(0, edge), point(sheet.width, sheet.height), [
      [0, mix(colour, '#ffe6b8', 0.35)],
      [0.5, colour],
      [1, mix(colour, '#0a0608', 0.35)],
    ]);
  sheet.fill(squares(corner, 0), shine(wood.dark));
  sheet.fill(squares(corner, 1), shine(wood.light));
  return (file, rank) => {
    const [one, two] = [corner(file, rank + 0.5), corner(file + 1, rank + 0.5)];
    return { at: point((one.x + two.x) / 2, one.y), size: two.x - one.x };
  };
}

/** Path of all squares of one colour. */
function squares(corner: (file: number, rank: number) => Point, parity: number): string {
  return Array.from({ length: 64 }, (_, index) => [index % 8, Math.floor(index / 8)] as const)
    .filter(([file, rank]) => (file + rank) % 2 === parity)
    .map(([file, rank]) =>
      lines([corner(file, rank), corner(file + 1, rank), corner(file + 1, rank + 1), corner(file, rank + 1)], true),
    )
    .join('');
}

function paintPiece(sheet: Sheet, kind: string, foot: Point, tall: number, colour: string): void {
  const half = tall * 0.24;
  sheet.fill(
    lines(
      [
        point(foot.x - half * 0.6, foot.y + half * 0.12),
        point(foot.x + half * 0.7, foot.y - half * 0.1),
        point(foot.x + tall * 0.95, foot.y + half * 0.45),
        point(foot.x + tall * 0.85, foot.y + half * 0.85),
      ],
      true,
    ),
    '#0a0508',
    0.3,
  );
  sheet.oval(foot, half * 1.05, half * 0.26, mix(colour, '#0a0508', 0.55));
  const turned = sheet.linear(point(foot.x - half, 0), point(foot.x + half, 0), [
    [0, mix(colour, '#ffe2b0', 0.25)],
    [0.28, mix(colour, '#fff4dc', 0.5)],
    [0.55, colour],
    [1, mix(colour, '#0a0508', 0.62)],
  ]);
  if (kind === 'knight') {
    sheet.fill(knight(foot, tall), turned);
    return;
  }
  const profile = bodies[kind] ?? [];
  const right = profile.map(([share, width]) => point(foot.x + width * tall, foot.y - share * tall));
  const left = profile.map(([share, width]) => point(foot.x - width * tall, foot.y - share * tall)).reverse();
  sheet.fill(`${curve(right)}${curve(left).replace('M', 'L')}Z`, turned);
  sheet.fill(topping(kind, foot, tall), turned);
}

function topping(kind: string, foot: Point, tall: number): string {
  const at = (x: number, y: number): Point => point(foot.x + x * tall, foot.y - y * tall);
  if (kind === 'king')
    return lines(
      [
        at(-0.022, 1.1),
        at(0.022, 1.1),
        at(0.022, 1.05),
        at(0.07, 1.05),
        at(0.07, 1.005),
        at(0.022, 1.005),
        at(0.03, 0.9),
        at(-0.03, 0.9),
        at(-0.022, 1.005),
        at(-0.07, 1.005),
        at(-0.07, 1.05),
        at(-0.022, 1.05),
      ],
      true,
    );
  if (kind === 'queen')
    return (
      disc(at(0, 1.01), tall * 0.04) +
      [-0.11, -0.055, 0.055, 0.11].map((x) => disc(at(x, 0.92 - Math.abs(x) * 0.2), tall * 0.026)).join('')
    );
  if (kind === 'rook')
    return [-0.19, -0.06, 0.075].map((x) => box(at(x, 1.08).x, at(x, 1.08).y, tall * 0.115, tall * 0.1)).join('');
  return '';
}

function knight(foot: Point, tall: number): string {
  const at = (x: number, y: number): Point => point(foot.x + x * tall, foot.y - y * tall);
  const base = curve([at(-0.25, 0), at(-0.25, 0.08), at(-0.17, 0.14), at(0.17, 0.14), at(0.25, 0.08), at(0.25, 0)]);
  const head = curve(
    [
      at(-0.17, 0.12),
      at(-0.13, 0.35),
      at(-0.02, 0.52),
      at(-0.2, 0.46),
      at(-0.3, 0.53),
      at(-0.29, 0.64),
      at(-0.14, 0.82),
      at(-0.1, 0.9),
      at(-0.08, 1),
      at(0, 0.91),
      at(0.14, 0.82),
      at(0.22, 0.6),
      at(0.21, 0.35),
      at(0.17, 0.12),
    ],
    true,
  );
  return `${base}Z${head}`;
}
