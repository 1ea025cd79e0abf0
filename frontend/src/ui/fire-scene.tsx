import { cx } from './cx.ts';
import { SCENE_PEOPLE, SeatedPerson, SleepingDog } from './fire-scene-people.tsx';
import { seededRandom } from './seeded-random.ts';
import { type Ring, ringPath } from './tribe-pattern.ts';

/* The land is drawn in units of 2000 × 620; the fire burns at (1000, 440). */
const FIRE = { x: 1000, y: 440 };

/** Rings of marks rise from the fire, like the signs of the tribes. */
const STORIES: Ring[] = [
  { motif: 'dot', radius: 190, size: 4.2, count: 46, phase: 0, tone: 1 },
  { motif: 'chevron', radius: 232, size: 8, count: 52, phase: 0.5, tone: 1 },
  { motif: 'diamond', radius: 284, size: 7, count: 60, phase: 0, tone: 1 },
  { motif: 'ray', radius: 338, size: 10, count: 84, phase: 0.5, tone: 1 },
  { motif: 'crescent', radius: 396, size: 9, count: 70, phase: 0, tone: 1 },
  { motif: 'triangle', radius: 456, size: 8, count: 88, phase: 0.5, tone: 1 },
  { motif: 'dot', radius: 512, size: 4.6, count: 104, phase: 0, tone: 1 },
];

const sky = seededRandom('stars over the fire');
const STARS = Array.from({ length: 70 }, () => ({
  x: Math.round(sky.between(0, 2000)),
  y: Math.round(sky.between(0, 300)),
  r: Number(sky.between(0.7, 1.9).toFixed(1)),
}));
const SPARKS = Array.from({ length: 9 }, (_, index) => ({
  '--x': Math.round(sky.between(-34, 34)),
  '--drift': Math.round(sky.between(-60, 60)),
  '--t': `${sky.between(3.2, 6).toFixed(1)}s`,
  '--d': `${(index * -0.7).toFixed(1)}s`,
}));

/** People round a fire, wider than its container, which clips it; `label` is the text alternative. */
export function FireScene({ label, className }: { label: string; className?: string }) {
  return (
    <div role="img" aria-label={label} className={cx('fire-scene', className)}>
      <Land />
      <div className="fire-scene-fire">
        <Flames />
      </div>
      <div className="fire-glow" />
      {SPARKS.map((spark) => (
        <span key={spark['--d']} className="fire-spark" style={spark} />
      ))}
    </div>
  );
}

function Land() {
  return (
    <svg viewBox="0 0 2000 620" className="fire-scene-land" aria-hidden="true">
      <defs>
        <radialGradient id="scene-pool">
          <stop offset="0" stopColor="var(--scene-glow)" stopOpacity="0.85" />
          <stop offset="0.4" stopColor="var(--scene-glow)" stopOpacity="0.3" />
          <stop offset="1" stopColor="var(--scene-glow)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="scene-fade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.55" stopColor="var(--scene-edge)" stopOpacity="0" />
          <stop offset="1" stopColor="var(--scene-edge)" />
        </linearGradient>
      </defs>
      {STARS.map(({ x, y, r }) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r={r} fill="var(--scene-star)" opacity={0.25 + r * 0.25} />
      ))}
      {STORIES.map((ring, index) => (
        <path
          key={ring.radius}
          d={ringPath(ring, FIRE.x, FIRE.y - 20, 1)}
          fill="var(--scene-mark)"
          opacity={0.5 - index * 0.06}
        />
      ))}
      {/* The hills extend past the edges, for the widest screens. */}
      <path
        d="M-1500 350Q-500 310-160 360Q180 300 380 352T760 338Q900 318 1040 340T1400 330Q1600 306 1780 334T2200 330Q2800 310 3500 350V620H-1500Z"
        fill="var(--scene-far)"
      />
      <path
        d="M-1500 400Q-500 370-140 410Q220 360 480 402T900 392Q1100 380 1300 396T1700 384Q1880 376 2060 396T2700 380Q3100 370 3500 400V620H-1500Z"
        fill="var(--scene-near)"
      />
      <path
        d="M-1500 520Q-300 480 0 466Q480 412 1000 414T2000 466Q2300 480 3500 520V622H-1500Z"
        fill="var(--scene-ground)"
      />
      <ellipse cx={FIRE.x} cy={FIRE.y + 26} rx="560" ry="150" fill="url(#scene-pool)" />
      <rect x="-1500" y="440" width="5000" height="182" fill="url(#scene-fade)" />
      {SCENE_PEOPLE.map((person) => (
        <SeatedPerson key={`${person.x}-${person.y}`} person={person} />
      ))}
      <SleepingDog />
    </svg>
  );
}

function Flames() {
  return (
    <>
      <svg viewBox="0 0 120 156" aria-hidden="true">
        <path
          d="M14 146 92 128M28 128l78 18M20 138h80"
          stroke="oklch(0.3 0.06 42)"
          strokeWidth="11"
          strokeLinecap="round"
        />
        <path d="M16 143 90 126M30 126l74 17" stroke="oklch(0.55 0.13 45)" strokeWidth="3" strokeLinecap="round" />
      </svg>
      <svg viewBox="0 0 120 156" className="fire-flame" aria-hidden="true">
        <path
          d="M63 4c2 30 39 48 39 90 0 30-18 46-42 46s-42-17-42-44c0-22 12-33 20-48 3 10 7 16 14 20 0-24-2-44 11-64Z"
          fill="oklch(0.66 0.2 40)"
        />
      </svg>
      <svg viewBox="0 0 120 156" className="fire-flame fire-flame-2" aria-hidden="true">
        <path
          d="M62 40c3 22 26 34 26 62 0 24-12 37-28 37S32 126 32 106c0-16 9-24 15-35 2 8 5 12 9 15 0-16-2-30 6-46Z"
          fill="oklch(0.77 0.18 58)"
        />
      </svg>
      <svg viewBox="0 0 120 156" className="fire-flame fire-flame-3" aria-hidden="true">
        <path
          d="M61 78c2 14 14 20 14 37 0 15-6 23-15 23s-16-8-16-21c0-10 5-15 9-22 1 5 3 7 5 9 0-10-1-17 3-26Z"
          fill="oklch(0.92 0.13 92)"
        />
      </svg>
    </>
  );
}
