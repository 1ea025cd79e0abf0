import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { BrandMark } from './brand.tsx';
import { useLogout } from './use-logout.ts';

/** The maintenance notice for everyone but admins. Visitors can log in here as an admin; members can log out. */
export function MaintenanceNotice({ message }: { message: string }) {
  const { t } = useTexts();
  const isMember = useMe() !== null;
  const logout = useLogout();
  return (
    <main className="grid min-h-dvh place-items-center bg-(image:--firelight) p-6">
      <div className="grid max-w-lg justify-items-center gap-4 text-center">
        <BrandMark className="size-20 text-fg" />
        <h1 className="font-extrabold text-heading">{t('shell.maintenance')}</h1>
        <p className="prose-safe text-fg-muted">{message || t('shell.maintenanceText')}</p>
        {isMember ? (
          <Button variant="ghost" className="mt-4" onClick={logout}>
            {t('shell.logout')}
          </Button>
        ) : (
          <ButtonLink to={paths.login} variant="ghost" className="mt-4">
            {t('shell.login')}
          </ButtonLink>
        )}
      </div>
    </main>
  );
}
