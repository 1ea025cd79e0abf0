import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useTitle } from '../ui/page.tsx';

/** The page of an unknown address. */
export function NotFoundPage() {
  const { t } = useTexts();
  return <RefusalPage title={t('notFound.title')} text={t('notFound.text')} />;
}

/** The page of a screen that the person may not see. */
export function NoAccessPage() {
  const { t } = useTexts();
  return <RefusalPage title={t('noAccess.title')} text={t('noAccess.text')} icon={<Lock />} />;
}

function RefusalPage({ title, text, icon }: { title: string; text: string; icon?: ReactNode }) {
  const { t } = useTexts();
  useTitle(title);
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        icon={icon}
        title={<h1>{title}</h1>}
        text={text}
        action={
          <ButtonLink to={paths.home} variant="primary">
            {t('notFound.home')}
          </ButtonLink>
        }
      />
    </div>
  );
}
