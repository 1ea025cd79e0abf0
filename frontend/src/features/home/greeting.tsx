import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import type { SessionUser } from '../../lib/session.ts';
import { activeOf, membershipsQuery } from '../../lib/shared-queries.ts';
import { cx } from '../../ui/cx.ts';
import { FireScene } from '../../ui/fire-scene.tsx';
import { useTitle } from '../../ui/page.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import { Footer } from './footer.tsx';
import { homeClass, homeWidth, tileClass } from './greeting-skeleton.tsx';

/** The part of the day by the person's clock, for the greeting. */
export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 6 && hour < 13) return 'morning';
  return hour >= 13 && hour < 20 ? 'afternoon' : 'evening';
}

interface GreetingProps {
  me: SessionUser;
  /** The newest posts of the tribes, below the two tiles. */
  latest?: ReactNode;
  /** Beside them in a wide window. */
  aside?: ReactNode;
}

export function Greeting({ me, latest, aside }: GreetingProps) {
  const { t } = useTexts();
  useTitle(t('shell.home'));
  return (
    <div className="flex min-h-[calc(100dvh-4rem)] flex-col lg:min-h-dvh">
      <div className={cx(homeClass, 'grow')}>
        <div className="grid grid-cols-1 content-start gap-5 lg:gap-8">
          <header className="grid gap-1 lg:gap-2">
            <h1 className="prose-safe text-balance font-extrabold text-heading">
              {t(`home.${partOfDay(new Date().getHours())}`, { name: me.name })}
            </h1>
            <p className="text-fg-muted">{t('home.greetingText')}</p>
          </header>
          <Tiles />
          {latest}
        </div>
        {aside}
      </div>
      <Footer className={homeWidth} />
    </div>
  );
}

function Tiles() {
  const { t } = useTexts();
  const { data: memberships = [] } = useQuery(membershipsQuery);
  const tribes = activeOf(memberships).slice(0, 4);
  const desk = useIsDesk();
  return (
    <div className="grid grid-cols-2 gap-3 lg:gap-5">
      <Tile to={paths.vibes()} title={t('home.toVibes')} text={t('home.toVibesText')} lit>
        <FireScene
          label={t('home.scene')}
          className="absolute! inset-x-0 bottom-0 [--scene-h:4rem] lg:[--scene-h:8rem]"
        />
      </Tile>
      <Tile to={paths.tribes} title={t('home.toTribes')} text={t('home.toTribesText')}>
        {/* One line: what does not fit is not cut, but left out. */}
        <div className="absolute right-3.5 bottom-2.5 left-3.5 flex h-5 flex-wrap gap-1 overflow-hidden lg:right-6 lg:bottom-5 lg:left-6 lg:h-12 lg:gap-2.5">
          {tribes.map(({ tribeId }) => (
            <TribeGlyph key={tribeId} id={tribeId} size={desk ? 48 : 20} className="shrink-0 shadow-card" />
          ))}
        </div>
      </Tile>
    </div>
  );
}

interface TileProps {
  to: string;
  title: string;
  text: string;
  /** Whether the tile is emphasised. */
  lit?: boolean;
  children: ReactNode;
}

function Tile({ to, title, text, lit, children }: TileProps) {
  return (
    <Link
      to={to}
      className={cx(
        tileClass,
        'focus-ring group relative block overflow-hidden shadow-card transition-transform duration-200 active:scale-99 hoverable:hover:-translate-y-1',
        lit ? 'bg-sunken' : 'bg-surface',
      )}
    >
      {children}
      <span
        className={cx(
          'relative grid gap-1 px-3.5 pt-2 pb-4 lg:p-6 lg:pb-10',
          lit && 'bg-linear-to-b from-55% from-sunken to-transparent',
        )}
      >
        <span className="flex items-center gap-2 font-bold font-display text-body lg:text-title">
          <span className="truncate">{title}</span>
          <ArrowRight
            aria-hidden="true"
            className="size-5 shrink-0 text-ember-text transition-transform group-hover:translate-x-1"
          />
        </span>
        <span className="text-fg-muted text-small max-lg:sr-only">{text}</span>
      </span>
    </Link>
  );
}
