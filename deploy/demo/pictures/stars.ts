import { buildRamp, mix, rgbOf } from './colour.ts';
import { cloudsFrom, lerp, smoothstep } from './noise.ts';
import type { Random } from './random.ts';
import { away, box, curve, disc, heightAt, lines, n, type Point, point, ridge, under } from './shapes.ts';
import type { Painter, Sheet } from './sheet.ts';
import { paintMoon, paintStars } from './sky.ts';
import { fir } from './trees.ts';

const gold = '#e8c27a';
const bone = '#f6ecd2';

/** An old star chart with invented constellations. */
export const starChart: Painter = (sheet, random) => {
  const deep = random.pick(['#0e1c3c', '#13243a', '#1c1a3e']);
  sheet.wash(
    sheet.radial(sheet.centre, Math.hypot(sheet.width, sheet.height) * 0.55, [
      [0, mix(deep, '#3a5a8a', 0.4)],
      [1, deep],
    ]),
  );
  const radius = sheet.unit * 0.44;
  paintRings(sheet, sheet.centre, radius);
  sheet.within(disc(sheet.centre, radius), () => {
    paintMilk(sheet, random, radius);
    paintFigures(sheet, random, radius);
  });
  paintCorners(sheet, random, radius);
};

/** A long exposure: star trails around the pole, a dark observatory and trees below. */
export const starTrails: Painter = (sheet, random) => {
  const ground = sheet.height * random.between(0.78, 0.84);
  paintTrails(sheet, random, ground, '#c98a5c');
  paintObservatory(sheet, random, ground);
};

/** The same sky over sand. */
export const desertTrails: Painter = (sheet, random) => {
  const ground = sheet.height * random.between(0.74, 0.8);
  paintTrails(sheet, random, ground, '#a8607a');
  for (const [index, colour] of ['#3a2748', '#22183a', '#120d26'].entries()) {
    const level = ground + index * sheet.height * 0.06;
    const phase = random.between(0, 6);
    const crest = Array.from({ length: 12 }, (_, step) =>
      point((sheet.width * step) / 11, level + Math.sin(phase + step * 0.62) * sheet.unit * 0.035),
    );
    sheet.fill(`${curve(crest)}L${n(sheet.width)} ${n(sheet.height)}L0 ${n(sheet.height)}Z`, colour);
  }
};

function paintTrails(sheet: Sheet, random: Random, ground: number, glow: string): void {
  const pole = point(sheet.width * random.between(0.36, 0.64), ground * random.between(0.42, 0.62));
  const ramp = buildRamp(['#050a1c', '#0b1a3a', '#16345c', '#3a5f80', glow]);
  sheet.groundOf((_, y) => ramp(y / ground), 12);
  const reach = Math.hypot(sheet.width, sheet.height) * 0.8;
  for (const colour of ['#fff4d8', '#cfe0ff', '#ffd9a8', '#f4f4ff', '#a8c8f0']) {
    const arcs = Array.from({ length: 110 }, () =>
      arc(pole, reach * random.next() ** 0.75, random.between(0, Math.PI * 2), random.between(0.35, 0.75)),
    );
    sheet.stroke(arcs.slice(0, 82).join(''), colour, sheet.unit * 0.0013, 0.5);
    sheet.stroke(arcs.slice(82).join(''), colour, sheet.unit * 0.0025, 0.85);
  }
}

/** A person with a telescope under the whole sky. */
export const telescope: Painter = (sheet, random) => {
  const ground = sheet.height * 0.84;
  const ramp = buildRamp(['#080a20', '#141a48', '#2e2f6e', '#6a4a82', '#d07a78', '#f4b184']);
  const clouds = cloudsFrom(random.whole(0, 2 ** 31), 5);
  const milk = rgbOf('#d4cdf0');
  const scale = 3.4 / sheet.unit;
  sheet.groundOf((x, y) => {
    const base = ramp(y / ground);
    const off = (x - sheet.width * 0.66 + (y - sheet.height * 0.3) * 0.75) / sheet.unit;
    const dust =
      smoothstep(0.34, 0.85, clouds(x * scale, y * scale)) *
      Math.exp(-((off / 0.24) ** 2)) *
      0.62 *
      (1 - smoothstep(0.5, 0.95, y / ground));
    return [lerp(base[0], milk[0], dust), lerp(base[1], milk[1], dust), lerp(base[2], milk[2], dust)];
  }, 8);
  paintStars(sheet, random, { top: 0, bottom: ground * 0.8, count: 420 });
  paintMoon(sheet, random, point(sheet.width * 0.22, sheet.height * 0.2), sheet.unit * 0.05, 0.6);
  paintWatcher(sheet, random, ground);
};

