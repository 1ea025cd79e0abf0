import { taskDescriptionMax, taskTitleMax } from '@limits/identity';
import type { ReactNode } from 'react';
import { DraftNote } from '../../lib/draft-note.tsx';
import { useFormDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useDraftForm } from '../../lib/use-draft-form.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import type { TaskText } from './api.ts';

interface TaskFormProps {
  /** The name of its draft. */
  draftName: string;
  task: TaskText;
  /** `markSaved` must be called once it is saved; it returns whether nothing was typed since. */
  onSave: (words: TaskText, markSaved: () => boolean) => void;
  onDone: () => void;
  saving: boolean;
  error: unknown;
  /** Beside cancel and save. */
  aside?: ReactNode;
}

/** Title and description of a task, in place on the board. Enter in the title saves, Escape leaves it as a draft. */
export function TaskForm({ draftName, task, onSave, onDone, saving, error, aside }: TaskFormProps) {
  const { t } = useTexts('tools');
  const draft = useFormDraft(draftName, task);
  const { register, handleSubmit, formState } = useDraftForm(draft.draft);
  const submit = handleSubmit(({ title, description }) => {
    const words = { title: title.trim(), description: description.trim() };
    onSave(words, () => draft.markSaved(words));
  });
  const problem = formState.errors.title?.message ?? (error ? messageOf(error, t('tasks.notSaved')) : undefined);

  const cancel = () => {
    draft.discard();
    onDone();
  };
  return (
    <form onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && onDone()} className="grid grid-cols-1 gap-2.5">
      <DraftNote of={draft} />
      <Input
        {...register('title', { validate: (title) => title.trim() !== '' || t('tasks.titleMissing') })}
        label={t('tasks.taskTitle')}
        labelHidden
        placeholder={t('tasks.taskTitle')}
        limit={taskTitleMax}
        autoComplete="off"
        enterKeyHint="done"
        error={problem}
        // The form opens on a press, so it takes the focus.
        autoFocus
      />
      <Textarea
        {...register('description')}
        label={t('tasks.description')}
        labelHidden
        placeholder={t('tasks.description')}
        limit={taskDescriptionMax}
        rows={2}
      />
      <div className="flex items-center justify-end gap-2">
        {aside && <span className="mr-auto">{aside}</span>}
        <Button size="sm" variant="ghost" onClick={cancel}>
          {t('ui.cancel')}
        </Button>
        <Button size="sm" variant="primary" type="submit" loading={saving}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}
