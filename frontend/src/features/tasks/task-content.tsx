import { Trash2 } from 'lucide-react';
import { closeWhenSaved } from '../../lib/close-when-saved.ts';
import { ApiError, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { useFocusOnSwap } from '../../ui/focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Task, useEditTask } from './api.ts';
import { TaskForm } from './task-form.tsx';

interface TaskContentProps {
  task: Task;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  onDone: (done: boolean) => void;
  onRemove: () => void;
}

/** A card of the board: its checkbox and text, and the form that edits them in place. */
export function TaskContent({ task, editing, onEdit, onDone, onRemove }: TaskContentProps) {
  const { t } = useTexts('tools');
  const edit = useEditTask(task.id);
  const report = (error: Error) => void toast(() => messageOf(error, t('tasks.notSaved')), { tone: 'bad' });
  const part = useFocusOnSwap<HTMLDivElement>(editing);
  if (editing)
    return (
      <TaskForm
        draftName={`task:${task.id}`}
        task={{ title: task.title, description: task.description }}
        onSave={(words, markSaved) => {
          const { onSuccess, onScreen } = closeWhenSaved(markSaved, () => onEdit(false));
          edit.mutate(words, {
            onSuccess,
            onScreen: {
              ...onScreen,
              // The card of a task that is gone disappears with its form.
              onError: (error) => error instanceof ApiError && error.status === 404 && report(error),
            },
            offScreen: { onError: report },
          });
        }}
        onDone={() => onEdit(false)}
        saving={edit.isPending}
        error={edit.error}
        aside={<IconButton label={t('tasks.remove')} icon={<Trash2 />} size="sm" onClick={onRemove} />}
      />
    );
  return (
    <div ref={part} className="flex items-start gap-3">
      <Checkbox
        label={t('tasks.markDone', { title: task.title })}
        labelHidden
        checked={task.done}
        onChange={({ target }) => onDone(target.checked)}
      />
      <button
        type="button"
        onClick={() => onEdit(true)}
        className="focus-ring -my-1 grid min-w-0 grow gap-0.5 rounded-sm py-1 text-left"
      >
        <span className={cx('wrap-anywhere text-small', task.done && 'text-fg-muted line-through decoration-fg-faint')}>
          {task.title}
        </span>
        {task.description && (
          <span className="line-clamp-4 whitespace-pre-line wrap-anywhere text-caption text-fg-muted">
            {task.description}
          </span>
        )}
        <span className="sr-only">{t('tasks.edit')}</span>
      </button>
    </div>
  );
}
