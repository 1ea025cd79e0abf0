import type { Schema } from '../../lib/contract.ts';

type Task = Schema<'Task'>;
type Slot = Pick<Task, 'status' | 'position'>;

/** Returns the tasks of a column in order. */
export const columnOf = (tasks: readonly Task[], status: Task['status']): Task[] =>
  tasks.filter((task) => task.status === status).sort((one, other) => one.position - other.position);

/** Returns the board with one task moved, as the server will return it. */
export function moveTask(tasks: readonly Task[], id: string, { status, position }: Slot): Task[] {
  const task = tasks.find((each) => each.id === id);
  if (!task) return [...tasks];
  const others = removeTask(tasks, id);
  const column = columnOf(others, status);
  const moved = { ...task, status, done: status === 'done' };
  const reordered = column.toSpliced(position, 0, moved).map((each, index) => ({ ...each, position: index }));
  return [...others.filter((each) => each.status !== status), ...reordered];
}

/** Returns the board without a task, its column renumbered. */
export function removeTask(tasks: readonly Task[], id: string): Task[] {
  const task = tasks.find((each) => each.id === id);
  if (!task) return [...tasks];
  return tasks.flatMap((each) => {
    if (each.id === id) return [];
    const isAfter = each.status === task.status && each.position > task.position;
    return [isAfter ? { ...each, position: each.position - 1 } : each];
  });
}

export const changeTask = (tasks: readonly Task[], id: string, change: (task: Task) => Task): Task[] =>
  tasks.map((task) => (task.id === id ? change(task) : task));
