import { useTexts } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useTitle } from '../ui/page.tsx';

export function NotFoundPage() {
  const { t } = useTexts();
  useTitle(t('notFound.title'));
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        title={<h1>{t('notFound.title')}</h1>}
        text={t('notFound.text')}
        action={
          <ButtonLink to={paths.home} variant="primary">
            {t('notFound.home')}
          </ButtonLink>
        }
      />
    </div>
  );
}
