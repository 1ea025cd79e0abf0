import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { addressPattern } from '../../lib/address-pattern.ts';
import { useTexts } from '../../lib/i18n.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input, type InputProps } from '../../ui/input.tsx';
import { googleUrl, markGoogleStarted } from './api.ts';

/** A password field with a button to show it. */
export function PasswordInput({ label, ...props }: Omit<InputProps, 'type' | 'end' | 'label'> & { label?: string }) {
  const { t } = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <Input
      {...props}
      label={label ?? t('account.password')}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          size="sm"
          tip="none"
          label={t(shown ? 'account.hidePassword' : 'account.showPassword')}
          aria-pressed={shown}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

/** The email field of an account. */
export function EmailInput({ label, ...props }: Omit<InputProps, 'type' | 'inputMode' | 'label'> & { label?: string }) {
  const { t } = useTexts();
  return (
    <Input autoComplete="username" {...props} label={label ?? t('account.email')} type="email" inputMode="email" />
  );
}

/** The validation of a new address. */
export function useAddressRules() {
  const { t } = useTexts();
  return {
    required: t('account.emailRequired'),
    pattern: { value: addressPattern, message: t('account.emailInvalid') },
  };
}

/** The divider "or" between the form and other ways of signing in; `needs` names the browser feature that they need. */
export function OrLine({ needs }: { needs?: 'passkeys' | undefined }) {
  const { t } = useTexts();
  return (
    <div
      data-needs={needs}
      className="flex items-center gap-4 text-caption text-fg-faint before:h-px before:grow before:bg-line-strong after:h-px after:grow after:bg-line-strong"
    >
      {t('account.or')}
    </div>
  );
}

const googleClass =
  'pressable focus-ring flex h-12 w-full items-center justify-center gap-3 rounded-md bg-raised font-display font-semibold text-small shadow-card hover:bg-hover aria-disabled:cursor-not-allowed aria-disabled:opacity-60';

interface GoogleLinkProps {
  children: ReactNode;
  /** The reason why the link is refused for now. */
  onRefused?: (() => void) | false;
}

/** The link to sign in with Google. While it is refused, a press shows the reason. */
export function GoogleLink({ children, onRefused }: GoogleLinkProps) {
  if (onRefused) {
    return (
      <button type="button" aria-disabled="true" className={googleClass} onClick={onRefused}>
        <GoogleMark />
        {children}
      </button>
    );
  }
  return (
    <a href={googleUrl()} className={googleClass} onClick={() => markGoogleStarted()}>
      <GoogleMark />
      {children}
    </a>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M23 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.2a5.3 5.3 0 0 1-2.3 3.5v2.9h3.7c2.2-2 3.4-5 3.4-8.6Z"
      />
      <path
        fill="#34a853"
        d="M12 23.5c3.1 0 5.7-1 7.6-2.8l-3.7-2.9c-1 .7-2.3 1.1-3.9 1.1-3 0-5.5-2-6.4-4.7H1.8v3A11.5 11.5 0 0 0 12 23.5Z"
      />
      <path fill="#fbbc05" d="M5.6 14.2a6.9 6.9 0 0 1 0-4.4v-3H1.8a11.5 11.5 0 0 0 0 10.4Z" />
      <path
        fill="#ea4335"
        d="M12 5.1c1.7 0 3.2.6 4.4 1.7l3.3-3.3A11.5 11.5 0 0 0 1.8 6.8l3.8 3c.9-2.7 3.4-4.7 6.4-4.7Z"
      />
    </svg>
  );
}
