/** Red, green, blue, 0..255. */
export type Rgb = readonly [number, number, number];

/** Lightness and two colour axes of OKLab, in which mixtures look natural. */
type Lab = readonly [number, number, number];

export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function hexOf([red, green, blue]: Rgb): string {
  const byte = (value: number) =>
    Math.round(Math.min(255, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0');
  return `#${byte(red)}${byte(green)}${byte(blue)}`;
}

/** Returns the colour at `share` of the way from one to the other. */
export function mix(from: string, to: string, share: number): string {
  return hexOf(rgbFromLab(between(labFromRgb(rgbOf(from)), labFromRgb(rgbOf(to)), share)));
}

/** Returns a lighter colour by `amount` (0..1); darker when negative. */
export function shade(hex: string, amount: number): string {
  const [lightness, a, b] = labFromRgb(rgbOf(hex));
  return hexOf(rgbFromLab([Math.min(1, Math.max(0, lightness + amount)), a, b]));
}

/** A colour scale, read at any point 0..1. */
export type Ramp = (at: number) => Rgb;

/** Returns a scale of colours at equal distances, interpolated smoothly. */
export function buildRamp(colours: readonly string[]): Ramp {
  const labs = colours.map((colour) => labFromRgb(rgbOf(colour)));
  const steps = 255;
  const table = Array.from({ length: steps + 1 }, (_, step) => {
    const position = (step / steps) * (labs.length - 1);
    const from = labs[Math.floor(position)];
    const to = labs[Math.ceil(position)];
    if (!from || !to) throw new Error('a ramp needs a colour');
    return rgbFromLab(between(from, to, position - Math.floor(position)));
  });
  const last: Rgb = table[steps] ?? [0, 0, 0];
  return (at) => table[Math.round(Math.min(1, Math.max(0, at)) * steps)] ?? last;
}

function between(from: Lab, to: Lab, share: number): Lab {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

const toLinear = (value: number): number => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

const fromLinear = (value: number): number => {
  const part = Math.min(1, Math.max(0, value));
  return 255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);
};

function labFromRgb(rgb: Rgb): Lab {
  const [red, green, blue] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function rgbFromLab([lightness, a, b]: Lab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
