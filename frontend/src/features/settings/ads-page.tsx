import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdsForm } from './ads-form.tsx';
import { adsConfigQuery } from './api.ts';

/** `/tools/ads-settings`, for site admins: the ad that members see, how often, and how it looks. */
export function AdsPage() {
  const { t } = useTexts('settings', 'tools');
  const { data, error, refetch } = useQuery(adsConfigQuery);
  return (
    <Page title={t('tools.ads')} lead={t('settings.ads.lead')}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton className="h-112 rounded-md" />}
      {data && <AdsForm saved={data} />}
    </Page>
  );
}
