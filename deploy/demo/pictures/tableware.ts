import { mix } from './colour.ts';
import type { Random } from './random.ts';
import { away, blob, box, curve, disc, leaf, lines, n, type Point, point } from './shapes.ts';
import type { Sheet } from './sheet.ts';

/** Draws one object with its base at `foot`; `size` is about the length of a loaf. */
export type TableObject = (sheet: Sheet, random: Random, foot: Point, size: number) => void;

function shadowUnder(sheet: Sheet, foot: Point, half: number): void {
  sheet.oval(point(foot.x + half * 0.3, foot.y), half * 1.2, half * 0.14, '#1a0a08', 0.36);
}

/** Gradient from lit to dark across a round object. */
function round(sheet: Sheet, x: number, half: number, colour: string): string {
  return sheet.linear(point(x - half, 0), point(x + half, 0), [
    [0, mix(colour, '#1a0c10', 0.2)],
    [0.25, mix(colour, '#fff2d8', 0.4)],
    [0.5, colour],
    [1, mix(colour, '#1a0c10', 0.58)],
  ]);
}

export const loaf: TableObject = (sheet, random, foot, size) => {
  const half = size * 0.62;
  shadowUnder(sheet, foot, half);
  const at = (x: number, y: number): Point => point(foot.x + x * half, foot.y + y * half);
  const crust = curve(
    [
      at(-1, -0.12),
      at(-0.9, -0.5),
      at(-0.5, -0.82),
      at(0, -0.92),
      at(0.5, -0.84),
      at(0.9, -0.52),
      at(1, -0.14),
      at(0.7, 0.06),
      at(-0.7, 0.06),
    ],
    true,
  );
  sheet.fill(
    crust,
    sheet.radial(at(-0.35, -0.75), half * 1.7, [
      [0, '#f0b46a'],
      [0.4, '#c9793a'],
      [0.8, '#8a4422'],
      [1, '#5e2a18'],
    ]),
  );
  sheet.within(crust, () => {
    for (const x of [-0.5, -0.1, 0.3]) {
      sheet.fill(leaf(at(x - 0.16, -0.28), at(x + 0.26, -0.86), 0.2), '#f6dcae');
      sheet.stroke(curve([at(x - 0.16, -0.28), at(x + 0.1, -0.62), at(x + 0.26, -0.86)]), '#7a3a1e', half * 0.025, 0.7);
    }
    const flour = Array.from({ length: 60 }, () =>
      disc(at(random.between(-0.9, 0.9), random.between(-0.92, -0.2)), half * random.between(0.004, 0.014)),
    );
    sheet.fill(flour.join(''), '#fff4de', 0.55);
  });
};

export const baguettes: TableObject = (sheet, random, foot, size) => {
  shadowUnder(sheet, foot, size * 0.4);
  for (const lean of [-14, 4, 17]) {
    sheet.transformed(
      point(foot.x + lean * size * 0.008, foot.y - size * 0.45),
      () => {
        sheet.box(
          -size * 0.085,
          -size * 1.05,
          size * 0.17,
          size * 1.2,
          round(sheet, 0, size * 0.085, '#cf8644'),
          1,
          size * 0.085,
        );
        for (const y of [-0.85, -0.6, -0.35])
          sheet.fill(
            leaf(point(-size * 0.06, y * size + size * 0.1), point(size * 0.07, y * size - size * 0.05), 0.2),
            '#f5d9a4',
          );
      },
      { turn: lean },
    );
  }
  const colour = random.pick(['#d8c2a0', '#b9a58a']);
  sheet.fill(
    lines(
      [
        point(foot.x - size * 0.3, foot.y - size * 0.62),
        point(foot.x + size * 0.3, foot.y - size * 0.62),
        point(foot.x + size * 0.24, foot.y),
        point(foot.x - size * 0.24, foot.y),
      ],
      true,
    ),
    round(sheet, foot.x, size * 0.3, colour),
  );
};

