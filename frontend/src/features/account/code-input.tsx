import { useTexts } from '../../lib/i18n.ts';
import { Input, type InputProps } from '../../ui/input.tsx';

interface CodeInputProps extends Omit<InputProps, 'label' | 'type' | 'autoComplete' | 'inputMode'> {
  /** Accepts a recovery code instead of a code of the app. */
  recovery?: boolean;
}

/** A field for six digits of the app, or for a recovery code. */
export function CodeInput({ recovery = false, ...rest }: CodeInputProps) {
  const { t } = useTexts('account');
  return (
    <Input
      {...rest}
      label={t(recovery ? 'security.recoveryCode' : 'security.code')}
      hint={t(recovery ? 'security.recoveryCodeHint' : 'security.codeHint')}
      autoComplete="one-time-code"
      inputMode={recovery ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      className="tabular tracking-widest"
    />
  );
}
