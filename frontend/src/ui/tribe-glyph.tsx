import type { CSSProperties } from 'react';
import { cx } from './cx.ts';
import { type Ring, ringPath, type TribePattern, tribePattern } from './tribe-pattern.ts';

const GLOWING = { 1: 'var(--tribe)', 2: 'var(--tribe-2)', 3: 'var(--tribe-text)' } as const;

/** The hues of a tribe for `style`; with the class `tribe-hue` they become --tribe, --tribe-deep and --tribe-text. */
export function tribeStyle(pattern: Pick<TribePattern, 'hue' | 'secondHue'>): CSSProperties {
  return { '--h': pattern.hue, '--h2': pattern.secondHue };
}

/** The colour of a ring on the dark ground. */
export function ringColour(ring: Ring): string {
  return GLOWING[ring.tone];
}

interface TribeGlyphProps {
  id: string | number;
  /** Pixels; the corner radius follows. */
  size?: number;
  className?: string;
}

/** A tribe's icon, generated from its id. People are round, tribes square. */
export function TribeGlyph({ id, size = 44, className }: TribeGlyphProps) {
  const pattern = tribePattern(id);
  const bright = pattern.ground === 'bright';
  const box = { ...tribeStyle(pattern), width: size, height: size, borderRadius: Math.round(size * 0.3) };
  return (
    <span
      aria-hidden="true"
      style={box}
      className={cx(
        'tribe-hue inline-block shrink-0 overflow-hidden',
        bright ? 'bg-tribe' : 'bg-tribe-deep',
        className,
      )}
    >
      <svg viewBox="0 0 100 100" className="size-full" role="presentation">
        <Core pattern={pattern} fill={bright ? 'var(--tribe-deep)' : 'var(--tribe-text)'} />
        {pattern.rings.map((ring) => (
          <path
            key={ring.radius}
            d={ringPath(ring, 50, 50, 1)}
            fill={bright ? 'var(--tribe-deep)' : ringColour(ring)}
          />
        ))}
      </svg>
    </span>
  );
}

function Core({ pattern, fill }: { pattern: TribePattern; fill: string }) {
  switch (pattern.core) {
    case 'sun':
      return <circle cx="50" cy="50" r="11" fill={fill} />;
    case 'ring':
      return <circle cx="50" cy="50" r="9" fill="none" stroke={fill} strokeWidth="4.5" />;
    case 'star':
      return <path d="M50 36 53.5 46.5 64 50 53.5 53.5 50 64 46.5 53.5 36 50 46.5 46.5Z" fill={fill} />;
    case 'seed':
      return <path d="M50 37Q62 50 50 63 38 50 50 37Z" fill={fill} />;
  }
}