export const moka: TableObject = (sheet, _random, foot, size) => {
  const half = size * 0.3;
  shadowUnder(sheet, foot, half);
  const at = (x: number, y: number): Point => point(foot.x + x * half, foot.y + y * half);
  const metal = round(sheet, foot.x, half, '#a9b0b3');
  sheet.stroke(curve([at(0.75, -2.7), at(1.5, -2.7), at(1.45, -1.8), at(1.25, -1.4)]), '#1d1618', half * 0.22);
  sheet.fill(
    lines([at(-0.85, 0), at(-0.95, -0.2), at(-0.62, -1.28), at(0.62, -1.28), at(0.95, -0.2), at(0.85, 0)], true),
    metal,
  );
  sheet.fill(lines([at(-0.66, -1.28), at(-0.66, -1.5), at(0.66, -1.5), at(0.66, -1.28)], true), '#5f6669');
  sheet.fill(lines([at(-0.6, -1.5), at(-0.92, -2.75), at(-1.2, -2.85), at(0.9, -2.85), at(0.6, -1.5)], true), metal);
  sheet.fill(lines([at(-0.95, -2.85), at(0, -3.3), at(0.9, -2.85)], true), round(sheet, foot.x, half, '#8f979a'));
  sheet.disc(at(0, -3.38), half * 0.15, '#1d1618');
  for (const x of [-0.3, 0.22])
    sheet.stroke(
      lines([at(x * 2, -0.12), at(x, -1.25)]) + lines([at(x, -1.55), at(x * 2, -2.8)]),
      '#3a3f42',
      half * 0.03,
      0.5,
    );
};

export const cup: TableObject = (sheet, random, foot, size) => {
  const half = size * 0.27;
  const colour = random.pick(['#f3ead8', '#3f6a78', '#c9573f', '#e0b04e']);
  const at = (x: number, y: number): Point => point(foot.x + x * half, foot.y + y * half);
  shadowUnder(sheet, foot, half * 1.5);
  sheet.oval(at(0, -0.08), half * 1.7, half * 0.22, mix(colour, '#2a1a1a', 0.15));
  sheet.oval(at(0, -0.12), half * 1.5, half * 0.16, mix(colour, '#ffffff', 0.2));
  sheet.stroke(
    curve([at(0.85, -1.15), at(1.45, -1.1), at(1.4, -0.6), at(0.75, -0.45)]),
    mix(colour, '#1a0c10', 0.3),
    half * 0.17,
  );
  sheet.fill(
    curve(
      [at(-1, -1.4), at(-0.95, -0.8), at(-0.55, -0.2), at(0, -0.1), at(0.55, -0.2), at(0.95, -0.8), at(1, -1.4)],
      false,
    ),
    round(sheet, foot.x, half, colour),
  );
  sheet.oval(at(0, -1.4), half, half * 0.2, mix(colour, '#ffffff', 0.3));
  sheet.oval(at(0, -1.38), half * 0.87, half * 0.15, '#3a1d12');
  for (const lean of [-0.3, 0.25]) {
    const wisp = Array.from({ length: 6 }, (_, step) =>
      at(lean + Math.sin(step * 1.3 + lean * 9) * 0.22, -1.6 - step * 0.42),
    );
    sheet.stroke(curve(wisp), '#fff8ea', half * 0.09, 0.3);
  }
};

