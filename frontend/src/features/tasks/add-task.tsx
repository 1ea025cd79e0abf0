import { taskTitleMax } from '@limits/identity';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useForm } from '../../lib/use-form.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAddTask } from './api.ts';

/** A field that adds one task after another; a description is edited on the card. */
export function AddTask() {
  const { t } = useTexts('tools');
  const add = useAddTask();
  const [missing, setMissing] = useState(false);
  const { register, handleSubmit, reset, setFocus } = useForm<{ title: string }>({ defaultValues: { title: '' } });
  const submit = handleSubmit(({ title }) => {
    setMissing(title.trim() === '');
    if (title.trim() === '') return;
    add.mutate(
      { title: title.trim(), description: '' },
      {
        onScreen: {
          onSuccess: () => {
            reset();
            setFocus('title');
          },
        },
        offScreen: { onError: (error) => toast(messageOf(error, t('tasks.notSaved')), { tone: 'bad' }) },
      },
    );
  });
  const problem = add.error ? messageOf(add.error, t('tasks.notSaved')) : missing && t('tasks.titleMissing');

  return (
    <form onSubmit={submit}>
      <Input
        {...register('title', { onChange: () => setMissing(false) })}
        label={t('tasks.new')}
        labelHidden
        placeholder={t('tasks.new')}
        limit={taskTitleMax}
        autoComplete="off"
        enterKeyHint="done"
        readOnly={add.isPending}
        error={problem || undefined}
        end={<IconButton type="submit" size="sm" label={t('tasks.add')} tip="none" icon={<Plus />} />}
      />
    </form>
  );
}
