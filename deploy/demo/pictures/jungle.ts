import { mix } from './colour.ts';
import { forest, layPaper, type Paper } from './paper.ts';
import type { Random } from './random.ts';
import { away, curve, leaf, lines, type Point, point } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';

/** Big leaves from all edges. */
export const jungle: Painter = (sheet, random) => {
  layPaper(sheet, random, forest);
  sheet.glow(sheet.centre, sheet.unit * 0.75, '#f3c97a', 0.5);
  sheet.disc(point(sheet.width * 0.5, sheet.height * 0.47), sheet.unit * 0.2, '#f6b964', 0.95);
  const ring = Math.hypot(sheet.width, sheet.height) * 0.56;
  for (let index = 0; index < 26; index++) {
    const angle = (index / 26) * Math.PI * 2 + random.bell() * 0.12;
    const root = away(sheet.centre, angle, ring * random.between(0.96, 1.12));
    const length = sheet.unit * random.between(0.42, 0.66);
    const turn = angle + Math.PI + random.bell() * 0.3;
    const depth = index % 2;
    (random.chance(0.45) ? palm : broadLeaf)(sheet, random, forest, { root, turn, length, depth });
  }
};

interface Frond {
  root: Point;
  turn: number;
  length: number;
  depth: number;
}

function palm(sheet: Sheet, random: Random, paper: Paper, { root, turn, length, depth }: Frond): void {
  const colour = mix(random.pick(paper.greens), paper.ground, depth === 0 ? 0.55 : 0.1);
  const blades = Array.from({ length: 15 }, (_, index) => {
    const share = 0.25 + (index / 15) * 0.75;
    const at = away(root, turn, length * share);
    return [-1, 1]
      .map((side) =>
        leaf(at, away(at, turn + side * 0.62, length * 0.42 * Math.sin(Math.PI * (0.25 + share * 0.7))), 0.11),
      )
      .join('');
  });
  sheet.fill(blades.join(''), colour);
  sheet.stroke(lines([root, away(root, turn, length)]), mix(colour, paper.ink, 0.35), 2.6);
}

function broadLeaf(sheet: Sheet, random: Random, paper: Paper, { root, turn, length, depth }: Frond): void {
  const colour = mix(random.pick(paper.greens), paper.ground, depth === 0 ? 0.5 : 0.05);
  const from = away(root, turn, length * 0.2);
  const tip = away(root, turn, length * 1.15);
  const paint = sheet.linear(from, tip, [
    [0, mix(colour, paper.ground, 0.5)],
    [1, mix(colour, '#f3d48c', 0.14)],
  ]);
  sheet.fill(leaf(from, tip, 0.42), paint);
  const ribs = Array.from({ length: 7 }, (_, index) => {
    const at = away(from, turn, length * (0.1 + index * 0.115));
    return [-1, 1]
      .map((side) =>
        curve([
          at,
          away(at, turn + side * 0.75, length * 0.12),
          away(at, turn + side * 0.6, length * 0.26 * Math.sin(Math.PI * (0.2 + index * 0.1))),
        ]),
      )
      .join('');
  });
  sheet.stroke(ribs.join('') + lines([root, tip]), mix(colour, paper.ink, 0.45), 1.8, 0.7);
}
