import { useTexts } from '../../lib/i18n.ts';
import { useMe } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { Level } from './path-api.ts';

/* Drawn in units of 660 × 250; the fire burns at the right, and each stool is nearer to it. */
const WIDTH = 660;
const HEIGHT = 250;
const FIRE = { x: 548, y: 178 };

interface Stool {
  x: number;
  y: number;
  size: number;
}

/** Positions of the stools, one per level: on an arc that approaches the fire. */
export function arrangeStools(count: number): Stool[] {
  const [first, last] = [54, 462];
  const between = (last - first) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? 1 : index / (count - 1);
    return {
      x: Math.round(first + (last - first) * share),
      y: Math.round(200 - 96 * Math.sin(Math.PI * share * 0.8)),
      size: Math.round(Math.min(19 + 8 * share, between * 0.42)),
    };
  });
}

interface LevelArcProps {
  levels: readonly Level[];
  /** The viewer's level; 0 for people without one. */
  mine: number;
  /** Owners have a level by their role, not by challenges, so it is not named. */
  isOwner: boolean;
}

/** The levels as stools that approach the fire, and the viewer's level. */
export function LevelArc({ levels, mine, isOwner }: LevelArcProps) {
  const me = useMe();
  const stools = arrangeStools(levels.length);
  // The owner's level may be above the highest level of the tribe.
  const at = Math.min(mine, levels.length);
  const stool = stools[at - 1];
  const label = useArcLabel(levels, at, isOwner);
  return (
    <div className="relative overflow-hidden rounded-xl bg-sunken shadow-card">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="block h-auto w-full">
        <defs>
          <radialGradient id="stool-glow">
            <stop offset="0" stopColor="var(--ember)" stopOpacity="0.5" />
            <stop offset="0.5" stopColor="var(--ember)" stopOpacity="0.14" />
            <stop offset="1" stopColor="var(--ember)" stopOpacity="0" />
          </radialGradient>
        </defs>
        <ellipse cx={FIRE.x} cy={FIRE.y + 8} rx="330" ry="170" fill="url(#stool-glow)" />
        <path d="M0 214Q160 188 330 198T660 204V250H0Z" fill="var(--raised)" />
        <path
          d={curveThrough(stools)}
          fill="none"
          stroke="var(--line-strong)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray="1 13"
        />
        <path
          d={curveThrough(stools.slice(0, Math.max(1, at)))}
          fill="none"
          stroke="var(--ember)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray="1 13"
        />
        {stools.map((each, index) => (
          <StoolMark key={levels[index]?.id} stool={each} order={index + 1} reached={index < at} />
        ))}
        <Fire />
      </svg>
      {stool && me && (
        <span
          aria-hidden="true"
          className="-translate-x-1/2 -translate-y-full absolute"
          style={{ left: `${(stool.x / WIDTH) * 100}%`, top: `${((stool.y + stool.size * 0.2) / HEIGHT) * 100}%` }}
        >
          <Avatar person={me} size={40} className="align-top ring-2 ring-ember" />
        </span>
      )}
    </div>
  );
}

function useArcLabel(levels: readonly Level[], at: number, isOwner: boolean): string {
  const { t } = useTexts('challenges');
  const total = levels.length;
  const level = levels[at - 1];
  if (isOwner) return t('challenges.arcOwner', { count: total });
  return level ? t('challenges.arc', { level: at, total, name: level.name }) : t('challenges.arcOutside', { total });
}

function StoolMark({ stool: { x, y, size }, order, reached }: { stool: Stool; order: number; reached: boolean }) {
  return (
    <g>
      <ellipse cx={x} cy={y + size * 0.78} rx={size * 1.2} ry={size * 0.34} fill="var(--scrim)" opacity="0.35" />
      <path
        d={`M${x - size} ${y}v${size * 0.6}a${size} ${size * 0.36} 0 0 0 ${size * 2} 0v${-size * 0.6}Z`}
        fill={reached ? 'oklch(0.5 0.13 45)' : 'oklch(0.42 0.035 52)'}
      />
      <ellipse
        cx={x}
        cy={y}
        rx={size}
        ry={size * 0.46}
        fill={reached ? 'oklch(0.79 0.165 58)' : 'oklch(0.6 0.04 58)'}
      />
      <ellipse cx={x} cy={y} rx={size * 0.55} ry={size * 0.24} fill="none" stroke="oklch(0.3 0.05 45 / 0.5)" />
      <text
        x={x}
        y={y + size * 1.9}
        textAnchor="middle"
        fontSize="19"
        fontWeight="700"
        fill={reached ? 'var(--fg)' : 'var(--fg-muted)'}
        className="font-display"
      >
        {order}
      </text>
    </g>
  );
}

function Fire() {
  const { x, y } = FIRE;
  return (
    <g transform={`translate(${x + 22} ${y - 62})`}>
      <path
        d="M-36 84 34 70M-32 70l66 16"
        stroke="oklch(0.4 0.07 44)"
        strokeWidth="10"
        strokeLinecap="round"
        fill="none"
      />
      <path
        d="M2-14c2 24 30 36 30 66 0 20-14 30-32 30s-32-10-32-29c0-16 10-23 15-34 3 8 6 12 11 15 0-18-1-34 8-48Z"
        fill="oklch(0.66 0.2 40)"
      />
      <path
        d="M2 18c2 16 18 22 18 40 0 14-8 22-19 22S-18 73-18 60c0-10 6-15 9-22 2 5 4 7 7 9 0-10-1-20 4-29Z"
        fill="oklch(0.77 0.18 58)"
      />
      <path d="M1 46c1 8 9 11 9 20 0 7-4 12-10 12s-9-4-9-11c0-8 7-12 10-21Z" fill="oklch(0.93 0.12 90)" />
    </g>
  );
}

/** A soft line through all stools. */
function curveThrough(stools: readonly Stool[]): string {
  const [first, ...others] = stools;
  if (!first) return '';
  let from = first;
  const parts = others.map((stool) => {
    const [midX, midY] = [(from.x + stool.x) / 2, Math.min(from.y, stool.y) - 6];
    from = stool;
    return `Q${midX} ${midY} ${stool.x} ${stool.y}`;
  });
  return `M${first.x} ${first.y}${parts.join('')}`;
}