export const fruitBowl: TableObject = (sheet, random, foot, size) => {
  const half = size * 0.55;
  shadowUnder(sheet, foot, half * 0.8);
  const at = (x: number, y: number): Point => point(foot.x + x * half, foot.y + y * half);
  const spots = [
    [-0.5, -0.72],
    [0.48, -0.7],
    [0, -0.76],
    [-0.24, -1.08],
    [0.26, -1.06],
  ] as const;
  for (const [x, y] of spots) {
    const colour = random.pick(['#f09a3a', '#e8772e', '#f2c14e', '#c9473a']);
    const middle = at(x, y);
    sheet.disc(
      middle,
      half * 0.31,
      sheet.radial(point(middle.x - half * 0.1, middle.y - half * 0.12), half * 0.42, [
        [0, mix(colour, '#fff4d8', 0.5)],
        [0.5, colour],
        [1, mix(colour, '#4a1410', 0.5)],
      ]),
    );
    sheet.disc(point(middle.x + half * 0.03, middle.y - half * 0.24), half * 0.022, '#5a3a1e');
  }
  sheet.fill(leaf(at(0.28, -1.34), at(0.66, -1.52), 0.3) + leaf(at(-0.22, -1.36), at(-0.5, -1.58), 0.3), '#55804e');
  const colour = random.pick(['#2f5d70', '#efe4cc', '#7a4a5a']);
  sheet.fill(
    `${curve([at(-1, -0.66), at(-0.82, -0.26), at(-0.36, 0), at(0.36, 0), at(0.82, -0.26), at(1, -0.66)])}Z`,
    round(sheet, foot.x, half, colour),
  );
};

export const bottle: TableObject = (sheet, random, foot, size) => {
  const half = size * 0.17;
  const colour = random.pick(['#3f6a4a', '#8a9a3f', '#2f4f5f']);
  const at = (x: number, y: number): Point => point(foot.x + x * half, foot.y + y * half);
  shadowUnder(sheet, foot, half);
  const form = `${curve([at(-0.95, 0), at(-1, -0.2), at(-1, -3.2), at(-0.8, -4), at(-0.36, -4.6), at(-0.33, -5.7)])}L${n(at(0.33, 0).x)} ${n(at(0, -5.7).y)}${curve([at(0.33, -5.7), at(0.36, -4.6), at(0.8, -4), at(1, -3.2), at(1, -0.2), at(0.95, 0)]).replace('M', 'L')}Z`;
  sheet.fill(form, round(sheet, foot.x, half, colour));
  sheet.within(form, () => {
    sheet.box(foot.x - half, foot.y - half * 2.7, half * 2, half * 1.7, '#f3e6c8', 0.95);
    sheet.fill(leaf(at(-0.4, -1.5), at(0.3, -2.3), 0.3), '#5f7f4a');
    sheet.fill(box(foot.x - half * 0.66, foot.y - half * 4.4, half * 0.18, half * 4.2), '#ffffff', 0.4);
  });
  sheet.box(foot.x - half * 0.36, foot.y - half * 6.2, half * 0.72, half * 0.6, '#b07a4a', 1, half * 0.1);
};

export const jar: TableObject = (sheet, random, foot, size) => {
  const half = size * 0.24;
  shadowUnder(sheet, foot, half);
  const jam = random.pick(['#a8322e', '#d98a2e', '#5f3a5a', '#c9a03a']);
  sheet.box(
    foot.x - half,
    foot.y - half * 2.1,
    half * 2,
    half * 2.1,
    round(sheet, foot.x, half, '#e6ead8'),
    1,
    half * 0.25,
  );
  sheet.box(
    foot.x - half * 0.88,
    foot.y - half * 1.75,
    half * 1.76,
    half * 1.65,
    round(sheet, foot.x, half, jam),
    1,
    half * 0.2,
  );
  const folds = Array.from({ length: 9 }, (_, fold) =>
    point(foot.x - half * 1.2 + (half * 2.4 * fold) / 8, foot.y - half * (fold % 2 === 0 ? 1.72 : 1.92)),
  );
  const check = random.pick(['#c9473a', '#3f6a78']);
  sheet.fill(
    `${curve(folds)}L${n(foot.x + half * 0.95)} ${n(foot.y - half * 2.3)}L${n(foot.x - half * 0.95)} ${n(foot.y - half * 2.3)}Z`,
    round(sheet, foot.x, half, check),
  );
  sheet.oval(point(foot.x, foot.y - half * 2.3), half * 0.95, half * 0.14, mix(check, '#ffffff', 0.3));
  sheet.box(foot.x - half * 0.5, foot.y - half * 1.25, half, half * 0.62, '#fbf1dc', 1, half * 0.06);
  sheet.fill(blob(random, away(point(foot.x, foot.y - half * 0.94), 0, 0), half * 0.18, 0.12), jam);
};
