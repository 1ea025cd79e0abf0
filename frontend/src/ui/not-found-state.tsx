import { messageOf } from '../lib/http.ts';
import { useTexts } from '../lib/i18n.ts';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface NotFoundStateProps {
  error: unknown;
  /** The target and the label of its button. */
  to: string;
  label: string;
  /** The specification's sentence, when it has one; else the server's message. */
  title?: string;
  /** Heading level: 2 when the screen has a heading of its own. */
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
