import { mix } from './colour.ts';
import type { Random } from './random.ts';
import { curve, disc, leaf, lines, type Point, point } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';

/** Half widths of a pot from foot (0) to rim (1). */
type Profile = readonly (readonly [height: number, half: number])[];

const profiles: readonly Profile[] = [
  [
    [0, 0.24],
    [0.06, 0.28],
    [0.35, 0.46],
    [0.6, 0.44],
    [0.8, 0.22],
    [0.92, 0.15],
    [1, 0.2],
  ],
  [
    [0, 0.22],
    [0.08, 0.26],
    [0.3, 0.42],
    [0.52, 0.36],
    [0.7, 0.16],
    [0.9, 0.12],
    [1, 0.15],
  ],
  [
    [0, 0.3],
    [0.1, 0.42],
    [0.4, 0.55],
    [0.7, 0.5],
    [0.88, 0.34],
    [1, 0.36],
  ],
  [
    [0, 0.18],
    [0.05, 0.19],
    [0.4, 0.2],
    [0.75, 0.24],
    [0.93, 0.3],
    [1, 0.3],
  ],
  [
    [0, 0.2],
    [0.1, 0.28],
    [0.5, 0.31],
    [0.85, 0.28],
    [0.95, 0.24],
    [1, 0.25],
  ],
];
const bowl: Profile = [
  [0, 0.3],
  [0.12, 0.28],
  [0.3, 0.62],
  [0.7, 0.92],
  [1, 1],
];

interface Kiln {
  wall: readonly [string, string];
  board: string;
  bodies: readonly string[];
  glazes: readonly string[];
}

const kilns: readonly Kiln[] = [
  {
    wall: ['#efdcc3', '#d9b994'],
    board: '#7a4a31',
    bodies: ['#b5613f', '#d2a679', '#8a4a36'],
    glazes: ['#2f5d62', '#e9e2d0', '#3a4a6b', '#c98a3a'],
  },
  {
    wall: ['#9fb3a4', '#6f8a80'],
    board: '#5a3a2c',
    bodies: ['#c9764f', '#e0c39a', '#5b3a34'],
    glazes: ['#f1e8d4', '#23454f', '#d9a441', '#a8453a'],
  },
  {
    wall: ['#4a3540', '#2b2030'],
    board: '#1f1620',
    bodies: ['#b8684a', '#d9b184', '#7d4a3f'],
    glazes: ['#7fa7a0', '#efe0c2', '#d98c4a', '#3f6a80'],
  },
];

/** Pots on boards. */
export const shelves: Painter = (sheet, random) => {
  const kiln = random.pick(kilns);
  paintWall(sheet, random, kiln);
  const rows = sheet.height > sheet.width * 1.5 ? 4 : sheet.height > sheet.width ? 3 : 2;
  const tall = (sheet.height * 0.94) / rows;
  for (let row = 0; row < rows; row++) {
    const level = sheet.height * 0.02 + tall * (row + 1) - tall * 0.06;
    paintBoard(sheet, kiln, level, tall * 0.045);
    let x = sheet.width * random.between(0.02, 0.06);
    while (x < sheet.width * 0.92) {
      const height = tall * random.between(0.42, 0.76);
      const wide = height * random.between(0.62, 0.8);
      if (x + wide > sheet.width * 0.99) break;
      paintPot(sheet, random, kiln, { foot: point(x + wide / 2, level), height, profile: random.pick(profiles) });
      x += wide * random.between(1.06, 1.3);
    }
  }
};

/** One vase with a branch in an arch of light. */
export const vase: Painter = (sheet, random) => {
  const kiln = random.pick(kilns);
  paintWall(sheet, random, kiln);
  const level = sheet.height * 0.8;
  sheet.box(
    0,
    level,
    sheet.width,
    sheet.height - level,
    sheet.falling(level, sheet.height, [
      [0, mix(kiln.board, '#d9a06a', 0.35)],
      [1, kiln.board],
    ]),
  );
  const height = sheet.unit * 0.46;
  const foot = point(sheet.width * random.between(0.42, 0.56), level + sheet.unit * 0.06);
  const rim = point(foot.x, foot.y - height);
  paintBranch(sheet, random, rim, sheet.unit * 0.4);
  paintPot(sheet, random, kiln, { foot, height, profile: random.pick(profiles.slice(0, 2)) });
  const side = random.chance(0.5) ? 1 : -1;
  paintPot(sheet, random, kiln, {
    foot: point(foot.x + side * sheet.unit * 0.3, level + sheet.unit * 0.09),
    height: sheet.unit * 0.11,
    profile: bowl,
  });
  paintPot(sheet, random, kiln, {
    foot: point(foot.x - side * sheet.unit * 0.27, level + sheet.unit * 0.035),
    height: sheet.unit * 0.2,
    profile: profiles[4] ?? bowl,
  });
};

function paintWall(sheet: Sheet, random: Random, { wall }: Kiln): void {
  sheet.wash(
    sheet.linear(point(0, 0), point(sheet.width, sheet.height), [
      [0, wall[0]],
      [1, wall[1]],
    ]),
  );
  const middle = sheet.width * random.between(0.3, 0.7);
  const half = sheet.unit * 0.34;
  const top = sheet.height * 0.16;
  const arch = `M${middle - half} ${sheet.height}V${top + half}A${half} ${half} 0 0 1 ${middle + half} ${top + half}V${sheet.height}Z`;
  sheet.fill(
    arch,
    sheet.falling(top, sheet.height * 0.9, [
      [0, '#fff0cf', 0.55],
      [1, '#fff0cf', 0.06],
    ]),
  );
}

