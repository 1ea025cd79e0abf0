import { useId } from 'react';
import { cx } from './cx.ts';
import { seededRandom } from './seeded-random.ts';
import { ringColour, tribeStyle } from './tribe-glyph.tsx';
import { coverRings, ringPath, tribePattern } from './tribe-pattern.ts';

const WIDTH = 800;
const HEIGHT = 320;
const SCALE = 3.1;
/** Centres of the rings as fractions of width and height: never the middle, where the title is. */
const FOCAL_POINTS = [
  [0.14, 0.96],
  [0.86, 0.96],
  [0.5, 1.08],
  [0.8, 0.3],
  [0.2, 0.3],
  [0.94, 0.06],
] as const;

interface TribeCoverProps {
  id: string | number;
  imageUrl?: string | null;
  /** Loads at once and first; for the cover at the head of a screen. */
  eager?: boolean;
  className?: string;
}

/** A tribe's wide picture: its own, else a drawing generated from its id. Fills its container. */
export function TribeCover({ id, imageUrl, eager, className }: TribeCoverProps) {
  const pattern = tribePattern(id);
  return (
    <div
      aria-hidden="true"
      style={tribeStyle(pattern)}
      className={cx('tribe-hue overflow-hidden bg-tribe-deep', className)}
    >
      {imageUrl ? (
        <img
          src={imageUrl}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          className="size-full object-cover"
        />
      ) : (
        <Rings id={id} />
      )}
    </div>
  );
}

function Rings({ id }: { id: string | number }) {
  const glow = useId();
  const [left, top] = seededRandom(`hearth ${id}`).pick(FOCAL_POINTS);
  const x = left * WIDTH;
  const y = top * HEIGHT;
  const reach = Math.hypot(Math.max(x, WIDTH - x), Math.max(y, HEIGHT - y)) / SCALE;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      className="size-full"
      role="presentation"
    >
      <defs>
        <radialGradient id={glow} gradientUnits="userSpaceOnUse" cx={x} cy={y} r={reach * SCALE * 0.85}>
          <stop offset="0" stopColor="var(--tribe)" stopOpacity="0.75" />
          <stop offset="0.45" stopColor="var(--tribe)" stopOpacity="0.22" />
          <stop offset="1" stopColor="var(--tribe-deep)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width={WIDTH} height={HEIGHT} fill={`url(#${glow})`} />
      <circle cx={x} cy={y} r={11 * SCALE} fill="var(--tribe-text)" />
      {coverRings(id, reach).map((ring) => (
        <path
          key={ring.radius}
          d={ringPath(ring, x, y, SCALE)}
          fill={ringColour(ring)}
          opacity={Math.max(0.16, 1 - (ring.radius / reach) * 0.95)}
        />
      ))}
    </svg>
  );
}
