import { buildRamp, type Rgb } from './colour.ts';
import { cloudsFrom, lerp, smoothstep } from './noise.ts';
import type { Random } from './random.ts';
import { heightAt, point, ridge, under } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';
import { paintStars } from './sky.ts';
import { fir } from './trees.ts';

const glows: readonly (readonly string[])[] = [
  ['#1a0f2e', '#5a1f5a', '#c2385a', '#f4813f', '#ffd27a', '#fff4d0'],
  ['#07182e', '#0f3f5f', '#1f8a8a', '#7fd0a0', '#f0e6a8', '#fffbe6'],
  ['#140a1e', '#3a1a5f', '#6a3fa8', '#c27ac8', '#f6b8b0', '#fff0dc'],
  ['#1c0c0a', '#5f1f14', '#b8401f', '#f08a2f', '#ffd06a', '#fff6d6'],
];

/** Folds of light: noise distorted by noise, mapped to colours. */
export const veils: Painter = (sheet, random) => {
  const ramp = buildRamp(random.pick(glows));
  const first = cloudsFrom(random.whole(0, 2 ** 31), 2);
  const second = cloudsFrom(random.whole(0, 2 ** 31), 2);
  const scale = random.between(2, 2.8) / sheet.unit;
  const turn = random.between(0, Math.PI);
  const [along, across] = [Math.cos(turn), Math.sin(turn)];
  sheet.groundOf((x, y) => {
    const u = (x * along + y * across) * scale;
    const v = (y * along - x * across) * scale * 0.45;
    const bend = first(u * 0.8 + 3, v * 0.8);
    const fold = second(u * 0.5 + bend * 1.1, v * 0.7 + bend * 0.6 + 9);
    const phase = fold * 9 + bend * 5 + u * 1.2;
    const sheen = 0.5 + 0.5 * Math.sin(phase);
    return ramp(0.06 + 0.5 * fold + sheen ** 3 * 0.5 * smoothstep(0.25, 0.75, bend));
  }, 6);
  sheet.grain = 0.8;
  sheet.vignette = 0.3;
};

/** Northern lights over a dark shore, with their reflection. */
export const aurora: Painter = (sheet, random) => {
  const shore = sheet.height * random.between(0.68, 0.74);
  const sky = buildRamp(['#050a1e', '#0a1a3a', '#12344f', '#1f5560']);
  const bandsOfLight = [0, 1, 2].map((index) => curtain(sheet, random, shore * (0.34 + index * 0.17)));
  const above = (x: number, y: number): Rgb => {
    const base = sky(y / shore);
    let [red, green, blue] = [base[0], base[1], base[2]];
    for (const shine of bandsOfLight) {
      const { strength, height } = shine(x, y);
      red = lerp(red, lerp(90, 190, height), strength);
      green = lerp(green, lerp(240, 120, height), strength);
      blue = lerp(blue, lerp(170, 220, height), strength);
    }
    return [red, green, blue];
  };
  const ripple = cloudsFrom(random.whole(0, 2 ** 31), 2);
  sheet.groundOf((x, y) => {
    if (y < shore) return above(x, y);
    const depth = (y - shore) / (sheet.height - shore);
    const shaken = x + (ripple(x * 0.01, y * 0.06) - 0.5) * sheet.unit * 0.1 * depth;
    const [red, green, blue] = above(shaken, shore - (y - shore) * 1.5);
    return [red * 0.55, green * 0.6, blue * 0.68];
  }, 6);
  paintStars(sheet, random, { top: 0, bottom: shore * 0.8, count: 260 });
  paintShore(sheet, random, shore);
};

/** A band of light: its brightness at a point, and the height of the point above its lower edge. */
function curtain(
  sheet: Sheet,
  random: Random,
  level: number,
): (x: number, y: number) => { strength: number; height: number } {
  const sway = cloudsFrom(random.whole(0, 2 ** 31), 2);
  const rays = cloudsFrom(random.whole(0, 2 ** 31), 3);
  const tall = sheet.unit * random.between(0.3, 0.5);
  return (x, y) => {
    const hem = level + (sway((x / sheet.unit) * 1.6, level * 0.01) - 0.5) * sheet.unit * 0.55;
    const height = (hem - y) / tall;
    const ray = rays((x / sheet.unit) * 9, 0.5) * 0.75 + rays((x / sheet.unit) * 2, 7.5) * 0.5;
    const fade = height < 0 ? Math.exp(height * 22) : Math.exp(-height * 2.6);
    return {
      strength: Math.min(0.8, fade * smoothstep(0.3, 0.95, ray) * 1.15),
      height: Math.min(1, Math.max(0, height)),
    };
  };
}

function paintShore(sheet: Sheet, random: Random, shore: number): void {
  const skyline = ridge(random, {
    width: sheet.width,
    y: shore - sheet.unit * 0.03,
    relief: sheet.unit * 0.05,
    roughness: 0.5,
    detail: 7,
  });
  const low = skyline.map(({ x, y }) => point(x, Math.min(y, shore)));
  sheet.fill(under(low, shore), '#050b16');
  sheet.fill(
    under(
      low.map(({ x, y }) => point(x, shore + (shore - y) * 0.8)),
      shore,
    ),
    '#050b16',
    0.8,
  );
  const firs: string[] = [];
  for (let x = 0; x < sheet.width; x += sheet.unit * random.between(0.01, 0.045))
    firs.push(fir(random, point(x, heightAt(low, x) + 5), sheet.unit * random.between(0.025, 0.06)));
  sheet.fill(firs.join(''), '#050b16');
}
