import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { storageSettingsQuery } from './api.ts';
import { StorageElsewhere } from './storage-elsewhere.tsx';
import { StorageForm } from './storage-form.tsx';
import { StorageTest } from './storage-test.tsx';

/** `/tools/storage-settings`, for site admins: the store of new files, a test of it, and the files in other stores. */
export function StoragePage() {
  const { t } = useTexts('settings', 'tools');
  const { data, error, refetch } = useQuery(storageSettingsQuery);
  const [isChanged, setChanged] = useState(false);
  return (
    <Page title={t('tools.storage')} lead={t('settings.storage.lead')}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton className="h-112 rounded-md" />}
      {data && (
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
          <StorageForm saved={data} onChanged={setChanged} />
          <div className="grid gap-8">
            <StorageTest isChanged={isChanged} />
            <StorageElsewhere elsewhere={data.elsewhere} />
          </div>
        </div>
      )}
    </Page>
  );
}
