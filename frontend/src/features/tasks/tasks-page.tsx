import { taskStatuses } from '@limits/identity';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Circle, CircleCheck, CircleDashed, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';
import { Board } from '../../ui/board/board.tsx';
import type { BoardCardEntry } from '../../ui/board/board-entries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { AddTask } from './add-task.tsx';
import { type Task, type TaskStatus, tasksQuery, useChangeBoard, useRestoreTask } from './api.ts';
import { columnOf } from './board.ts';
import { TaskContent } from './task-content.tsx';

const ICONS: Record<TaskStatus, ReactNode> = {
  todo: <Circle aria-hidden="true" className="text-fg-faint" />,
  in_progress: <CircleDashed aria-hidden="true" className="text-honey" />,
  done: <CircleCheck aria-hidden="true" className="text-moss" />,
};

const UNDO_MS = 8_000;

/** `/tools/tasks`: the viewer's tasks, as a board of three columns. */
export function TasksPage() {
  const { t } = useTexts('tools');
  const { data: tasks, error, refetch } = useQuery(tasksQuery);
  return (
    <Page title={t('tasks.heading')} lead={t('tasks.lead')}>
      {tasks ? (
        <TaskBoard tasks={tasks} />
      ) : error ? (
        <ErrorState error={error} fallback={t('tasks.loadFailed')} onRetry={() => void refetch()} />
      ) : (
        <BoardSkeleton />
      )}
    </Page>
  );
}

function TaskBoard({ tasks }: { tasks: Task[] }) {
  const { t } = useTexts('tools');
  const { mutate: change } = useChangeBoard();
  const client = useQueryClient();
  const cardOf = useCards();
  const cardIds = () => {
    const now = client.getQueryData(tasksQuery.queryKey) ?? [];
    return new Map(taskStatuses.map((status) => [status, columnOf(now, status).map(({ id }) => id)]));
  };
  return (
    <Board
      label={t('tasks.heading')}
      fallback={<BoardSkeleton />}
      columns={taskStatuses.map((status) => ({
        id: status,
        title: t(`tasks.status.${status}`),
        icon: ICONS[status],
        cards: columnOf(tasks, status).map(cardOf),
        empty: t(`tasks.${tasks.length === 0 ? 'teach' : 'empty'}.${status}`),
        start: status === 'todo' ? <AddTask /> : undefined,
      }))}
      cardIds={cardIds}
      onMove={(id, { column, index }) => change({ kind: 'move', id, status: column as TaskStatus, position: index })}
      moveToText={(column) => t('tasks.moveTo', { column })}
      movedText={(card) => t('tasks.moved', card)}
    />
  );
}

/** Returns the card of a task; the same object while the task and its editor stay the same. One may be in the editor. */
function useCards(): (task: Task) => BoardCardEntry {
  const { t } = useTexts('tools');
  const { mutate: change } = useChangeBoard();
  const { mutate: restore } = useRestoreTask();
  const [editing, setEditing] = useState<string | null>(null);

  const cardOf = useMemo(() => {
    function remove(task: Task): void {
      setEditing(null);
      change({ kind: 'remove', id: task.id });
      const removed = { task, idempotencyKey: newId() };
      toast(() => t('tasks.removed', { title: task.title }), {
        action: { label: () => t('tasks.undo'), run: () => restore(removed) },
        durationMs: UNDO_MS,
      });
    }
    const cards = { closed: new WeakMap<Task, BoardCardEntry>(), open: new WeakMap<Task, BoardCardEntry>() };
    const build = (task: Task, isOpen: boolean): BoardCardEntry => ({
      id: task.id,
      name: task.title,
      content: (
        <TaskContent
          task={task}
          editing={isOpen}
          onEdit={(open) => setEditing(open ? task.id : null)}
          onDone={(done) => change({ kind: 'done', id: task.id, done })}
          onRemove={() => remove(task)}
        />
      ),
      actions: [
        { label: t('tasks.edit'), icon: <Pencil />, run: () => setEditing(task.id) },
        { label: t('tasks.remove'), icon: <Trash2 />, danger: true, run: () => remove(task) },
      ],
    });
    return (task: Task, isOpen: boolean): BoardCardEntry => {
      const known = isOpen ? cards.open : cards.closed;
      const card = known.get(task) ?? build(task, isOpen);
      known.set(task, card);
      return card;
    };
  }, [t, change, restore]);
  return (task) => cardOf(task, editing === task.id);
}

function BoardSkeleton() {
  return (
    <Loading className="grid grid-cols-1 gap-5 lg:grid-cols-3">
      {taskStatuses.map((status, index) => (
        <div key={status} className={index === 0 ? 'grid gap-2.5' : 'hidden content-start gap-2.5 lg:grid'}>
          <Skeleton className="h-11 rounded-lg" />
          <Skeleton className="h-20 rounded-md" />
          {index < 2 && <Skeleton className="h-16 rounded-md" />}
        </div>
      ))}
    </Loading>
  );
}