function paintBoard(sheet: Sheet, { board }: Kiln, level: number, thick: number): void {
  sheet.box(
    0,
    level + thick,
    sheet.width,
    thick * 2.2,
    sheet.falling(level + thick, level + thick * 3.2, [
      [0, '#1a0e10', 0.4],
      [1, '#1a0e10', 0],
    ]),
  );
  sheet.box(
    0,
    level,
    sheet.width,
    thick,
    sheet.falling(level, level + thick, [
      [0, mix(board, '#e0aa74', 0.45)],
      [0.2, board],
      [1, mix(board, '#120a0c', 0.35)],
    ]),
  );
}

interface Pot {
  foot: Point;
  height: number;
  profile: Profile;
}

function paintPot(sheet: Sheet, random: Random, kiln: Kiln, { foot, height, profile }: Pot): void {
  const edge = (side: number): Point[] =>
    profile.map(([share, half]) => point(foot.x + side * half * height, foot.y - share * height));
  const [right, left] = [edge(1), edge(-1)];
  const form = `${curve(right)}${curve([...left].reverse()).replace('M', 'L')}Z`;
  const half = Math.max(...profile.map(([, width]) => width)) * height;
  const body = random.pick(kiln.bodies);
  const glaze = random.pick(kiln.glazes);
  sheet.oval(point(foot.x + half * 0.35, foot.y), half * 1.1, half * 0.1, '#140a0c', 0.35);
  sheet.fill(form, body);
  sheet.within(form, () => {
    paintGlaze(sheet, random, { foot, height, half }, glaze);
    if (random.chance(0.5)) paintRings(sheet, random, { foot, height, half }, mix(glaze, body, 0.4));
    paintSpeckles(sheet, random, { foot, height, half });
    sheet.box(foot.x - half, foot.y - height, half * 2, height, roundness(sheet, foot.x, half));
  });
  const rim = profile[profile.length - 1]?.[1] ?? 0.2;
  sheet.oval(point(foot.x, foot.y - height), rim * height, rim * height * 0.13, mix(glaze, '#120a10', 0.62));
}

interface Bulk {
  foot: Point;
  height: number;
  half: number;
}

const roundness = (sheet: Sheet, x: number, half: number): string =>
  sheet.linear(point(x - half, 0), point(x + half, 0), [
    [0, '#1a0c14', 0.3],
    [0.16, '#fff6e2', 0.08],
    [0.3, '#fff6e2', 0.42],
    [0.42, '#fff6e2', 0.04],
    [0.65, '#1a0c14', 0.16],
    [1, '#1a0c14', 0.62],
  ]);

/** Glaze from the rim down, with drips. */
function paintGlaze(sheet: Sheet, random: Random, { foot, height, half }: Bulk, glaze: string): void {
  const line = foot.y - height * random.between(0.25, 0.62);
  const runs = Array.from({ length: 9 }, (_, index) =>
    point(
      foot.x + half * (1.1 - (index / 8) * 2.2),
      line + (index % 2 === 0 ? 1 : -0.4) * random.between(0, height * 0.07),
    ),
  );
  const top = foot.y - height * 1.1;
  sheet.fill(
    `${curve(runs)}L${foot.x - half * 1.2} ${top}L${foot.x + half * 1.2} ${top}Z`,
    sheet.falling(top, line + height * 0.08, [
      [0, mix(glaze, '#ffffff', 0.12)],
      [0.85, glaze],
      [1, mix(glaze, '#1a1016', 0.22)],
    ]),
  );
}

function paintRings(sheet: Sheet, random: Random, { foot, height, half }: Bulk, colour: string): void {
  for (let ring = 0; ring < random.whole(2, 4); ring++) {
    const y = foot.y - height * random.between(0.12, 0.8);
    sheet.stroke(
      curve([point(foot.x - half, y), point(foot.x, y + half * 0.1), point(foot.x + half, y)]),
      colour,
      height * random.between(0.008, 0.025),
      0.8,
    );
  }
}

function paintSpeckles(sheet: Sheet, random: Random, { foot, height, half }: Bulk): void {
  const specks = Array.from({ length: 46 }, () =>
    disc(
      point(foot.x + random.between(-1, 1) * half, foot.y - random.next() * height),
      height * random.between(0.002, 0.006),
    ),
  );
  sheet.fill(specks.join(''), '#2a1512', 0.5);
}

function paintBranch(sheet: Sheet, random: Random, root: Point, reach: number): void {
  const kind = random.pick(['#c9573f', '#5f7f56', '#e3a24a'] as const);
  for (const lean of [-0.5, -0.12, 0.32]) {
    const length = reach * random.between(0.75, 1.1);
    const stem = Array.from({ length: 7 }, (_, step) =>
      point(root.x + lean * length * (step / 6) ** 1.4, root.y - length * (step / 6)),
    );
    sheet.stroke(curve([point(root.x, root.y + reach * 0.05), ...stem]), '#4a2d22', reach * 0.012);
    for (const [index, spot] of stem.slice(1).entries()) {
      for (const side of [-1, 1]) {
        const tip = point(
          spot.x + side * reach * random.between(0.09, 0.14),
          spot.y - reach * random.between(0.05, 0.13),
        );
        sheet.fill(
          leaf(spot, tip, 0.34),
          mix(kind, index % 2 === 0 ? '#2a1a1e' : '#fff0d0', random.between(0.05, 0.3)),
        );
      }
    }
    sheet.fill(lines([]) + disc(stem[6] ?? root, reach * 0.02), kind);
  }
}
