import { useTexts } from '../../lib/i18n.ts';
import { Page } from '../../ui/page.tsx';
import { InsightView } from './insight-view.tsx';

/** `/admin/insight`, for site admins: the statistics of all of Tribus. */
export function InsightPage() {
  const { t } = useTexts('insight');
  return (
    <Page title={t('insight.siteTitle')} lead={t('insight.siteLead')}>
      <InsightView tribe={null} />
    </Page>
  );
}
