import type { ReactNode } from 'react';
import { messageOf } from '../lib/http.ts';
import { useTexts } from '../lib/i18n.ts';
import { EmptyState } from './empty-state.tsx';

/** A whole page for a 404: its subject does not exist, or is hidden from this viewer. `action` leads on. */
export function NotFoundState({ error, action }: { error: unknown; action: ReactNode }) {
  const { t } = useTexts();
  return (
    <div role="alert" className="grid min-h-[60dvh] place-items-center">
      <EmptyState title={<h1>{messageOf(error, t('notFound.title'))}</h1>} text={t('notFound.gone')} action={action} />
    </div>
  );
}
