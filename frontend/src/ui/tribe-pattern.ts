import { hashText, type SeededRandom, seededRandom } from './seeded-random.ts';

/*
 * The sign of a tribe: a fire with rings of marks around it. The marks, their number and the hue come from its id. The
 * glyph shows the inner rings whole; the cover zooms into the same fire and lets the rings run out of the picture.
 */

const MOTIFS = ['dot', 'ray', 'petal', 'triangle', 'diamond', 'chevron', 'crescent', 'bar', 'zigzag', 'wave'] as const;
export type Motif = (typeof MOTIFS)[number];
export type Tone = 1 | 2 | 3;

export interface Ring {
  motif: Motif;
  radius: number;
  /** Half the height of a mark, along the radius. */
  size: number;
  count: number;
  /** Rotation of the whole ring, in marks: 0.5 is between the marks of the inner ring. */
  phase: number;
  tone: Tone;
}

export interface TribePattern {
  hue: number;
  secondHue: number;
  core: 'sun' | 'ring' | 'star' | 'seed';
  /** Marks glow on the dark ground, or are dark on the glowing one. */
  ground: 'deep' | 'bright';
  rings: Ring[];
}

const GOLDEN_ANGLE = 137.508;
/** Hominini, the tribe of everyone, has the product's ember hue. */
const EMBER_HUE = 48;
const EMBER_ID = 38;

/** The hue of a tribe. Consecutive ids get hues far apart. */
export function tribeHue(id: string | number): number {
  const number = Number(id);
  const index = Number.isSafeInteger(number) ? number - EMBER_ID : hashText(String(id));
  return Math.round((((EMBER_HUE + index * GOLDEN_ANGLE) % 360) + 360) % 360);
}

/** The pattern of a tribe in a square of 100, its fire at the middle. */
export function tribePattern(id: string | number): TribePattern {
  const draw = seededRandom(`tribe ${id}`);
  const hue = tribeHue(id);
  const sides = draw.pick([5, 6, 7, 8, 9, 10, 12]);
  const inner = ringAt(draw, 24, draw.between(6.5, 9), sides, 1);
  const outer = ringAt(draw, 40, draw.between(5.5, 7.5), draw.chance(0.35) ? sides * 2 : sides, 2);
  return {
    hue,
    secondHue: Math.round(hue + draw.pick([38, -42, 62, 150, 180]) + 360) % 360,
    core: draw.pick(['sun', 'ring', 'star', 'seed']),
    ground: draw.chance(0.4) ? 'bright' : 'deep',
    rings: [inner, { ...outer, motif: outer.motif === inner.motif ? nextMotif(outer.motif) : outer.motif }],
  };
}

/** The rings of a cover: the glyph's own, then ever wider ones out to `reach`, in the same unit. */
export function coverRings(id: string | number, reach: number): Ring[] {
  const { rings } = tribePattern(id);
  const draw = seededRandom(`cover ${id}`);
  const wide = [...rings];
  let last = wide.at(-1);
  while (last && last.radius < reach) {
    const size = draw.between(5, 9);
    const radius = last.radius + last.size + size + draw.between(3, 7);
    const count = Math.round((radius * Math.PI) / draw.between(8, 13));
    last = { ...ringAt(draw, radius, size, count, 3), motif: draw.pick([rings[0]?.motif ?? 'dot', ...MOTIFS]) };
    wide.push(last);
  }
  return wide;
}

function ringAt(draw: SeededRandom, radius: number, size: number, count: number, tone: Tone): Ring {
  const shown = tone === 3 ? draw.pick([1, 2, 3, 3] as const) : tone;
  return { motif: draw.pick(MOTIFS), radius, size, count, phase: draw.pick([0, 0.5, 0.25]), tone: shown };
}

function nextMotif(motif: Motif): Motif {
  return MOTIFS[(MOTIFS.indexOf(motif) + 3) % MOTIFS.length] ?? 'dot';
}

