import { messageOf } from '../lib/http.ts';
import { useTexts } from '../lib/i18n.ts';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface NotFoundStateProps {
  error: unknown;
  /** Where its button leads on to, and what that says. */
  to: string;
  label: string;
  /** The specification's sentence, where it has one; else what the server said. */
  title?: string;
  /** Of its heading: 2 where the screen has one of its own. */
  level?: 1 | 2;
}

/** A whole page for a 404: its subject does not exist, or is hidden from this viewer. */
export function NotFoundState({ error, to, label, title, level = 1 }: NotFoundStateProps) {
  const { t } = useTexts();
  const Heading = `h${level}` as const;
  return (
    <div role="alert" className="grid min-h-[60dvh] place-items-center">
      <EmptyState
        title={<Heading>{title ?? messageOf(error, t('notFound.title'))}</Heading>}
        text={t('notFound.gone')}
        action={
          <ButtonLink to={to} variant="primary">
            {label}
          </ButtonLink>
        }
      />
    </div>
  );
}
