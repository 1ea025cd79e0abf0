import './level-up-scene.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { configQuery } from '../../lib/tribe-levels.ts';
import { ringPath } from '../../ui/tribe-pattern.ts';
import { useTribeLevelName } from './level-name.ts';
import type { LevelUp } from './level-up.ts';

/** Long enough to read it; without motion when reduced, and closed by any key or press. */
const sceneMs = 4_000;

const RINGS = [96, 132, 170, 210] as const;

/** A full-screen scene of a few seconds: the fire, and one stool nearer to it. */
export function LevelUpScene({ reached, onDone }: { reached: LevelUp; onDone: () => void }) {
  const { t } = useTexts('challenges');
  const nameOf = useTribeLevelName(reached.tribeId);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const timer = setTimeout(() => done(), sceneMs);
    const skip = () => done();
    addEventListener('keydown', skip);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', skip);
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: any key ends it, wherever the focus is
    // biome-ignore lint/a11y/noStaticElementInteractions: it covers the screen, and closes by itself
    <div className="level-up" data-theme="dark" onClick={onDone}>
      <svg viewBox="0 0 480 480" aria-hidden="true" className="level-up-fire">
        {RINGS.map((radius, index) => (
          <path
            key={radius}
            className="level-up-ring"
            d={ringPath(
              { motif: index % 2 ? 'diamond' : 'chevron', radius, size: 7, count: 30 + index * 8, phase: 0, tone: 1 },
              240,
              240,
              1,
            )}
            fill="var(--ember-bright)"
            opacity={0.8 - index * 0.17}
          />
        ))}
        <path
          className="level-up-flame"
          d="M245 120c4 56 78 88 78 166 0 54-33 84-80 84s-80-30-80-80c0-40 24-60 37-88 6 20 13 30 26 37 0-44-4-82 19-119Z"
          fill="oklch(0.66 0.2 40)"
        />
        <path
          className="level-up-flame"
          d="M243 205c5 40 46 60 46 104 0 36-20 56-46 56s-47-20-47-52c0-26 15-38 24-54 4 13 9 18 15 22 0-26-2-52 8-76Z"
          fill="oklch(0.79 0.18 60)"
        />
      </svg>
      <p role="status" className="level-up-words">
        <span className="font-bold text-ember-text">{t('challenges.upLead')}</span>
        <strong className="prose-safe line-clamp-3 text-balance font-extrabold text-display">
          {nameOf(reached.levelTo)}
        </strong>
        <span className="prose-safe line-clamp-2 text-fg-muted">
          {t('challenges.upWhere', { level: reached.levelTo, tribe: reached.tribeName })}
        </span>
        <Opened reached={reached} />
      </p>
      <button type="button" className="focus-ring rounded-md px-4 py-3 text-fg-muted text-small" onClick={onDone}>
        {t('challenges.upSkip')}
      </button>
    </div>
  );
}

/** The rewards of a level: its posts, and the challenges of the next one. */
function Opened({ reached: { tribeId, levelTo } }: { reached: LevelUp }) {
  const { t } = useTexts('challenges');
  const { data } = useQuery(configQuery(tribeId));
  const next = data?.levels.find(({ order }) => order === levelTo + 1);
  const challengeCount = next?.challenges.length ?? 0;
  return (
    <span className="mt-3 grid justify-items-center gap-1 text-balance text-small">
      <span>{t('challenges.upPosts')}</span>
      {next && challengeCount > 0 && (
        <span>{t('challenges.upChallenges', { count: challengeCount, level: next.name })}</span>
      )}
      {data && !next && <span>{t('challenges.upTop')}</span>}
    </span>
  );
}