/** The whole ring as one SVG path around (x, y), `scale` pixels to the unit. */
export function ringPath(ring: Ring, x: number, y: number, scale: number): string {
  const step = (2 * Math.PI) / ring.count;
  const marks = Array.from({ length: ring.count }, (_, index) => {
    const angle = (index + ring.phase) * step - Math.PI / 2;
    /** Converts the mark's own coordinates (along the radius, along the ring) to those of the picture. */
    const at = (out: number, along: number) => {
      const far = (ring.radius + out) * scale;
      const px = x + far * Math.cos(angle) - along * scale * Math.sin(angle);
      const py = y + far * Math.sin(angle) + along * scale * Math.cos(angle);
      return `${px.toFixed(1)} ${py.toFixed(1)}`;
    };
    return markPath(ring, at, scale, ring.radius * step);
  });
  return marks.join('');
}

type PointAt = (out: number, along: number) => string;

function markPath(ring: Ring, at: PointAt, scale: number, room: number): string {
  const s = ring.size;
  const w = Math.min(s * 0.8, room * 0.4);
  const arc = (radius: number, to: string) =>
    `A${(radius * scale).toFixed(1)} ${(radius * scale).toFixed(1)} 0 0 1 ${to}`;
  switch (ring.motif) {
    case 'dot': {
      const r = Math.min(s * 0.62, room * 0.38);
      return `M${at(-r, 0)}${arc(r, at(r, 0))}${arc(r, at(-r, 0))}Z`;
    }
    case 'ray':
      return `M${at(-s, -w * 0.26)}L${at(s, -w * 0.5)}L${at(s, w * 0.5)}L${at(-s, w * 0.26)}Z`;
    case 'petal':
      return `M${at(-s, 0)}Q${at(0, -w * 1.3)} ${at(s, 0)}Q${at(0, w * 1.3)} ${at(-s, 0)}Z`;
    case 'triangle':
      return `M${at(-s * 0.8, -w)}L${at(s, 0)}L${at(-s * 0.8, w)}Z`;
    case 'diamond':
      return `M${at(-s, 0)}L${at(0, -w * 0.9)}L${at(s, 0)}L${at(0, w * 0.9)}Z`;
    case 'chevron':
      return `M${at(-s, -w)}L${at(s * 0.5, 0)}L${at(-s, w)}L${at(-s * 0.3, w)}L${at(s, 0)}L${at(-s * 0.3, -w)}Z`;
    case 'crescent':
      return `M${at(-s * 0.5, -w)}Q${at(s * 1.6, 0)} ${at(-s * 0.5, w)}Q${at(s * 0.35, 0)} ${at(-s * 0.5, -w)}Z`;
    case 'bar':
      return `M${at(-s * 0.34, -w)}L${at(s * 0.34, -w)}L${at(s * 0.34, w)}L${at(-s * 0.34, w)}Z`;
    case 'zigzag':
      return band(at, s, room, 'L');
    case 'wave':
      return band(at, s, room, 'Q');
  }
}

/** One tooth of a closed band; with its neighbours it forms a line round the fire. */
function band(at: PointAt, s: number, room: number, line: 'L' | 'Q'): string {
  const half = room / 2;
  const thick = s * 0.62;
  if (line === 'L') {
    return `M${at(-s * 0.7, -half)}L${at(s * 0.7 - thick, 0)}L${at(-s * 0.7, half)}L${at(-s * 0.7 + thick, half)}L${at(s * 0.7, 0)}L${at(-s * 0.7 + thick, -half)}Z`;
  }
  return `M${at(-s * 0.5, -half)}Q${at(s * 1.1, 0)} ${at(-s * 0.5, half)}L${at(-s * 0.5 + thick, half)}Q${at(s * 1.1 + thick, 0)} ${at(-s * 0.5 + thick, -half)}Z`;
}
