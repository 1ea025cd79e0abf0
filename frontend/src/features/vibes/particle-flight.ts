/** Flights of particles: keyframes of transform and opacity, computed from an initial speed, gravity and drag. */

export type Shape = 'spark' | 'heart';

export interface Flight {
  shape: Shape;
  /** Pixels. */
  size: number;
  keyframes: { transform: string; opacity: number }[];
  durationMs: number;
}

const STEPS = 14;
/** Pixels per second squared. */
const GRAVITY = 900;
/** Fraction of the speed lost per second. */
const DRAG = 1.9;

interface Launch {
  shape: Shape;
  size: number;
  /** Radians; -π/2 is straight up. */
  angle: number;
  /** Pixels per second. */
  speed: number;
  gravity: number;
  /** Degrees over the whole flight. */
  turn: number;
  durationMs: number;
}

/** The flight of one particle: drag slows it, gravity pulls it down, it fades in its last third. */
function fly({ shape, size, angle, speed, gravity, turn, durationMs }: Launch): Flight {
  const keyframes = Array.from({ length: STEPS + 1 }, (_, step) => {
    const share = step / STEPS;
    const seconds = (share * durationMs) / 1_000;
    const reach = (1 - Math.exp(-DRAG * seconds)) / DRAG;
    const x = Math.cos(angle) * speed * reach;
    const y = Math.sin(angle) * speed * reach + (gravity * seconds * seconds) / 2;
    const scale = Math.min(1, 0.3 + share * 6) * (1 - share * 0.35);
    return {
      transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${(turn * share).toFixed(0)}deg) scale(${scale.toFixed(2)})`,
      opacity: Math.min(1, (1 - share) * 3),
    };
  });
  return { shape, size, keyframes, durationMs };
}

/** The big heart: it grows, settles and rises. */
function bigHeart(random: () => number): Flight {
  const tilt = (random() - 0.5) * 34;
  const at = (y: number, scale: number, opacity: number) => ({
    transform: `translate(0px, ${y}px) rotate(${tilt.toFixed(0)}deg) scale(${scale})`,
    opacity,
  });
  return {
    shape: 'heart',
    size: 108,
    keyframes: [
      at(8, 0.2, 0),
      at(0, 1.24, 1),
      at(0, 0.93, 1),
      at(0, 1.04, 1),
      at(-4, 1, 1),
      at(-30, 1, 0.9),
      at(-110, 0.8, 0),
    ],
    durationMs: 1_000,
  };
}

/** Particles in all directions from the tapped point; a heart has a big one in the middle. */
export function burst(shape: Shape, random: () => number): Flight[] {
  const count = shape === 'heart' ? 7 : 9;
  const small = Array.from({ length: count }, (_, index) =>
    fly({
      shape,
      size: 12 + random() * (shape === 'heart' ? 14 : 12),
      angle: ((index + random() * 0.8) / count) * 2 * Math.PI,
      speed: 190 + random() * 260,
      gravity: shape === 'heart' ? GRAVITY * 0.35 : GRAVITY * 0.55,
      turn: (random() - 0.5) * 240,
      durationMs: 620 + random() * 380,
    }),
  );
  if (shape === 'heart') return [bigHeart(random), ...small];
  return [fly({ shape, size: 44, angle: -Math.PI / 2, speed: 50, gravity: 0, turn: 60, durationMs: 520 }), ...small];
}

/** Particles that rise from the counter, for reactions of others. */
export function rising(shape: Shape, random: () => number): Flight[] {
  return Array.from({ length: shape === 'heart' ? 3 : 2 }, () =>
    fly({
      shape,
      size: 18 + random() * 12,
      angle: -Math.PI / 2 + (random() - 0.62) * 0.7,
      speed: 330 + random() * 190,
      gravity: -40,
      turn: (random() - 0.5) * 80,
      durationMs: 1_300 + random() * 500,
    }),
  );
}

/** With reduced motion: one particle that appears and fades in place. */
export function still(shape: Shape): Flight[] {
  const at = (opacity: number) => ({ transform: 'none', opacity });
  return [{ shape, size: 64, keyframes: [at(0), at(1), at(1), at(0)], durationMs: 700 }];
}
