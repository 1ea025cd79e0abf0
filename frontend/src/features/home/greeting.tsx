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

/** The part of the day by the person's clock, for the greeting. */
export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 6 && hour < 13) return 'morning';
  return hour >= 13 && hour < 20 ? 'afternoon' : 'evening';
}

/** `latest`: the newest posts of the tribes, below the two tiles. */
export function Greeting({ me, latest }: { me: SessionUser; latest?: ReactNode }) {
  const { t } = useTexts();
  const { data: memberships = [] } = useQuery(membershipsQuery);
  const tribes = activeOf(memberships).slice(0, 4);
  const desk = useIsDesk();
  useTitle(t('shell.home'));
  return (
    <div className="flex min-h-[calc(100dvh-4rem)] flex-col lg:min-h-dvh">
      <div className="mx-auto grid w-full max-w-5xl grow content-start gap-5 px-4 pt-5 sm:px-6 lg:gap-8 lg:pt-10">
        <header className="grid gap-1 lg:gap-2">
          <h1 className="prose-safe text-balance font-extrabold text-heading">
            {t(`home.${partOfDay(new Date().getHours())}`, { name: me.name })}
          </h1>
          <p className="text-fg-muted">{t('home.greetingText')}</p>
        </header>
        <div className="grid grid-cols-2 gap-3 lg:gap-6">
          <Tile to={paths.vibes()} title={t('home.toVibes')} text={t('home.toVibesText')} lit>
            <FireScene
              label={t('home.scene')}
              className="absolute! inset-x-0 bottom-0 [--scene-h:6.5rem] lg:[--scene-h:9rem]"
            />
          </Tile>
          <Tile to={paths.tribes} title={t('home.toTribes')} text={t('home.toTribesText')}>
            {/* One line: what does not fit is not cut, but left out. */}
            <div className="absolute right-4 bottom-4 left-4 flex h-7 flex-wrap gap-1 overflow-hidden lg:right-6 lg:bottom-5 lg:left-6 lg:h-14 lg:gap-3">
              {tribes.map(({ tribeId }) => (
                <TribeGlyph key={tribeId} id={tribeId} size={desk ? 56 : 28} className="shrink-0 shadow-card" />
              ))}
            </div>
          </Tile>
        </div>
        {latest}
      </div>
      <Footer className="max-w-5xl px-4 sm:px-6" />
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
        'focus-ring group relative block h-36 overflow-hidden rounded-xl shadow-card transition-transform duration-200 active:scale-99 lg:h-52 hoverable:hover:-translate-y-1',
        lit ? 'bg-sunken' : 'bg-surface',
      )}
    >
      {children}
      <span
        className={cx(
          'relative grid gap-1 p-4 pb-8 lg:p-6 lg:pb-10',
          lit && 'bg-linear-to-b from-55% from-sunken to-transparent',
        )}
      >
        <span className="flex items-center gap-2 font-bold font-display text-title">
          {title}
          <ArrowRight
            aria-hidden="true"
            className="size-5 text-ember-text transition-transform group-hover:translate-x-1"
          />
        </span>
        <span className="text-fg-muted text-small max-sm:sr-only">{text}</span>
      </span>
    </Link>
  );
}
