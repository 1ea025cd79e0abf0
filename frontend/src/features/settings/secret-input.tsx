import { Lock } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { Input, type InputProps } from '../../ui/input.tsx';

interface SecretInputProps extends Omit<InputProps, 'type' | 'icon' | 'end'> {
  /** A secret is stored; typed text replaces it. */
  isStored: boolean;
}

/** A secret that can be typed but is never shown again. */
export function SecretInput({ isStored, ...rest }: SecretInputProps) {
  const { t } = useTexts('settings');
  return (
    <Input
      {...rest}
      type="password"
      autoComplete="new-password"
      icon={<Lock aria-hidden="true" />}
      {...(isStored && { placeholder: t('settings.email.kept') })}
    />
  );
}
