import type { Random } from './random.ts';
import { blob, n, point } from './shapes.ts';
import type { Sheet } from './sheet.ts';

/** Colours of paper and inks. */
export interface Paper {
  ground: string;
  ink: string;
  greens: readonly string[];
  bloom: readonly string[];
}

export const cream: Paper = {
  ground: '#f4ead6',
  ink: '#25352c',
  greens: ['#6d8f66', '#91a86d', '#4f7a68', '#b0b672'],
  bloom: ['#d9694a', '#e8a04c', '#c9556b'],
};
export const clay: Paper = {
  ground: '#e9c9a8',
  ink: '#3a2320',
  greens: ['#5f7f62', '#8a9a5b', '#3f6a60'],
  bloom: ['#b4412f', '#f3e3c4', '#d9822f'],
};
export const forest: Paper = {
  ground: '#16302b',
  ink: '#eadfbf',
  greens: ['#3f7a5f', '#6a9a63', '#2b6258', '#98ad62'],
  bloom: ['#f0a35e', '#e8746a', '#f3d48c'],
};

export function layPaper(sheet: Sheet, random: Random, paper: Paper): void {
  sheet.wash(paper.ground);
  const stains = Array.from({ length: 7 }, () =>
    blob(
      random,
      point(random.between(0, sheet.width), random.between(0, sheet.height)),
      sheet.unit * random.between(0.1, 0.3),
      0.2,
    ),
  );
  sheet.fill(stains.join(''), paper.ink, 0.018);
  const fibres = Array.from({ length: 90 }, () => {
    const at = point(random.between(0, sheet.width), random.between(0, sheet.height));
    return `M${n(at.x)} ${n(at.y)}q${n(random.bell() * 8)} ${n(random.bell() * 8)} ${n(random.bell() * 14)} ${n(random.bell() * 14)}`;
  });
  sheet.stroke(fibres.join(''), paper.ink, 0.8, 0.14);
}
