import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { maintenanceConfigQuery } from './api.ts';
import { MaintenanceForm } from './maintenance-form.tsx';
import { SignupSwitch } from './signup-switch.tsx';
import { VisitorCheck } from './visitor-check.tsx';

/** `/tools/maintenance-settings`, for site admins: sign-up, maintenance with its message, and a check as a visitor. */
export function MaintenancePage() {
  const { t } = useTexts('settings', 'tools');
  const { data, error, refetch } = useQuery(maintenanceConfigQuery);
  return (
    <Page title={t('tools.maintenance')} lead={t('settings.maintenance.lead')}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <Loading />}
      {data && (
        <div className="grid gap-8">
          <MaintenanceForm saved={data} />
          <SignupSwitch saved={data} />
          <VisitorCheck saved={data} />
        </div>
      )}
    </Page>
  );
}

const Loading = () => (
  <div aria-hidden="true" className="grid gap-8">
    <Skeleton className="h-72 rounded-md" />
    <Skeleton className="h-24 rounded-md" />
    <Skeleton className="h-40 rounded-md" />
  </div>
);
