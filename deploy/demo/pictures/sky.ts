import { buildRamp, rgbOf } from './colour.ts';
import { cloudsFrom, lerp, smoothstep } from './noise.ts';
import type { Random } from './random.ts';
import { disc, type Point, point } from './shapes.ts';
import type { Sheet } from './sheet.ts';

export interface Sky {
  /** Colours from the zenith to the horizon. */
  colours: readonly string[];
  /** Colour of the light. */
  light: string;
  /** 0 none, 1 half the sky. */
  clouds: number;
  stars: boolean;
}

/** Ground of a picture with a sky: a gradient to the horizon, clouds lit from one point. */
export function paintSky(sheet: Sheet, random: Random, sky: Sky, horizon: number, light: Point): void {
  const ramp = buildRamp(sky.colours);
  const shine = rgbOf(sky.light);
  const clouds = cloudsFrom(random.whole(0, 2 ** 31), 4);
  const scale = 3.2 / sheet.unit;
  const edge = lerp(0.72, 0.44, sky.clouds);
  sheet.groundOf((x, y) => {
    const base = ramp(y / horizon);
    const density = smoothstep(edge, edge + 0.3, clouds(x * scale * 0.55, y * scale * 1.9));
    const distance = Math.hypot(x - light.x, y - light.y) / sheet.unit;
    const glow = Math.exp(-distance * 2.6) * 0.55;
    const bright = Math.min(0.85, glow + density * sky.clouds * lerp(0.42, 0.12, smoothstep(0.1, 1.1, distance)));
    return [lerp(base[0], shine[0], bright), lerp(base[1], shine[1], bright), lerp(base[2], shine[2], bright)];
  }, 8);
  if (sky.stars) paintStars(sheet, random, { top: 0, bottom: horizon * 0.92, count: 190 });
}

export function paintStars(sheet: Sheet, random: Random, span: { top: number; bottom: number; count: number }): void {
  const size = sheet.unit / 900;
  const star = (least: number, most: number) =>
    disc(
      point(random.between(0, sheet.width), lerp(span.top, span.bottom, random.next() ** 1.3)),
      random.between(least, most) * size,
    );
  const many = (count: number, least: number, most: number) =>
    Array.from({ length: count }, () => star(least, most)).join('');
  sheet.fill(many(span.count, 0.6, 1.2), '#fdf3dc', 0.55);
  sheet.fill(many(span.count * 0.22, 1.2, 2), '#fff9ea', 0.9);
}

export function paintSun(sheet: Sheet, at: Point, radius: number, colour: string): void {
  sheet.glow(at, radius * 4.5, colour, 0.55);
  sheet.disc(at, radius, colour, 0.97);
}

/** A moon with its maria; a crescent when `waning` (0..1) is set. */
export function paintMoon(sheet: Sheet, random: Random, at: Point, radius: number, waning = 0): void {
  sheet.glow(at, radius * 6, '#f4efd8', 0.35);
  sheet.disc(at, radius, '#f6f0d9');
  const seas = Array.from({ length: 6 }, () =>
    disc(
      point(at.x + random.bell() * radius * 0.32, at.y + random.bell() * radius * 0.32),
      radius * random.between(0.1, 0.24),
    ),
  );
  sheet.fill(seas.join(''), '#cfc6ac', 0.45);
  if (waning > 0) {
    const r = radius.toFixed(1);
    const bend = (radius * (1 + (1 - waning) * 3)).toFixed(1);
    const top = `${at.x.toFixed(1)} ${(at.y - radius).toFixed(1)}`;
    const bottom = `${at.x.toFixed(1)} ${(at.y + radius).toFixed(1)}`;
    sheet.fill(`M${top}A${r} ${r} 0 0 1 ${bottom}A${bend} ${bend} 0 0 0 ${top}Z`, '#0d1734', 0.72);
  }
}
