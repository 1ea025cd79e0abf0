import { passwordMin } from '@limits/identity';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.tsx';
import { PasswordInput } from './form-parts.tsx';
import { CurrentPassword, Provable, useCurrentPassword } from './proof-fields.tsx';
import { type Security, useChangePassword } from './security-api.ts';
import { SecuritySection } from './security-section.tsx';

export function PasswordSection({ security }: { security: Security }) {
  const { t } = useTexts('account');
  const [open, setOpen] = useState(false);
  const title = t(security.hasPassword ? 'security.changePassword' : 'security.setPassword');
  return (
    <SecuritySection
      icon={<Lock />}
      title={t('account.password')}
      text={t(security.hasPassword ? 'security.passwordText' : 'security.noPasswordText')}
      actions={<Button onClick={() => setOpen(true)}>{title}</Button>}
    >
      <Sheet open={open} onClose={() => setOpen(false)} title={title}>
        <Provable security={security}>
          <PasswordForm security={security} onDone={() => setOpen(false)} />
        </Provable>
      </Sheet>
    </SecuritySection>
  );
}

function PasswordForm({ security, onDone }: { security: Security; onDone: () => void }) {
  const { t } = useTexts('account');
  const change = useChangePassword();
  const { passwordRule, proofOf } = useCurrentPassword(security);
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '' } });
  const { register, handleSubmit, formState } = form;
  const send = ({ currentPassword, newPassword }: { currentPassword: string; newPassword: string }) =>
    change.mutate(
      { newPassword, ...proofOf(currentPassword) },
      {
        onSuccess: () => toast(() => t('security.passwordChanged'), { tone: 'good' }),
        onScreen: { onSuccess: onDone },
        offScreen: { onError: toastFailure },
      },
    );
  return (
    <form noValidate onSubmit={handleSubmit(send)} className="grid gap-5 pt-1">
      <CurrentPassword
        security={security}
        {...register('currentPassword', passwordRule)}
        error={formState.errors.currentPassword?.message}
      />
      <PasswordInput
        {...register('newPassword', {
          required: t('account.passwordRequired'),
          minLength: { value: passwordMin, message: t('account.passwordShort', { min: passwordMin }) },
        })}
        label={t('security.newPassword')}
        autoComplete="new-password"
        hint={t('account.passwordHint', { min: passwordMin })}
        error={formState.errors.newPassword?.message}
      />
      <p className="text-caption text-fg-muted">{t('security.passwordEndsSessions')}</p>
      <FormError>{change.isError && messageOf(change.error, t('ui.failed'))}</FormError>
      <Button type="submit" variant="primary" wide loading={change.isPending}>
        {t('security.save')}
      </Button>
    </form>
  );
}
