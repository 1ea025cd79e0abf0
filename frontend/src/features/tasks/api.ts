import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useMutation } from '../../lib/mutation.ts';
import { type OptimisticTarget, updateOptimistically } from '../../lib/optimistic.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toast } from '../../ui/toast.tsx';
import { changeTask, moveTask, removeTask, withFormer } from './board.ts';

export type Task = Schema<'Task'>;
export type TaskStatus = Schema<'TaskStatus'>;

/** The viewer's board. Fetched again on window focus and on reconnecting: another tab may have changed it. */
export const tasksQuery = queryOptions({
  queryKey: queryKeys.tasks,
  queryFn: async ({ signal }) => (await http.get('/tasks', { signal })).tasks,
  structuralSharing: (before, now) => withFormer(before as Task[] | undefined, now as Task[]),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
});

/** A deleted task that may be restored. */
export interface RemovedTask {
  task: Task;
  /** Restores it once, however often a person tries. */
  idempotencyKey: string;
}

export interface TaskText {
  title: string;
  description: string;
}

/** Changes shown at once. */
type ImmediateChange =
  | { kind: 'move'; id: string; status: TaskStatus; position: number }
  | { kind: 'done'; id: string; done: boolean }
  | { kind: 'remove'; id: string };

/** Changes shown after the server's response. */
type ConfirmedChange =
  | { kind: 'add'; words: TaskText }
  | { kind: 'edit'; id: string; words: TaskText }
  | ({ kind: 'restore' } & RemovedTask);

type BoardChange = ImmediateChange | ConfirmedChange;
type Step = (tasks: readonly Task[]) => Task[];

/** The mutation key of all changes of the board. */
const mutationKey = ['tasks'];

/** Changes the board at once. */
export function useChangeBoard() {
  const { t } = useTexts('tools');
  return useBoard((change: ImmediateChange) => change, {
    parallel: true,
    onError: (error) => toast(() => messageOf(error, t('tasks.notSaved')), { tone: 'bad' }),
  });
}

/** Adds a task at the end of the first column. */
export const useAddTask = () => useBoard((words: TaskText) => ({ kind: 'add', words }));

/** Changes title and description. */
export const useEditTask = (id: string) => useBoard((words: TaskText) => ({ kind: 'edit', id, words }));

/** Restores a deleted task to its former position. */
export function useRestoreTask() {
  const { t } = useTexts('tools');
  return useBoard((removed: RemovedTask) => ({ kind: 'restore', ...removed }), {
    parallel: ({ task }) => task.id,
    onError: (error) => toast(() => messageOf(error, t('tasks.notRestored')), { tone: 'bad' }),
  });
}

interface BoardOptions<Input> {
  parallel?: true | ((input: Input) => unknown);
  onError?: (error: Error) => void;
}

/**
 * Changes are sent one after the other, and a failed one is rolled back. Changes from elsewhere are fetched after the
 * last one.
 */
function useBoard<Input>(changeOf: (input: Input) => BoardChange, options: BoardOptions<Input> = {}) {
  const client = useQueryClient();
  const { queryKey } = tasksQuery;
  // Undefined while the board is loading.
  const board: OptimisticTarget<Task[] | undefined, BoardChange> = {
    key: queryKey,
    shownBy: [queryKey],
    read: () => client.getQueryData(queryKey),
    write: (tasks) => void client.setQueryData(queryKey, tasks),
    next: (tasks, change) => tasks && shown(change)(tasks),
    // Only the last of several moves of a card is sent, as by a key held down.
    isReplacedBy: (change, next) => change.kind === 'move' && next.kind === 'move' && change.id === next.id,
    send: async (change, tasks) => {
      const answered = await send(change);
      return tasks && answered(tasks);
    },
  };
  return useMutation({
    mutationKey,
    mutationFn: (input: Input) => updateOptimistically(client, board, changeOf(input)),
    ...options,
    onSettled: () => readAgain(client),
  });
}

/** A fetch in between would discard the optimistic state of pending changes. */
async function readAgain(client: QueryClient): Promise<void> {
  if (client.isMutating({ mutationKey }) <= 1) await client.invalidateQueries({ queryKey: queryKeys.tasks });
}

function shown(change: BoardChange): Step {
  if (change.kind === 'remove') return (tasks) => removeTask(tasks, change.id);
  if (change.kind === 'move') return (tasks) => moveTask(tasks, change.id, change);
  if (change.kind !== 'done') return (tasks) => [...tasks];
  const status = change.done ? 'done' : 'todo';
  return (tasks) => moveTask(tasks, change.id, { status, position: tasks.length });
}

/** Sends a change, and returns the step that applies its response to the board. */
async function send(change: BoardChange): Promise<Step> {
  if (change.kind === 'add') {
    const { task } = await http.post('/tasks', { body: { ...change.words, status: 'todo' } });
    return (tasks) => [...tasks, task];
  }
  if (change.kind === 'edit') {
    const { task } = await http.put('/tasks/{id}', { path: { id: change.id }, body: change.words });
    return (tasks) => changeTask(tasks, task.id, () => task);
  }
  if (change.kind === 'restore') return restore(change);
  const { id } = change;
  if (change.kind === 'remove') await http.delete('/tasks/{id}', { path: { id } });
  else if (change.kind === 'done') await http.put('/tasks/{id}', { path: { id }, body: { done: change.done } });
  else await http.post('/tasks/reorder', { body: { id, status: change.status, position: change.position } });
  return shown(change);
}

async function restore({ task: removed, idempotencyKey }: RemovedTask): Promise<Step> {
  const { title, description, status, position } = removed;
  const { task } = await http.post('/tasks', { body: { title, description, status, position }, idempotencyKey });
  return (tasks) => moveTask([...tasks, task], task.id, task);
}