function paintRings(sheet: Sheet, middle: Point, radius: number): void {
  for (const share of [0.25, 0.5, 0.75]) sheet.ring(middle, radius * share, gold, 1, 0.4);
  for (const [share, width] of [
    [1, 2.4],
    [1.035, 1],
    [1.075, 1.6],
  ] as const)
    sheet.ring(middle, radius * share, gold, width, 0.9);
  const rays = Array.from({ length: 12 }, (_, hour) =>
    lines([away(middle, (hour / 12) * Math.PI * 2, radius * 0.06), away(middle, (hour / 12) * Math.PI * 2, radius)]),
  );
  sheet.stroke(rays.join(''), gold, 1, 0.3);
  const marks = Array.from({ length: 144 }, (_, mark) => {
    const angle = (mark / 144) * Math.PI * 2;
    return lines([away(middle, angle, radius * (mark % 6 === 0 ? 1.005 : 1.018)), away(middle, angle, radius * 1.035)]);
  });
  sheet.stroke(marks.join(''), gold, 1.2, 0.85);
  const ecliptic = point(middle.x + radius * 0.14, middle.y - radius * 0.1);
  sheet.ring(ecliptic, radius * 0.66, '#d9694a', 1.6, 0.8);
}

function paintMilk(sheet: Sheet, random: Random, radius: number): void {
  const tilt = random.between(0, Math.PI);
  const dots = Array.from({ length: 900 }, () => {
    const along = random.between(-1, 1) * radius;
    const across = random.bell() * radius * 0.14 + Math.sin((along / radius) * 2.2) * radius * 0.14;
    const spot = point(
      sheet.centre.x + Math.cos(tilt) * along - Math.sin(tilt) * across,
      sheet.centre.y + Math.sin(tilt) * along + Math.cos(tilt) * across,
    );
    return disc(spot, random.between(0.4, 1.3));
  });
  sheet.fill(dots.join(''), bone, 0.42);
}

/** Constellations: walks between near bright stars. */
function paintFigures(sheet: Sheet, random: Random, radius: number): void {
  const faint = Array.from({ length: 150 }, () =>
    disc(away(sheet.centre, random.between(0, 7), radius * Math.sqrt(random.next())), random.between(0.8, 2)),
  );
  sheet.fill(faint.join(''), bone, 0.8);
  for (let figure = 0; figure < 9; figure++) {
    const angle = (figure / 9) * Math.PI * 2 + random.bell() * 0.2;
    let at = away(sheet.centre, angle, radius * random.between(0.3, 0.72));
    let heading = random.between(0, 7);
    const stars = [at];
    for (let step = 0; step < random.whole(4, 6); step++) {
      heading += random.between(-1.2, 1.2);
      at = away(at, heading, radius * random.between(0.08, 0.16));
      stars.push(at);
    }
    sheet.stroke(lines(stars), gold, 1.8, 0.85);
    if (random.chance(0.5))
      sheet.stroke(lines([stars[1] ?? at, away(stars[1] ?? at, heading + 1.6, radius * 0.11)]), gold, 1.3, 0.75);
    for (const star of stars) paintSparkle(sheet, star, sheet.unit * random.between(0.009, 0.018));
  }
}

function paintSparkle(sheet: Sheet, at: Point, size: number): void {
  const tips = Array.from({ length: 8 }, (_, tip) =>
    away(at, (tip / 8) * Math.PI * 2 - Math.PI / 2, tip % 2 === 0 ? size : size * 0.28),
  );
  sheet.fill(lines(tips, true), bone);
}

/** Moons and suns outside the circle, where the format has space. */
function paintCorners(sheet: Sheet, random: Random, radius: number): void {
  const room =
    sheet.width > sheet.height
      ? point(Math.max(sheet.unit * 0.14, (sheet.width / 2 - radius) * 0.46), sheet.height * 0.17)
      : point(sheet.width * 0.17, Math.max(sheet.unit * 0.15, (sheet.height / 2 - radius) * 0.45));
  const size = sheet.unit * 0.06;
  for (const [column, row] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const at = point(column === 0 ? room.x : sheet.width - room.x, row === 0 ? room.y : sheet.height - room.y);
    if (Math.hypot(at.x - sheet.centre.x, at.y - sheet.centre.y) < radius * 1.08 + size * 1.3) continue;
    if ((column + row) % 2 === 0) paintSunSign(sheet, at, size);
    else paintMoonSign(sheet, random, at, size);
  }
  sheet.stroke(
    box(sheet.unit * 0.03, sheet.unit * 0.03, sheet.width - sheet.unit * 0.06, sheet.height - sheet.unit * 0.06),
    gold,
    1.6,
    0.7,
  );
}

function paintSunSign(sheet: Sheet, at: Point, size: number): void {
  const tips = Array.from({ length: 32 }, (_, tip) =>
    away(at, (tip / 32) * Math.PI * 2, size * (tip % 2 === 0 ? (tip % 4 === 0 ? 1.35 : 1.05) : 0.66)),
  );
  sheet.fill(lines(tips, true), gold, 0.9);
  sheet.disc(at, size * 0.6, '#1b2440');
  sheet.disc(at, size * 0.5, gold);
}

