import { useTexts } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';

/** For a link of another account: the effect of signing in to it on the session of this browser, when there is one. */
export function OtherSessionNote() {
  const { t } = useTexts('recovery');
  const { user } = useSession();
  if (!user) return null;
  return (
    <p className="prose-safe w-full text-pretty text-fg-muted text-small">
      {t('recovery.otherSession', { email: user.email })}
    </p>
  );
}
