import { Ellipsis } from 'lucide-react';
import { useTexts, withTexts } from '../../lib/i18n.ts';
import { lazyComponent } from '../../lib/lazy.tsx';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { useMe } from '../../lib/session.ts';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { TribeCover } from '../../ui/tribe-cover.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import type { Tribe } from './api.ts';
import { JoinButton } from './join-button.tsx';
import { TribeFacts } from './tribe-facts.tsx';

const TribeMenu = lazyComponent(
  withTexts(async () => (await import('./tribe-menu.tsx')).TribeMenu, 'safety', 'moderation'),
);

interface TribeHeroProps {
  tribe: Tribe;
  /** Only the name and glyph, above a part of the tribe. */
  compact: boolean;
}

/**
 * The header of a tribe: cover, glyph, name, people, access rules, tags and actions. It is small, so that the feed is
 * visible.
 */
export function TribeHero({ tribe, compact }: TribeHeroProps) {
  const status = tribe.membership?.status;
  const mayJoin = tribe.canRead && status !== 'active' && status !== 'pending';
  return (
    <header>
      {!compact && <TribeCover id={tribe.id} imageUrl={tribe.imageUrl} className="h-28 lg:h-40 lg:rounded-xl" />}
      <div className={cx('grid gap-1 px-4 pb-1 sm:gap-1.5 sm:px-6 sm:pb-2 lg:px-5', compact && 'pt-3')}>
        <div className="flex items-center gap-3">
          <TribeGlyph
            id={tribe.id}
            size={compact ? 40 : 56}
            className={cx('relative ring-4 ring-ground', !compact && '-mt-5 self-end')}
          />
          <TribeName name={tribe.name} />
          <div className="flex shrink-0 items-center gap-2">
            {tribe.canRead && <JoinButton tribe={tribe} size="sm" />}
            <TribeMenuButton tribe={tribe} />
          </div>
        </div>
        {!compact && (
          <>
            <TribeFacts tribe={tribe} />
            {mayJoin && <NewAccountNote about="joins" />}
            {tribe.description && (
              <p className="max-w-2xl text-fg-muted text-small">
                <ClampedText text={tribe.description} clamp="line-clamp-2" />
              </p>
            )}
          </>
        )}
      </div>
    </header>
  );
}

/** The number of letters that fit in one line of a phone; wide ones, as of Chinese, count twice. */
const lettersPerLine = 20;

const lettersOf = (name: string): number => [...name].reduce((sum, letter) => sum + (letter >= '\u1100' ? 2 : 1), 0);

/** The name as high as the button next to it on a phone: a long one in two lines of small letters. */
function TribeName({ name }: { name: string }) {
  const isLong = lettersOf(name) > lettersPerLine;
  return (
    <h1
      className={cx(
        'min-w-0 grow pt-0.5 font-extrabold lg:text-heading',
        isLong ? 'text-small max-lg:leading-5' : 'text-title',
      )}
    >
      <ClampedText text={name} clamp={isLong ? 'line-clamp-2 lg:line-clamp-3' : 'line-clamp-1 lg:line-clamp-3'} />
    </h1>
  );
}

/** Everybody who is signed in may report a tribe; visitors only see the menu of a tribe that they may read. */
function TribeMenuButton({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('members');
  const me = useMe();
  if (!tribe.canRead && !me) return null;
  return (
    <LazyMenu button={<IconButton label={t('ui.more')} tip="none" icon={<Ellipsis />} />}>
      <TribeMenu tribe={tribe} />
    </LazyMenu>
  );
}
