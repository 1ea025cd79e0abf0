import { emailMax, nameMax, passwordMax, passwordMin } from '@limits/identity';
import type { UseFormReturn } from 'react-hook-form';
import { addressPattern } from '../../lib/address-pattern.ts';
import { DraftNote } from '../../lib/draft-note.tsx';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useEditForm } from '../../lib/use-edit-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { type AdminUser, type UserChange, useChangeUser, useCreateUser } from './api.ts';

interface Fields {
  email: string;
  name: string;
  password: string;
  role: AdminUser['role'];
}

const ROLES = ['user', 'admin'] as const;

const fieldsOf = (user: AdminUser | null): Fields => ({
  email: user?.email ?? '',
  name: user?.name ?? '',
  password: '',
  role: user?.role ?? 'user',
});

/** An empty name is left out. */
const trimmed = ({ email, name, role }: Fields) => ({
  email: email.trim(),
  role,
  ...(name.trim() && { name: name.trim() }),
});

/** Absent fields stay unchanged: sending an untouched field would undo a concurrent change. */
function changeOf(typed: Fields, dirty: Partial<Record<keyof Fields, boolean>>): UserChange {
  const { email, role, name } = trimmed(typed);
  return {
    ...(dirty.email && { email }),
    ...(dirty.role && { role }),
    ...(dirty.name && name && { name }),
    ...(typed.password && { password: typed.password }),
  };
}

/** The fields of an account, or of a new one. A password that is left empty stays as it is. */
export function UserForm({ user, onDone }: { user: AdminUser | null; onDone: () => void }) {
  const { t } = useTexts('admin');
  const create = useCreateUser();
  const change = useChangeUser(user?.id ?? '');
  const { isPending, error } = user ? change : create;
  const draft = useEditForm<Fields>(`account:${user?.id ?? 'new'}`, fieldsOf(user), {
    secrets: ['password'],
    ofOthers: true,
  });
  const { form, accept, markSaved } = draft;
  const { errors, dirtyFields, isDirty } = form.formState;
  const submit = form.handleSubmit((typed) => {
    const offScreen = {
      onSuccess: markSaved,
      onError: toastFailure,
    };
    const succeed = (now: AdminUser) => {
      accept(typed, fieldsOf(user && now));
      onDone();
    };
    const outcome = { onScreen: { onSuccess: succeed }, offScreen };
    if (user) change.mutate(changeOf(typed, dirtyFields), outcome);
    else create.mutate({ ...trimmed(typed), password: typed.password }, outcome);
  });
  return (
    <form noValidate onSubmit={submit} aria-label={t('admin.account')} autoComplete="off" className="grid gap-4 pt-1">
      <DraftNote of={draft} />
      <Input
        {...form.register('email', {
          validate: (email) => addressPattern.test(email.trim()) || t('account.emailInvalid'),
        })}
        type="email"
        autoComplete="off"
        cutAt={emailMax}
        label={t('account.email')}
        error={errors.email?.message}
      />
      <NameField form={form} isNew={user === null} />
      <PasswordField form={form} isNew={user === null} />
      <Select
        label={t('admin.role')}
        options={ROLES.map((value) => ({ value, label: t(`admin.roles.${value}`) }))}
        value={form.watch('role')}
        onChange={(role) => form.setValue('role', role, { shouldDirty: true })}
      />
      <FormError>{error && messageOf(error, t('ui.error'))}</FormError>
      {/* Visible while the fields are, and primary once there are changes to save: otherwise an open appeal has the
          primary button. */}
      <div className="sticky bottom-0 z-1 -mx-6 grid bg-surface px-6 py-3">
        <Button type="submit" variant={isDirty || !user ? 'primary' : 'quiet'} loading={isPending}>
          {t(user ? 'admin.save' : 'admin.create')}
        </Button>
      </div>
    </form>
  );
}

interface FieldProps {
  form: UseFormReturn<Fields>;
  isNew: boolean;
}

/** A new account without a name has that of its address. */
function NameField({ form: { register, formState }, isNew }: FieldProps) {
  const { t } = useTexts('admin');
  return (
    <Input
      {...register('name', { validate: (name) => isNew || name.trim() !== '' || t('admin.nameMissing') })}
      limit={nameMax}
      autoComplete="off"
      label={t('admin.name')}
      error={formState.errors.name?.message}
    />
  );
}

function PasswordField({ form: { register, formState }, isNew }: FieldProps) {
  const { t } = useTexts('admin');
  return (
    <Input
      {...register('password', {
        validate: (typed) =>
          (!isNew && typed === '') || typed.length >= passwordMin || t('admin.passwordShort', { min: passwordMin }),
      })}
      type="password"
      autoComplete="new-password"
      cutAt={passwordMax}
      label={t('account.password')}
      hint={t(isNew ? 'admin.passwordTold' : 'admin.passwordKept')}
      error={formState.errors.password?.message}
    />
  );
}
