import { clay, cream, layPaper, type Paper } from './paper.ts';
import type { Random } from './random.ts';
import { away, blob, curve, disc, leaf, lines, type Point, point } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';

/** A row of pressed plants, each of another kind. */
export const herbarium: Painter = (sheet, random) => {
  const paper = random.pick([cream, clay]);
  layPaper(sheet, random, paper);
  const count = Math.max(3, Math.round((sheet.width / sheet.height) * 3.8));
  const gap = sheet.width / (count + 0.4);
  const kinds = [fern, olive, poppy, eucalyptus, lavender];
  for (let index = 0; index < count; index++) {
    const foot = point(gap * (index + 0.7) + random.bell() * gap * 0.05, sheet.height * random.between(0.86, 0.93));
    const height = Math.min(sheet.height * random.between(0.68, 0.8), gap * 3.1);
    kinds[(index + random.whole(0, 1) * 2) % kinds.length]?.(sheet, random, paper, foot, height);
  }
};

type Stem = (sheet: Sheet, random: Random, paper: Paper, foot: Point, height: number) => void;

/** Returns the points of a slightly bent stem, from foot to tip. */
function stalk(random: Random, foot: Point, height: number): Point[] {
  const bend = random.bell() * height * 0.09;
  return Array.from({ length: 9 }, (_, step) => {
    const share = step / 8;
    return point(foot.x + Math.sin(share * 2.4) * bend, foot.y - height * share);
  });
}

/** Colour slightly offset from its outline, as in an old print. */
function inked(sheet: Sheet, paper: Paper, path: string, colour: string, width = 1.6): void {
  sheet.transformed(point(sheet.unit * 0.005, sheet.unit * 0.004), () => sheet.fill(path, colour, 0.82));
  sheet.stroke(path, paper.ink, width, 0.9);
}

/** Leaves on both sides of a stem. */
function leafy(
  sheet: Sheet,
  random: Random,
  paper: Paper,
  stem: readonly Point[],
  { pairs, size, width, angle }: { pairs: number; size: number; width: number; angle: number },
): void {
  const colour = random.pick(paper.greens);
  const blades: string[] = [];
  const veins: string[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const share = 0.14 + (pair / pairs) * 0.84;
    const from = stem[Math.min(stem.length - 1, Math.round(share * (stem.length - 1)))] ?? point(0, 0);
    const at = point(from.x, (stem[0]?.y ?? 0) - ((stem[0]?.y ?? 0) - (stem[stem.length - 1]?.y ?? 0)) * share);
    const length = size * Math.sin(Math.PI * (0.2 + share * 0.72)) * random.between(0.88, 1.1);
    for (const side of [-1, 1]) {
      const tip = away(at, -Math.PI / 2 + side * (angle + random.bell() * 0.08), length);
      blades.push(leaf(at, tip, width));
      veins.push(lines([at, away(at, Math.atan2(tip.y - at.y, tip.x - at.x), length * 0.8)]));
    }
  }
  inked(sheet, paper, blades.join(''), colour);
  sheet.stroke(veins.join(''), paper.ink, 1, 0.5);
  sheet.stroke(curve(stem), paper.ink, 2.4);
}

const fern: Stem = (sheet, random, paper, foot, height) =>
  leafy(sheet, random, paper, stalk(random, foot, height), {
    pairs: 17,
    size: height * 0.24,
    width: 0.16,
    angle: 1.15,
  });

const eucalyptus: Stem = (sheet, random, paper, foot, height) =>
  leafy(sheet, random, paper, stalk(random, foot, height), { pairs: 8, size: height * 0.17, width: 0.6, angle: 1.05 });

const olive: Stem = (sheet, random, paper, foot, height) => {
  const stem = stalk(random, foot, height);
  leafy(sheet, random, paper, stem, { pairs: 9, size: height * 0.26, width: 0.17, angle: 0.75 });
  const fruit = stem
    .slice(2, 8)
    .map((spot, index) =>
      blob(
        random,
        point(spot.x + (index % 2 === 0 ? 1 : -1) * height * 0.055, spot.y + height * 0.03),
        height * 0.026,
        0.06,
      ),
    );
  inked(sheet, paper, fruit.join(''), random.pick(['#4a3350', '#5e6b3a']));
};

const poppy: Stem = (sheet, random, paper, foot, height) => {
  const stem = stalk(random, foot, height * 0.86);
  const head = stem[stem.length - 1] ?? foot;
  leafy(sheet, random, paper, stem.slice(0, 6), { pairs: 4, size: height * 0.24, width: 0.24, angle: 0.7 });
  sheet.stroke(curve(stem), paper.ink, 2.4);
  const petals = [-2.5, -0.6, -1.9, -1.2].map((angle) =>
    blob(random, away(head, angle, height * 0.075), height * 0.095, 0.1),
  );
  const colour = random.pick(paper.bloom);
  for (const petal of petals) inked(sheet, paper, petal, colour);
  inked(sheet, paper, disc(point(head.x, head.y - height * 0.055), height * 0.032), paper.ink);
};

const lavender: Stem = (sheet, random, paper, foot, height) => {
  for (const lean of [-0.14, 0, 0.15]) {
    const stem = stalk(random, foot, height * random.between(0.75, 0.95)).map((spot) =>
      point(spot.x + lean * (foot.y - spot.y), spot.y),
    );
    sheet.stroke(curve(stem), paper.ink, 2);
    const tip = stem[stem.length - 1] ?? foot;
    const buds = Array.from({ length: 22 }, (_, bud) =>
      blob(
        random,
        point(
          tip.x + (bud % 2 === 0 ? 1 : -1) * height * 0.016 - lean * bud * height * 0.011,
          tip.y + bud * height * 0.0125,
        ),
        height * 0.018,
        0.2,
        6,
      ),
    );
    inked(sheet, paper, buds.join(''), random.pick(['#7a6aa8', '#9a7fb5', '#6a74b0']), 1.1);
  }
  const blades = Array.from({ length: 6 }, () =>
    leaf(foot, away(foot, -Math.PI / 2 + random.bell() * 0.5, height * random.between(0.25, 0.42)), 0.07),
  );
  inked(sheet, paper, blades.join(''), paper.greens[0] ?? paper.ink);
};
