import { mix } from './colour.ts';
import type { Random } from './random.ts';
import { away, blob, box, curve, lines, n, type Point, point } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';

/** An island of hexagonal fields, as in a board game. */
export const hexIsland: Painter = (sheet, random) => {
  const sea = random.pick(['#1f5a6e', '#27415f', '#2f6a66']);
  sheet.wash(
    sheet.radial(sheet.centre, sheet.unit * 0.9, [
      [0, mix(sea, '#9fd6d0', 0.35)],
      [1, sea],
    ]),
  );
  const size = sheet.unit * 0.094;
  const rings = sheet.width > sheet.height * 1.6 || sheet.height > sheet.width * 1.5 ? 4 : 3;
  const cells: Point[] = [];
  for (let q = -rings; q <= rings; q++) {
    for (let r = -rings; r <= rings; r++) {
      if (Math.abs(q + r) > rings) continue;
      const at = point(sheet.centre.x + size * 1.732 * (q + r / 2), sheet.centre.y + size * 1.5 * r);
      const inside =
        Math.abs(at.x - sheet.centre.x) < sheet.width / 2 - size * 1.1 &&
        Math.abs(at.y - sheet.centre.y) < sheet.height / 2 - size * 1.1;
      if (inside && (Math.hypot(q, r, q + r) < rings * 1.15 || random.chance(0.55))) cells.push(at);
    }
  }
  sheet.fill(cells.map((at) => blob(random, at, size * 1.35, 0.05)).join(''), '#d9eadf', 0.24);
  for (const at of cells) sheet.fill(hex(point(at.x + size * 0.05, at.y + size * 0.12), size * 1.02), '#0c1c22', 0.4);
  for (const at of cells) paintLand(sheet, random, at, size);
  paintCounters(sheet, random, cells, size);
};

const hex = (middle: Point, size: number): string =>
  lines(
    Array.from({ length: 6 }, (_, tip) => away(middle, ((tip + 0.5) / 6) * Math.PI * 2, size)),
    true,
  );

type Land = (sheet: Sheet, random: Random, at: Point, size: number) => void;

function paintLand(sheet: Sheet, random: Random, at: Point, size: number): void {
  const [colour, land] = random.pick<readonly [string, Land]>([
    ['#4f8055', forest],
    ['#9a8ac0', lavender],
    ['#5fa8b8', pond],
    ['#8f9a9c', rocks],
    ['#a8b86a', hamlet],
    ['#e3cf9c', desert],
  ]);
  sheet.fill(hex(at, size * 0.985), '#f3e6c6');
  sheet.fill(
    hex(at, size * 0.91),
    sheet.falling(at.y - size, at.y + size, [
      [0, mix(colour, '#fff4d0', 0.22)],
      [1, mix(colour, '#1a2a20', 0.14)],
    ]),
  );
  land(sheet, random, at, size);
}

const forest: Land = (sheet, random, at, size) => {
  for (const [x, y] of [
    [-0.4, -0.2],
    [0.3, -0.35],
    [-0.05, 0.05],
    [0.45, 0.15],
    [-0.45, 0.35],
    [0.12, 0.5],
  ] as const) {
    const foot = point(at.x + (x + random.bell() * 0.05) * size, at.y + y * size + size * 0.15);
    const tall = size * random.between(0.34, 0.46);
    sheet.fill(
      lines(
        [point(foot.x - tall * 0.36, foot.y), point(foot.x, foot.y - tall), point(foot.x + tall * 0.36, foot.y)],
        true,
      ),
      '#23503f',
    );
    sheet.fill(
      lines([point(foot.x, foot.y), point(foot.x, foot.y - tall), point(foot.x + tall * 0.36, foot.y)], true),
      '#17392f',
    );
  }
};

const lavender: Land = (sheet, random, at, size) => {
  const tilt = random.between(-0.5, 0.5);
  const rows = Array.from({ length: 7 }, (_, row) => {
    const y = at.y + (row - 3) * size * 0.19;
    const half = size * 0.66 * (1 - Math.abs(row - 3) * 0.1);
    return curve([point(at.x - half, y + tilt * 8), point(at.x, y - size * 0.05), point(at.x + half, y - tilt * 8)]);
  });
  sheet.stroke(rows.join(''), '#5f4a90', size * 0.065, 0.75);
};

