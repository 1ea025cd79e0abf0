import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { TextLink } from '../../ui/link.tsx';

/** The footer of the sign-in pages. */
export function BackToLogin({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const { t } = useTexts('recovery');
  return (
    <footer className="text-fg-muted text-small">
      <TextLink to={paths.login} className="inline-block py-1" onClick={onLeave}>
        {t('recovery.backToLogin')}
      </TextLink>
    </footer>
  );
}
