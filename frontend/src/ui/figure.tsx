import { seededRandom } from './seeded-random.ts';

/*
 * The picture of a person without one: a bust with hair, skin and clothes drawn from their id, lit from one side as by
 * a fire.
 */

const SKINS = [
  'oklch(0.86 0.05 65)',
  'oklch(0.78 0.075 58)',
  'oklch(0.69 0.085 54)',
  'oklch(0.58 0.085 48)',
  'oklch(0.47 0.07 45)',
  'oklch(0.39 0.055 42)',
] as const;
const HAIRS = [
  'oklch(0.22 0.02 40)',
  'oklch(0.3 0.04 45)',
  'oklch(0.42 0.075 48)',
  'oklch(0.5 0.12 42)',
  'oklch(0.72 0.1 75)',
  'oklch(0.8 0.012 70)',
] as const;
const STYLES = ['crop', 'bob', 'long', 'bun', 'curls', 'beanie', 'hood', 'mohawk', 'parted', 'bald'] as const;

export type HairStyle = (typeof STYLES)[number];

export interface Figure {
  hue: number;
  skin: string;
  hair: string;
  style: HairStyle;
  collar: 'round' | 'v' | 'high';
  /** The side the fire is on. */
  lit: 'left' | 'right';
}

export function chooseFigure(id: string): Figure {
  const draw = seededRandom(`person ${id}`);
  return {
    hue: Math.round(draw.between(0, 360)),
    skin: draw.pick(SKINS),
    hair: draw.pick(HAIRS),
    style: draw.pick(STYLES),
    collar: draw.pick(['round', 'v', 'high']),
    lit: draw.pick(['left', 'right']),
  };
}

const BEHIND: Partial<Record<HairStyle, string>> = {
  bob: 'M16 27C16 14 23 9 32 9s16 5 16 18v12c-4 3-28 3-32 0Z',
  long: 'M15 27C15 14 22 9 32 9s17 5 17 18l2 26H13Z',
  bun: 'M32 2.5a7 7 0 0 1 0 14 7 7 0 0 1 0-14Z',
  curls: 'M32 6c5-2 10 1 11 5 5 1 8 6 6 11 3 4 2 10-3 12H18c-5-2-6-8-3-12-2-5 1-10 6-11 1-4 6-7 11-5Z',
  hood: 'M13 54C9 26 18 6 32 6s23 20 19 48Z',
};

const BEFORE: Partial<Record<HairStyle, string>> = {
  crop: 'M20 25c0-9 5-14 12-14s12 5 12 14c-2-4-4-6-6-7-4 2-8 2-11 1-3 1-5 3-7 6Z',
  bob: 'M20 27c0-10 5-15 12-15s12 5 12 15c-2-5-5-8-12-8s-10 3-12 8Z',
  long: 'M20 29c-1-11 5-17 12-17 8 0 13 6 12 17-2-6-5-9-11-11-4 4-9 6-13 11Z',
  bun: 'M20 25c0-9 5-14 12-14s12 5 12 14c-3-5-7-7-12-7s-9 2-12 7Z',
  curls: 'M20 25c-1-7 4-13 12-13s13 6 12 13c-2-2-3-4-4-6-2 2-5 2-7 0-2 2-5 2-7 1-2 1-4 3-6 5Z',
  beanie: 'M18 24c-1-10 6-17 14-17s15 7 14 17c-9-3-19-3-28 0Z',
  mohawk: 'M27 20c-1-8 0-14 5-17 5 3 6 9 5 17-3-2-7-2-10 0Z',
  parted: 'M20 27c-1-10 4-16 12-16s13 6 12 16c-2-4-5-7-8-9-4 3-11 3-16 9Z',
};

const COLLARS = {
  round: 'M25 45c2 5 12 5 14 0l3 1c-2 8-18 8-20 0Z',
  v: 'M26 45l6 10 6-10 3 1-9 14-9-14Z',
  high: 'M25 41h14v7c-4 3-10 3-14 0Z',
};

/** The bust itself; colours follow `tribe-hue` with the figure's hue. */
export function FigureBust({ figure }: { figure: Figure }) {
  const { style, hair, skin } = figure;
  const wool = 'oklch(0.55 0.12 var(--h))';
  const covering = style === 'hood' || style === 'beanie' ? wool : hair;
  const cloth = 'oklch(0.48 0.105 var(--h))';
  return (
    <svg viewBox="0 0 64 64" className="size-full" role="presentation">
      <rect width="64" height="64" fill="oklch(0.8 0.085 var(--h))" />
      <circle cx={figure.lit === 'left' ? 6 : 58} cy="60" r="40" fill="oklch(0.86 0.12 65)" opacity="0.4" />
      {BEHIND[style] && <path d={BEHIND[style]} fill={covering} />}
      <path d="M27 36h10v10H27Z" fill={skin} />
      <path d="M27 38h10v4c-3 3-7 3-10 0Z" fill="oklch(0.2 0.04 40 / 0.22)" />
      <path d="M6 66c0-14 9-21 20-22 4 3 8 3 12 0 11 1 20 8 20 22Z" fill={cloth} />
      <path d={COLLARS[figure.collar]} fill="oklch(0.62 0.11 var(--h))" />
      <ellipse cx="32" cy="27" rx="11.5" ry="13.5" fill={skin} />
      <path
        d={
          figure.lit === 'left' ? 'M32 13.5c15 0 15 27 0 27 8-5 8-22 0-27Z' : 'M32 13.5c-15 0-15 27 0 27-8-5-8-22 0-27Z'
        }
        fill="oklch(0.2 0.05 40 / 0.16)"
      />
      {BEFORE[style] && <path d={BEFORE[style]} fill={covering} />}
    </svg>
  );
}