const pond: Land = (sheet, random, at, size) => {
  sheet.fill(blob(random, at, size * 0.62, 0.06), '#2f7a94', 0.75);
  const waves = [-0.25, 0, 0.25].map((y) => {
    const left = at.x - size * random.between(0.3, 0.42);
    return `M${n(left)} ${n(at.y + y * size)}q${n(size * 0.1)} ${n(-size * 0.1)} ${n(size * 0.2)} 0t${n(size * 0.2)} 0t${n(size * 0.2)} 0`;
  });
  sheet.stroke(waves.join(''), '#d9f0ea', size * 0.04, 0.8);
};

const rocks: Land = (sheet, random, at, size) => {
  for (const [x, y, tall] of [
    [-0.3, 0.25, 0.62],
    [0.3, 0.3, 0.7],
    [0, 0.45, 0.5],
  ] as const) {
    const foot = point(at.x + x * size, at.y + y * size);
    const top = point(foot.x + random.bell() * 4, foot.y - tall * size);
    sheet.fill(lines([point(foot.x - size * 0.3, foot.y), top, point(foot.x + size * 0.3, foot.y)], true), '#5c6a72');
    sheet.fill(
      lines(
        [
          point(top.x - size * 0.1, top.y + size * 0.22),
          top,
          point(top.x + size * 0.1, top.y + size * 0.2),
          point(top.x, top.y + size * 0.3),
        ],
        true,
      ),
      '#f4f1e6',
    );
  }
};

const hamlet: Land = (sheet, random, at, size) => {
  for (const [x, y] of [
    [-0.32, -0.02],
    [0.28, 0.06],
    [-0.02, 0.42],
  ] as const) {
    const foot = point(at.x + x * size, at.y + y * size);
    const half = size * random.between(0.14, 0.18);
    sheet.fill(box(foot.x - half, foot.y - half, half * 2, half), '#fbf0dc');
    sheet.fill(
      lines(
        [
          point(foot.x - half * 1.25, foot.y - half),
          point(foot.x, foot.y - half * 2.1),
          point(foot.x + half * 1.25, foot.y - half),
        ],
        true,
      ),
      '#b8482f',
    );
    sheet.fill(box(foot.x - half * 0.25, foot.y - half * 0.65, half * 0.5, half * 0.65), '#5a3428');
  }
};

const desert: Land = (sheet, _random, at, size) => {
  sheet.disc(point(at.x + size * 0.25, at.y - size * 0.3), size * 0.16, '#e88f4a', 0.85);
  for (const y of [0.05, 0.28]) {
    sheet.fill(
      `M${n(at.x - size * 0.6)} ${n(at.y + size * (y + 0.2))}Q${n(at.x - size * 0.1)} ${n(at.y + size * (y - 0.25))} ${n(at.x + size * 0.6)} ${n(at.y + size * (y + 0.2))}Z`,
      '#c9a064',
      0.8,
    );
  }
};

/** Counters of three players, and a sailing route of one of them. */
function paintCounters(sheet: Sheet, random: Random, cells: readonly Point[], size: number): void {
  const players = ['#c8352b', '#f0b63c', '#f5f0e4'];
  for (const [index, cell] of cells.entries()) {
    if (index % 4 !== 1) continue;
    const colour = random.pick(players);
    for (let stack = 0; stack < random.whole(1, 3); stack++) {
      const middle = point(cell.x + size * 0.32, cell.y + size * (0.4 - stack * 0.13));
      sheet.oval(point(middle.x, middle.y + size * 0.09), size * 0.24, size * 0.16, mix(colour, '#140c0c', 0.55));
      sheet.oval(middle, size * 0.24, size * 0.16, colour);
      sheet.oval(middle, size * 0.15, size * 0.09, mix(colour, '#ffffff', 0.35));
    }
  }
}
