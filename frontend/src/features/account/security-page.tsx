import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { DataExportSection } from './data-export-section.tsx';
import { EmailSection } from './email-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PresenceSection } from './presence-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { securityQuery } from './security-api.ts';
import { SessionsSection } from './sessions-section.tsx';
import { SignInsSection } from './sign-ins-section.tsx';

const PARTS = ['password', 'email', 'second-factor', 'passkeys', 'sessions'];

/** `/tools/account`: security settings, sessions and sign-in attempts. */
export function SecurityPage() {
  const { t } = useTexts('account');
  const { data: security, error, refetch } = useQuery(securityQuery);
  return (
    <Page title={t('security.title')} lead={t('security.lead')} width="reading">
      {security ? (
        <div className="grid grid-cols-1 gap-4">
          <PasswordSection security={security} />
          <EmailSection security={security} />
          <SecondFactorSection security={security} />
          <PasskeysSection security={security} />
          <PresenceSection />
          <SessionsSection />
          <SignInsSection />
          <DataExportSection />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading className="grid gap-4">
          {PARTS.map((part) => (
            <Skeleton key={part} className="h-26 rounded-lg" />
          ))}
        </Loading>
      )}
    </Page>
  );
}
