import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { toast } from '../../ui/toast.tsx';
import { CodeInput } from './code-input.tsx';
import { CurrentPassword, useCurrentPassword } from './proof-fields.tsx';
import { type Security, useDisableSecondFactor, useRenewCodes } from './security-api.ts';

interface SecondFactorChangeProps {
  security: Security;
  /** New recovery codes, or disabling the second factor. */
  what: 'codes' | 'off';
  onCodes: (codes: readonly string[]) => void;
  onOff: () => void;
}

/** Password and code, and then new recovery codes or no second factor. */
export function SecondFactorChange({ security, what, onCodes, onOff }: SecondFactorChangeProps) {
  const { t } = useTexts('account');
  const [renew, disable] = [useRenewCodes(), useDisableSecondFactor()];
  const { passwordRule, proofOf } = useCurrentPassword(security);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { currentPassword: '', code: '' } });
  const off = what === 'off';
  const { isPending, isError, error } = off ? disable : renew;
  const send = ({ currentPassword, code }: { currentPassword: string; code: string }) => {
    const proof = { code, ...proofOf(currentPassword) };
    if (!off) return renew.mutate(proof, { onSuccess: ({ codes }) => onCodes(codes) });
    disable.mutate(proof, {
      onSuccess: () => toast(() => t('security.turnedOff'), { tone: 'good' }),
      onScreen: { onSuccess: onOff },
    });
  };
  return (
    <form noValidate onSubmit={handleSubmit(send)} className="grid gap-5 pt-1">
      <p className="text-fg-muted text-small">{t(off ? 'security.turnOffText' : 'security.newCodesText')}</p>
      <CurrentPassword
        security={security}
        {...register('currentPassword', passwordRule)}
        error={formState.errors.currentPassword?.message}
      />
      <CodeInput
        {...register('code', { required: t('security.codeRequired') })}
        error={formState.errors.code?.message}
      />
      <FormError>{isError && messageOf(error, t('ui.failed'))}</FormError>
      <Button type="submit" variant={off ? 'danger' : 'primary'} wide loading={isPending}>
        {t(off ? 'security.turnOff' : 'security.newCodes')}
      </Button>
    </form>
  );
}
