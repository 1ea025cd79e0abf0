import { useNavigate } from 'react-router-dom';
import { useFormat, useTexts } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { toastFailure } from '../../../lib/toast-failure.ts';
import { useForm } from '../../../lib/use-form.ts';
import { FormError } from '../../../ui/form-error.tsx';
import { Input } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type Tribe, useDeleteTribe } from '../api.ts';
import { DangerButtons, DangerSection, isTyped } from './danger-section.tsx';
import { fieldError, otherError } from './refusals.ts';

/** Deletes a tribe once its name was typed. */
export function DeletionSection({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('members', 'tribe-settings');
  const format = useFormat();
  const { membersCount: count } = tribe;
  return (
    <DangerSection
      id="delete-tribe"
      title={t('tribes.delete')}
      text={t('tribeSettings.deleteText', { count, shown: format.number(count) })}
      open={t('tribeSettings.deleteOpen')}
    >
      {(close) => <DeletionForm tribe={tribe} onClose={close} />}
    </DangerSection>
  );
}

function DeletionForm({ tribe, onClose }: { tribe: Tribe; onClose: () => void }) {
  const { t } = useTexts('members', 'tribe-settings');
  const navigate = useNavigate();
  const remove = useDeleteTribe(tribe.id);
  const { name } = tribe;
  const { register, handleSubmit, formState } = useForm({ defaultValues: { typed: '' } });
  const submit = handleSubmit(({ typed }) =>
    remove.mutate(typed, {
      // The page unmounts with the tribe, and this with it.
      onSuccess: () => {
        void navigate(paths.tribes, { replace: true });
        toast(() => t('tribes.deleted', { name }), { tone: 'good' });
      },
      offScreen: { onError: toastFailure },
    }),
  );
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={submit}>
      <Input
        label={t('tribeSettings.typeName', { name })}
        autoComplete="off"
        error={formState.errors.typed?.message ?? fieldError(remove.error, 'typedName')}
        {...register('typed', { validate: (typed) => isTyped(typed, name) || t('tribeSettings.nameDiffers') })}
      />
      <FormError>{otherError(remove.error, ['typedName'], t('ui.error'))}</FormError>
      <DangerButtons confirm={t('tribes.delete')} busy={remove.isPending} onClose={onClose} />
    </form>
  );
}
