import { Mail, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { EmailInput, useAddressRules } from './form-parts.tsx';
import { CurrentPassword, Provable, useCurrentPassword } from './proof-fields.tsx';
import { type Security, useChangeEmail } from './security-api.ts';
import { SecuritySection } from './security-section.tsx';

export function EmailSection({ security }: { security: Security }) {
  const { t } = useTexts('account');
  const [open, setOpen] = useState(false);
  return (
    <SecuritySection
      icon={<Mail />}
      title={t('account.email')}
      text={security.email}
      actions={<Button onClick={() => setOpen(true)}>{t('security.changeEmail')}</Button>}
    >
      <Sheet open={open} onClose={() => setOpen(false)} title={t('security.changeEmail')}>
        <Provable security={security}>
          <EmailForm security={security} onDone={() => setOpen(false)} />
        </Provable>
      </Sheet>
    </SecuritySection>
  );
}

function EmailForm({ security, onDone }: { security: Security; onDone: () => void }) {
  const { t } = useTexts('account');
  const change = useChangeEmail();
  const { passwordRule, proofOf } = useCurrentPassword(security);
  const form = useForm({ defaultValues: { email: '', currentPassword: '' } });
  const addressRules = useAddressRules();
  const { register, handleSubmit, formState, getValues } = form;
  if (change.isSuccess)
    return (
      <EmptyState
        icon={<MailCheck />}
        title={t('security.emailSentTitle')}
        text={t('security.emailSentText', { email: getValues('email') })}
        action={<Button onClick={onDone}>{t('ui.close')}</Button>}
      />
    );
  const send = ({ email, currentPassword }: { email: string; currentPassword: string }) =>
    change.mutate({ email, ...proofOf(currentPassword) });
  return (
    <form noValidate onSubmit={handleSubmit(send)} className="grid gap-5 pt-1">
      <p className="text-fg-muted text-small">{t('security.emailText')}</p>
      <EmailInput
        {...register('email', addressRules)}
        autoComplete="email"
        label={t('security.newEmail')}
        error={formState.errors.email?.message}
      />
      <CurrentPassword
        security={security}
        {...register('currentPassword', passwordRule)}
        error={formState.errors.currentPassword?.message}
      />
      <FormError>{change.isError && messageOf(change.error, t('ui.failed'))}</FormError>
      <Button type="submit" variant="primary" wide loading={change.isPending}>
        {t('security.sendLink')}
      </Button>
    </form>
  );
}
