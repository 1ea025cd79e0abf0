import { NavLink } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { cx } from '../../ui/cx.ts';
import { useModalState } from '../../ui/modal-link.tsx';
import { NAV_ITEMS } from './nav-items.tsx';

/** The main navigation on a phone, floating over the page. */
export function BottomTabs() {
  const { t } = useTexts();
  const modalState = useModalState();
  return (
    <nav
      aria-label={t('shell.mainNavigation')}
      className="fixed inset-x-0 bottom-0 z-30 px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden"
    >
      <ul className="mx-auto flex max-w-sm rounded-full bg-raised/85 p-1.5 shadow-float backdrop-blur-xl">
        {NAV_ITEMS.map(({ to, text, icon, modal }) => (
          <li key={to} className="grow basis-0">
            <NavLink
              to={to}
              state={modal && modalState}
              end={to === paths.home}
              className={({ isActive }) =>
                cx(
                  'focus-ring grid h-13 place-items-center content-center gap-0.5 rounded-full font-medium text-[0.75rem] leading-4 transition-colors [&_svg]:size-5.5',
                  isActive ? 'bg-ember-soft text-ember-text' : 'text-fg-muted',
                )
              }
            >
              {icon}
              {t(text)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
