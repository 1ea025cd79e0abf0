import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { emailSettingsQuery } from './api.ts';
import { EmailForm } from './email-form.tsx';
import { EmailTest } from './email-test.tsx';

/** `/tools/email-settings`, for site admins: the mail server, and a test of it. */
export function EmailPage() {
  const { t } = useTexts('settings', 'tools');
  const { data, error, refetch } = useQuery(emailSettingsQuery);
  const [isChanged, setChanged] = useState(false);
  return (
    <Page title={t('tools.email')} lead={t('settings.email.lead')}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton className="h-112 rounded-md" />}
      {data && (
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
          <EmailForm saved={data} onChanged={setChanged} />
          <EmailTest isChanged={isChanged} source={data.source} />
        </div>
      )}
    </Page>
  );
}