function paintMoonSign(sheet: Sheet, random: Random, at: Point, size: number): void {
  const r = n(size * 0.9);
  sheet.fill(
    `M${n(at.x)} ${n(at.y - size * 0.9)}A${r} ${r} 0 1 1 ${n(at.x)} ${n(at.y + size * 0.9)}A${n(size * 1.25)} ${n(size * 1.25)} 0 0 0 ${n(at.x)} ${n(at.y - size * 0.9)}Z`,
    bone,
    0.95,
  );
  for (let star = 0; star < 3; star++)
    paintSparkle(sheet, point(at.x - size * random.between(0.2, 0.8), at.y + random.bell() * size * 0.5), size * 0.16);
}

/** Part of a circle around `middle`. */
function arc(middle: Point, radius: number, from: number, sweep: number): string {
  const [start, end] = [away(middle, from, radius), away(middle, from + sweep, radius)];
  return `M${n(start.x)} ${n(start.y)}A${n(radius)} ${n(radius)} 0 0 1 ${n(end.x)} ${n(end.y)}`;
}

function paintObservatory(sheet: Sheet, random: Random, ground: number): void {
  const hill = ridge(random, { width: sheet.width, y: ground, relief: sheet.unit * 0.06, roughness: 0.3, detail: 7 });
  const x = sheet.width * random.between(0.24, 0.76);
  const foot = point(x, heightAt(hill, x) + 6);
  const size = sheet.unit * 0.1;
  sheet.glow(point(foot.x, foot.y - size), size * 3, '#ff9d5c', 0.32);
  const firs: string[] = [];
  for (let at = 0; at < sheet.width; at += sheet.unit * random.between(0.015, 0.06)) {
    if (Math.abs(at - x) > size * 0.9)
      firs.push(fir(random, point(at, heightAt(hill, at) + 8), sheet.unit * random.between(0.03, 0.085)));
  }
  sheet.fill(under(hill, sheet.height + 8) + firs.join(''), '#070a16');
  sheet.fill(box(foot.x - size * 0.5, foot.y - size * 0.62, size, size * 0.7), '#10131f');
  sheet.fill(
    `M${n(foot.x - size * 0.56)} ${n(foot.y - size * 0.6)}A${n(size * 0.56)} ${n(size * 0.56)} 0 0 1 ${n(foot.x + size * 0.56)} ${n(foot.y - size * 0.6)}Z`,
    '#1b2133',
  );
  sheet.fill(
    lines(
      [
        point(foot.x - size * 0.02, foot.y - size * 0.62),
        point(foot.x + size * 0.14, foot.y - size * 1.2),
        point(foot.x + size * 0.28, foot.y - size * 1.12),
        point(foot.x + size * 0.16, foot.y - size * 0.62),
      ],
      true,
    ),
    '#ffb76a',
  );
  sheet.box(foot.x - size * 0.34, foot.y - size * 0.34, size * 0.16, size * 0.34, '#ffcf8a');
}

function paintWatcher(sheet: Sheet, random: Random, ground: number): void {
  const hill = Array.from({ length: 9 }, (_, step) =>
    point((sheet.width * step) / 8, ground - Math.sin((step / 8) * Math.PI) * sheet.unit * 0.07 + random.bell() * 3),
  );
  const dark = '#0a0918';
  sheet.fill(`${curve(hill)}L${n(sheet.width)} ${n(sheet.height)}L0 ${n(sheet.height)}Z`, dark);
  const x = sheet.width * random.between(0.42, 0.56);
  const size = sheet.unit * 0.15;
  const foot = point(x, heightAt(hill, x) + 4);
  const at = (dx: number, dy: number): Point => point(foot.x + dx * size, foot.y + dy * size);
  sheet.stroke(
    lines([at(0, 0), at(0.28, -0.7), at(0.58, 0)]) + lines([at(0.28, -0.7), at(0.32, 0.02)]),
    dark,
    size * 0.05,
  );
  sheet.stroke(lines([at(-0.06, -0.62), at(0.72, -1.02)]), dark, size * 0.15);
  sheet.stroke(lines([at(0.62, -0.97), at(0.86, -1.09)]), dark, size * 0.2);
  sheet.fill(
    curve(
      [at(-0.72, 0.06), at(-0.66, -0.5), at(-0.46, -0.82), at(-0.24, -0.78), at(-0.2, -0.45), at(-0.28, 0.06)],
      true,
    ),
    dark,
  );
  sheet.fill(disc(at(-0.25, -0.9), size * 0.15), dark);
  sheet.stroke(lines([at(-0.4, -0.62), at(-0.02, -0.58)]), dark, size * 0.09);
  const grass: string[] = [];
  for (let gx = 0; gx < sheet.width; gx += sheet.unit * random.between(0.004, 0.014)) {
    const root = point(gx, heightAt(hill, gx) + 3);
    grass.push(
      lines([root, away(root, -Math.PI / 2 + random.bell() * 0.3, sheet.unit * random.between(0.008, 0.026))]),
    );
  }
  sheet.stroke(grass.join(''), dark, 1.6);
}
