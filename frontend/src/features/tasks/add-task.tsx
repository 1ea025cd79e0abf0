import { taskTitleMax } from '@limits/identity';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTextDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useTextDraftForm } from '../../lib/use-draft-form.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAddTask } from './api.ts';

/** A field that adds one task after another; a description is edited on the card. An unsent title is a draft. */
export function AddTask() {
  const { t } = useTexts('tools');
  const add = useAddTask();
  const [missing, setMissing] = useState(false);
  const draft = useTextDraft('new-task');
  const [, changeDraft] = draft;
  const { register, handleSubmit, setFocus } = useTextDraftForm(draft);
  const submit = handleSubmit(({ text }) => {
    const title = text.trim();
    setMissing(title === '');
    if (title === '') return;
    add.mutate(
      { title, description: '' },
      {
        onSuccess: () => changeDraft((before) => (before === text ? '' : before)),
        onScreen: { onSuccess: () => setFocus('text') },
        offScreen: { onError: (error) => toast(() => messageOf(error, t('tasks.notSaved')), { tone: 'bad' }) },
      },
    );
  });
  const problem = add.error ? messageOf(add.error, t('tasks.notSaved')) : missing && t('tasks.titleMissing');

  return (
    <form onSubmit={submit}>
      <Input
        {...register('text', { onChange: () => setMissing(false) })}
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
