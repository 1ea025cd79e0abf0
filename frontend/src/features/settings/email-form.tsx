import { emailMax, smtpPasswordMax, smtpUserMax } from '@limits/identity';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { addressPattern } from '../../lib/address-pattern.ts';
import { DraftNote } from '../../lib/draft-note.tsx';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useEditForm } from '../../lib/use-edit-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { type EmailSettings, useSaveEmailSettings } from './api.ts';
import { FormHead } from './form-head.tsx';
import { Revert } from './revert.tsx';
import { SecretInput } from './secret-input.tsx';

interface Fields {
  host: string;
  port: string;
  encryption: 'starttls' | 'tls';
  user: string;
  password: string;
  from: string;
  replyTo: string;
}

/** The default port of each encryption; a default port follows the choice. */
const usualPorts = { starttls: '587', tls: '465' } as const;
const encryptions = ['starttls', 'tls'] as const;

const fieldsOf = ({ host, port, secure, user, from, replyTo }: EmailSettings): Fields => ({
  host,
  port: String(port),
  encryption: secure ? 'tls' : 'starttls',
  user,
  password: '',
  from,
  replyTo,
});

/**
 * Returns the changed fields of saved settings, so that a save does not undo another admin's change of the others; the
 * first save contains every field. An empty password is not sent, so that the stored one stays.
 */
function bodyOf(typed: Fields, dirty: Partial<Record<keyof Fields, boolean>>, { source }: EmailSettings) {
  const isSent = (name: keyof Fields) => source !== 'settings' || dirty[name] === true;
  const texts = (['host', 'user', 'from', 'replyTo'] as const).filter(isSent);
  return {
    ...Object.fromEntries(texts.map((name) => [name, typed[name].trim()])),
    ...(isSent('port') && { port: Number(typed.port) }),
    ...(isSent('encryption') && { secure: typed.encryption === 'tls' }),
    ...(typed.password && { password: typed.password }),
  };
}

interface EmailFormProps {
  saved: EmailSettings;
  /** Called with whether the form has unsaved changes. */
  onChanged: (isChanged: boolean) => void;
}

/** The server that sends mail. Its password can be typed but is never shown. */
export function EmailForm({ saved, onChanged }: EmailFormProps) {
  const { t } = useTexts('settings');
  const draft = useEditForm('settings:email', fieldsOf(saved), { secrets: ['password'] });
  const { form, accept, restart, markSaved } = draft;
  const { isDirty, dirtyFields } = form.formState;
  const save = useSaveEmailSettings();
  useEffect(() => onChanged(isDirty), [isDirty, onChanged]);
  const submit = form.handleSubmit((typed) => {
    save.mutate(bodyOf(typed, dirtyFields, saved), {
      onSuccess: () => toast(() => t('settings.email.saved')),
      onScreen: { onSuccess: (now) => accept(typed, fieldsOf(now)) },
      offScreen: { onSuccess: markSaved, onError: toastFailure },
    });
  });
  return (
    <Card as="section" aria-labelledby="email-server" className="p-5 sm:p-6">
      <form noValidate autoComplete="off" onSubmit={submit} className="grid gap-6">
        <FormHead
          id="email-server"
          title={t('settings.email.server')}
          source={
            <Pill tone={saved.source === 'none' ? 'honey' : 'moss'}>{t(`settings.email.sources.${saved.source}`)}</Pill>
          }
          text={t(`settings.email.sourceTexts.${saved.source}`)}
        />
        <DraftNote of={draft} />
        <ServerFields form={form} />
        <LoginFields form={form} hasPassword={saved.hasPassword} />
        <AddressFields form={form} />
        <FormError>{save.error && messageOf(save.error, t('ui.error'))}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" loading={save.isPending} disabled={!isDirty}>
            {t('settings.email.save')}
          </Button>
          {saved.source === 'settings' && <RevertEmail onReverted={(now) => restart(fieldsOf(now))} />}
        </div>
      </form>
    </Card>
  );
}

interface PartProps {
  form: UseFormReturn<Fields>;
}

function ServerFields({ form }: PartProps) {
  const { t } = useTexts('settings');
  const { register, formState, watch, setValue } = form;
  const { errors } = formState;
  const choose = (encryption: Fields['encryption']) => {
    const isUsual = watch('port') === usualPorts[watch('encryption')];
    setValue('encryption', encryption, { shouldDirty: true });
    if (isUsual) setValue('port', usualPorts[encryption], { shouldDirty: true });
  };
  return (
    <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
      <Input
        {...register('host', { validate: (host) => host.trim() !== '' || t('settings.email.hostRequired') })}
        autoCapitalize="none"
        spellCheck={false}
        cutAt={253}
        label={t('settings.email.host')}
        hint={t('settings.email.hostHint')}
        error={errors.host?.message}
      />
      <Input
        {...register('port', {
          validate: (port) =>
            (/^\d{1,5}$/.test(port) && +port > 0 && +port < 65_536) || t('settings.email.portInvalid'),
        })}
        inputMode="numeric"
        cutAt={5}
        label={t('settings.email.port')}
        error={errors.port?.message}
      />
      <div className="sm:col-span-2">
        <Select
          label={t('settings.email.encryption')}
          options={encryptions.map((value) => ({ value, label: t(`settings.email.${value}`) }))}
          value={watch('encryption')}
          onChange={choose}
        />
      </div>
    </div>
  );
}

function LoginFields({ form: { register }, hasPassword }: PartProps & { hasPassword: boolean }) {
  const { t } = useTexts('settings');
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Input
        {...register('user')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        cutAt={smtpUserMax}
        label={t('settings.email.user')}
        hint={t('settings.email.userHint')}
      />
      <SecretInput
        {...register('password')}
        cutAt={smtpPasswordMax}
        label={t('settings.email.password')}
        hint={t(hasPassword ? 'settings.email.passwordKept' : 'settings.email.passwordNone')}
        isStored={hasPassword}
      />
    </div>
  );
}

function AddressFields({ form: { register, formState } }: PartProps) {
  const { t } = useTexts('settings');
  const { errors } = formState;
  const address = { type: 'email', inputMode: 'email', autoComplete: 'off', cutAt: emailMax } as const;
  const isAddress = (typed: string) => addressPattern.test(typed.trim()) || t('settings.email.addressInvalid');
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Input
        {...address}
        {...register('from', { required: t('settings.email.fromRequired'), validate: isAddress })}
        label={t('settings.email.from')}
        hint={t('settings.email.fromHint')}
        error={errors.from?.message}
      />
      <Input
        {...address}
        {...register('replyTo', { validate: (typed) => typed.trim() === '' || isAddress(typed) })}
        label={t('settings.email.replyTo')}
        hint={t('settings.email.replyToHint')}
        error={errors.replyTo?.message}
      />
    </div>
  );
}

function RevertEmail({ onReverted }: { onReverted: (now: EmailSettings) => void }) {
  const { t } = useTexts('settings');
  const save = useSaveEmailSettings();
  return (
    <Revert
      texts={{
        button: t('settings.email.revert'),
        title: t('settings.email.revertTitle'),
        text: t('settings.email.revertText'),
        done: () => t('settings.email.reverted'),
      }}
      busy={save.isPending}
      revert={(outcome) => save.mutate({ host: '' }, outcome)}
      onReverted={onReverted}
    />
  );
}
