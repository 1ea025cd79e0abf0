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
 * Content that needs a proof of identity: a person without a password who signed in too long ago signs in again first.
 * Decided when it opens, so that the passing of time interrupts nothing.
 */
export function Provable({ security, children }: { security: Security; children: ReactNode }) {
  const [mustSignInAgain] = useState(!security.hasPassword && !security.signedInRecently);
  return mustSignInAgain ? <SignInAgain /> : children;
}

interface CurrentPasswordProps
  extends Omit<Parameters<typeof PasswordInput>[0], 'label' | 'autoComplete' | 'security'> {
  security: Security;
}

/** The rule of `CurrentPassword` in a form, and its part of the request: none for an account without a password. */
export function useCurrentPassword({ hasPassword }: Security) {
  const { t } = useTexts('account');
  return {
    passwordRule: { validate: (typed: string) => !hasPassword || typed !== '' || t('account.passwordRequired') },
    proofOf: (currentPassword: string) => (hasPassword ? { currentPassword } : {}),
  };
}

/** The password as a proof; renders nothing for an account without one. */
export function CurrentPassword({ security, ...field }: CurrentPasswordProps) {
  const { t } = useTexts('account');
  if (!security.hasPassword) return null;
  return <PasswordInput {...field} label={t('security.currentPassword')} autoComplete="current-password" />;
}

/** Leads to the login and back here. */
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
