import { useTexts } from '../../lib/i18n.ts';
import { Page } from '../../ui/page.tsx';
import { CaseQueue } from './case-queue.tsx';
import { useIsCaseAlone } from './use-case-address.ts';

/** `/admin/moderation`, for site admins: the cases of the whole site. */
export function ModerationPage() {
  const { t } = useTexts('moderation');
  const isCaseAlone = useIsCaseAlone();
  return (
    <Page title={t('moderation.title')} lead={t('moderation.lead')} headedBelow={isCaseAlone}>
      <CaseQueue tribeId={null} />
    </Page>
  );
}
