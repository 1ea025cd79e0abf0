import { passkeyNameMax } from '@limits/identity';
import { useEffect } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input, type InputProps } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { isCancelledByUser } from './passkey-button.tsx';
import { CurrentPassword, useCurrentPassword } from './proof-fields.tsx';
import {
  type Passkey,
  preloadPasskeyMaking,
  type Security,
  useAddPasskey,
  useRemovePasskey,
  useRenamePasskey,
} from './security-api.ts';

function useNameRule() {
  const { t } = useTexts('account');
  return { validate: (typed: string) => typed.trim() !== '' || t('security.nameRequired') };
}

function PasskeyName(props: Omit<InputProps, 'label' | 'limit'>) {
  const { t } = useTexts('account');
  return <Input {...props} limit={passkeyNameMax} label={t('security.passkeyName')} />;
}

/** A name and the password, and then the browser's dialog. */
export function AddPasskey({ security, onDone }: { security: Security; onDone: () => void }) {
  const { t } = useTexts('account');
  const add = useAddPasskey();
  useEffect(preloadPasskeyMaking, []);
  const { passwordRule, proofOf } = useCurrentPassword(security);
  const nameRule = useNameRule();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: t('security.thisDevice'), currentPassword: '' },
  });
  const send = ({ name, currentPassword }: { name: string; currentPassword: string }) =>
    add.mutate(
      { name, ...proofOf(currentPassword) },
      {
        onSuccess: () => toast(() => t('security.passkeyAdded'), { tone: 'good' }),
        onScreen: { onSuccess: onDone },
      },
    );
  const failure = isCancelledByUser(add.error) ? t('security.passkeyStopped') : messageOf(add.error, t('ui.failed'));
  return (
    <form noValidate onSubmit={handleSubmit(send)} className="grid gap-5 pt-1">
      <p className="text-fg-muted text-small">{t('security.addPasskeyText')}</p>
      <PasskeyName {...register('name', nameRule)} error={formState.errors.name?.message} />
      <CurrentPassword
        security={security}
        {...register('currentPassword', passwordRule)}
        error={formState.errors.currentPassword?.message}
      />
      <FormError>{add.isError && failure}</FormError>
      <Button type="submit" variant="primary" wide loading={add.isPending}>
        {t('security.next')}
      </Button>
    </form>
  );
}

export function RenamePasskey({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { t } = useTexts('account');
  const rename = useRenamePasskey();
  const nameRule = useNameRule();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name } });
  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) => rename.mutate({ id, name: values.name }, { onScreen: { onSuccess: onDone } }))}
      className="grid gap-5 pt-1"
    >
      <PasskeyName {...register('name', nameRule)} error={formState.errors.name?.message} />
      <FormError>{rename.isError && messageOf(rename.error, t('ui.failed'))}</FormError>
      <Button type="submit" variant="primary" wide loading={rename.isPending}>
        {t('security.save')}
      </Button>
    </form>
  );
}

interface RemovePasskeyProps {
  security: Security;
  passkey: Passkey;
  onDone: () => void;
}

/** Asks for the password, because an open session alone is no proof of identity. */
export function RemovePasskey({ security, passkey: { id, name }, onDone }: RemovePasskeyProps) {
  const { t } = useTexts('account');
  const remove = useRemovePasskey();
  const { passwordRule, proofOf } = useCurrentPassword(security);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { currentPassword: '' } });
  const send = ({ currentPassword }: { currentPassword: string }) =>
    remove.mutate(
      { id, ...proofOf(currentPassword) },
      {
        onSuccess: () => toast(() => t('security.passkeyRemoved'), { tone: 'good' }),
        onScreen: { onSuccess: onDone },
      },
    );
  return (
    <form noValidate onSubmit={handleSubmit(send)} className="grid gap-5 pt-1">
      <p className="text-fg-muted text-small">{t('security.removePasskeyText', { name })}</p>
      <CurrentPassword
        security={security}
        {...register('currentPassword', passwordRule)}
        error={formState.errors.currentPassword?.message}
      />
      <FormError>{remove.isError && messageOf(remove.error, t('ui.failed'))}</FormError>
      <Button type="submit" variant="danger" wide loading={remove.isPending}>
        {t('security.removePasskey')}
      </Button>
    </form>
  );
}
