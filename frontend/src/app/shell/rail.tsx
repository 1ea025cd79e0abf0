import { useQuery } from '@tanstack/react-query';
import { CircleHelp, Plus, Search } from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import type { SessionUser } from '../../lib/session.ts';
import { activeOf, membershipsQuery } from '../../lib/shared-queries.ts';
import { cx } from '../../ui/cx.ts';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { useModalState } from '../../ui/modal-link.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { Account } from './account.tsx';
import { AdminBadges } from './admin-badges.tsx';
import { Brand } from './brand.tsx';
import { ActivityLink, InboxLink } from './inbox-link.tsx';
import { LanguageSelect } from './language-select.tsx';
import { NAV_ITEMS } from './nav-items.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

const lineClass =
  'focus-ring flex h-12 shrink-0 items-center gap-3.5 rounded-md px-3 transition-colors [&>svg]:size-5.5 [&>svg]:shrink-0';

/** The left side on a desktop: navigation, my tribes, account. */
export function Rail({ me, onSearch }: { me: SessionUser; onSearch: () => void }) {
  const { t } = useTexts();
  const modalState = useModalState();
  return (
    <aside
      aria-label={t('shell.side')}
      className="sticky top-0 flex h-dvh max-h-full w-68 shrink-0 flex-col gap-1 px-4 py-5 max-lg:hidden"
    >
      <div className="mb-4 flex items-center justify-between pl-2">
        <Brand />
        <div className="flex">
          <ActivityLink />
          <InboxLink />
        </div>
      </div>
      <button type="button" onClick={onSearch} className={cx(lineClass, 'bg-sunken text-fg-faint hover:text-fg')}>
        <Search aria-hidden="true" />
        <span className="grow text-left">{t('shell.search')}</span>
        <kbd className="rounded-xs bg-hover px-1.5 py-0.5 font-text text-caption">{shortcut()}</kbd>
      </button>
      <nav aria-label={t('shell.mainNavigation')} className="mt-2 flex min-h-0 grow flex-col gap-1">
        {NAV_ITEMS.map(({ to, text, icon, modal }) => (
          <NavLink
            key={to}
            to={to}
            state={modal && modalState}
            end={to === paths.home}
            className={({ isActive }) =>
              cx(
                lineClass,
                'font-display font-semibold',
                isActive ? 'bg-ember-soft text-ember-text' : 'text-fg-muted hover:bg-hover hover:text-fg',
              )
            }
          >
            {icon}
            {t(text)}
          </NavLink>
        ))}
        <MyTribes />
      </nav>
      <AdminBadges me={me} named />
      <div className="flex items-center">
        <ThemeToggle tip="top" />
        <LanguageSelect />
        <Link
          to={paths.help}
          aria-label={t('shell.help')}
          data-tip={t('shell.help')}
          data-tip-side="top"
          className={iconButtonClass()}
        >
          <CircleHelp aria-hidden="true" />
        </Link>
      </div>
      <Account me={me} named />
    </aside>
  );
}

function MyTribes() {
  const { t } = useTexts();
  const { data = [] } = useQuery(membershipsQuery);
  return (
    <div className="mt-5 flex min-h-0 flex-col">
      <div className="flex items-center justify-between pl-3">
        <h2 className="font-semibold font-text text-caption text-fg-faint">{t('shell.yourTribes')}</h2>
        <Link
          to={paths.createTribe}
          aria-label={t('shell.createTribe')}
          data-tip={t('shell.createTribe')}
          data-tip-side="bottom"
          className={iconButtonClass('sm')}
        >
          <Plus aria-hidden="true" />
        </Link>
      </div>
      <ul className="-mx-1 min-h-0 overflow-y-auto px-1">
        {activeOf(data).map(({ tribeId, tribe }) => (
          <li key={tribeId}>
            <NavLink
              to={paths.tribe(tribeId)}
              className={({ isActive }) =>
                cx(
                  lineClass,
                  'text-small',
                  isActive ? 'bg-hover text-fg' : 'text-fg-muted hover:bg-hover hover:text-fg',
                )
              }
            >
              <TribeGlyph id={tribeId} size={30} />
              <span className="truncate">{tribe.name}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function shortcut(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
}
