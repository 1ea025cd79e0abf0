import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { cx } from '../../ui/cx.ts';
import { scrollToCentre } from '../../ui/scroll-to-centre.ts';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import type { Tribe } from './api.ts';
import { isInBar, isMember, type TribePart, type TribePartName } from './tribe-parts.ts';
import type { WaitingPart } from './waiting-api.ts';
import { WaitingCount } from './waiting-work.tsx';

interface TribeBarProps {
  tribe: Tribe;
  parts: readonly TribePart[];
  /** Null for the feed, undefined for none of them. */
  shown: TribePartName | null | undefined;
}

const cornerClass = 'absolute top-0.5 -right-1';

/** The pending counts of the parts in the bar. */
const WAITING: Partial<Record<TribePartName, readonly WaitingPart[]>> = {
  people: ['requests'],
  submissions: ['submissions'],
  moderation: ['moderation'],
};

/** The navigation of a tribe. Sticky below the bar of a phone, and at the top of a desktop. */
export function TribeBar({ tribe, parts, shown }: TribeBarProps) {
  const { t } = useTexts('tribe');
  const { id } = tribe;
  const isDesk = useIsDesk();
  // A part that is not in the bar is appended, so that the others do not move.
  const inBar = parts.filter((part) => isInBar(part, tribe, isDesk));
  const other = parts.filter((part) => part.name === shown && !inBar.includes(part));
  const isBehindMore = (part: WaitingPart) => part !== 'requests' && part !== shown;
  return (
    <nav
      aria-label={t('tribe.ways')}
      className="sticky top-16 z-20 bg-ground/80 shadow-[inset_0_-1px_0_var(--line)] backdrop-blur-xl lg:top-0"
    >
      <ul className="flex h-12 overflow-x-auto px-1.5 [scrollbar-width:none] sm:px-4">
        <BarLink to={paths.tribe(id)} current={shown === null}>
          {t('tribe.feed')}
        </BarLink>
        {isMember(tribe) && (
          <>
            <BarLink to={paths.chat(id)}>{t('tribe.chat')}</BarLink>
            <BarLink to={paths.vibes(id)}>{t('tribe.vibes')}</BarLink>
          </>
        )}
        {[...inBar, ...other].map(({ name }) => (
          <BarLink key={name} to={paths.tribePart(id, name)} current={name === shown}>
            {t(`tribe.part.${name}`)}
            <WaitingCount tribe={tribe} parts={WAITING[name] ?? []} className={cornerClass} />
          </BarLink>
        ))}
        {!isDesk && (
          <BarLink to={paths.tribePanels(id)} current={shown === undefined} isLast>
            {t('tribe.more')}
            <WaitingCount
              tribe={tribe}
              parts={(['submissions', 'moderation'] as const).filter(isBehindMore)}
              className={cornerClass}
            />
          </BarLink>
        )}
      </ul>
    </nav>
  );
}

interface BarLinkProps {
  to: string;
  current?: boolean;
  /** Stays at the end of the bar while the others scroll below it, at the distance of the badge of the one before. */
  isLast?: boolean;
  children: ReactNode;
}

function BarLink({ to, current = false, isLast = false, children }: BarLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const bar = link.current?.closest('ul');
    if (current && link.current && bar) scrollToCentre(bar, link.current);
  }, [current]);
  return (
    <li
      className={cx(
        'grow sm:grow-0',
        isLast && 'sticky -right-1.5 z-10 ml-1 bg-ground shadow-[inset_0_-1px_0_var(--line)] sm:-right-4',
      )}
    >
      <Link
        ref={link}
        to={to}
        aria-current={current ? 'page' : undefined}
        className={cx(
          'relative outline-none focus-visible:rounded-sm focus-visible:outline-2 focus-visible:outline-ember-text focus-visible:-outline-offset-2 flex h-12 items-center justify-center whitespace-nowrap px-2.5 sm:px-3 font-display font-semibold text-small transition-colors',
          'after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:origin-center after:rounded-full after:bg-ember after:transition-transform after:duration-180 motion-reduce:after:transition-none',
          current ? 'text-fg' : 'text-fg-muted after:scale-x-0 hover:text-fg',
        )}
      >
        {children}
      </Link>
    </li>
  );
}
