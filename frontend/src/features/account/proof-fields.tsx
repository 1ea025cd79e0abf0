import { LogIn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { http } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { rememberPath, session } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordInput } from './form-parts.tsx';
import type { Security } from './security-api.ts';

/**
 * What is only for those who can prove who they are: whoever has no password and signed in too long ago signs in again
 * first. It is decided when it opens, so that the passing of time takes away nothing that is under way.
 */
export function Provable({ security, children }: { security: Security; children: ReactNode }) {
  const [mustSignInAgain] = useState(!security.hasPassword && !security.signedInRecently);
  return mustSignInAgain ? <SignInAgain /> : children;
}

interface CurrentPasswordProps
  extends Omit<Parameters<typeof PasswordInput>[0], 'label' | 'autoComplete' | 'security'> {
  security: Security;
}

/** The password that proves who one is; nothing for an account without one. */
export function CurrentPassword({ security, ...field }: CurrentPasswordProps) {
  const { t } = useTexts('account');
  if (!security.hasPassword) return null;
  return <PasswordInput {...field} label={t('security.currentPassword')} autoComplete="current-password" />;
}

/** Leads by the login back to here. */
function SignInAgain() {
  const { t } = useTexts('account');
  const { pathname, search } = useLocation();
  const again = () => {
    http.post('/auth/logout').catch(() => undefined);
    rememberPath(pathname + search);
    session.end();
  };
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-fg-muted">{t('security.signInAgainText')}</p>
      <Button variant="primary" icon={<LogIn />} onClick={again}>
        {t('security.signInAgain')}
      </Button>
    </div>
  );
}
