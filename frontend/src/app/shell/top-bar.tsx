import { CircleHelp } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { rememberVisit, useMe } from '../../lib/session.ts';
import { useSignUpOpen } from '../../lib/sign-up.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { Account } from './account.tsx';
import { AdminBadges } from './admin-badges.tsx';
import { Brand } from './brand.tsx';
import { ActivityLink, InboxLink } from './inbox-link.tsx';
import { LanguageSelect } from './language-select.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** The bar on phones, and for visitors everywhere. Members on a desktop have the rail instead. */
export function TopBar({ bare, awaitsMember }: { bare?: boolean; awaitsMember?: boolean }) {
  const { t } = useTexts();
  const signedIn = useMe();
  const me = bare ? null : signedIn;
  return (
    <header
      className={cx(
        'sticky top-0 z-30 flex h-16 shrink-0 items-center gap-0.5 px-3 sm:px-5',
        !bare && 'bg-ground/80 backdrop-blur-xl',
        (me || awaitsMember) && 'lg:hidden',
      )}
    >
      <Brand className="mr-auto" />
      {/* On a narrow phone a member finds language, theme and help in the account menu. */}
      <div className={cx('flex items-center gap-0.5', me && 'max-sm:hidden')}>
        <LanguageSelect />
        <ThemeToggle />
        {me && (
          <Link
            to={paths.help}
            aria-label={t('shell.help')}
            data-tip={t('shell.help')}
            data-tip-side="bottom"
            className={iconButtonClass()}
          >
            <CircleHelp aria-hidden="true" />
          </Link>
        )}
      </div>
      {me ? (
        <>
          <AdminBadges me={me} />
          <ActivityLink />
          <InboxLink />
          <Account me={me} />
        </>
      ) : (
        !bare && !awaitsMember && <VisitorLinks />
      )}
    </header>
  );
}

function VisitorLinks() {
  const { t } = useTexts();
  const location = useLocation();
  const remember = () => rememberVisit(location);
  return (
    <>
      <ButtonLink to={paths.login} size="sm" className="ml-1.5" onClick={remember}>
        {t('shell.login')}
      </ButtonLink>
      {useSignUpOpen() && (
        <ButtonLink to={paths.register} size="sm" variant="primary" className="ml-1.5 max-sm:hidden" onClick={remember}>
          {t('shell.register')}
        </ButtonLink>
      )}
    </>
  );
}
