import { scatter } from './random.ts';

/** Smooth noise over a plane: 0..1, the same for the same seed. */
export type Noise = (x: number, y: number) => number;

/** One layer of noise, one feature per unit. */
export function noiseFrom(seed: number): Noise {
  const corner = (x: number, y: number): number =>
    scatter((Math.imul(x, 0x27d4eb2f) ^ Math.imul(y, 0x165667b1) ^ seed) | 0) / 2 ** 32;
  return (x, y) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const across = ease(x - left);
    const down = ease(y - top);
    const above = lerp(corner(left, top), corner(left + 1, top), across);
    const below = lerp(corner(left, top + 1), corner(left + 1, top + 1), across);
    return lerp(above, below, down);
  };
}

/** Several layers, each twice as fine and half as strong, for clouds, hills and textures. */
export function cloudsFrom(seed: number, layers: number): Noise {
  const parts = Array.from({ length: layers }, (_, layer) => noiseFrom(scatter(seed + layer * 7919)));
  const whole = 2 - 2 ** (1 - layers);
  return (x, y) => {
    let sum = 0;
    for (let layer = 0; layer < layers; layer++) {
      const scale = 2 ** layer;
      sum += (parts[layer]?.(x * scale, y * scale) ?? 0) / scale;
    }
    return sum / whole;
  };
}

export const lerp = (from: number, to: number, share: number): number => from + (to - from) * share;

/** 0 below `from`, 1 above `to`, an S-curve between. */
export function smoothstep(from: number, to: number, value: number): number {
  return ease(Math.min(1, Math.max(0, (value - from) / (to - from))));
}

const ease = (value: number): number => value * value * (3 - 2 * value);
