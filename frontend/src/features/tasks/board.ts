import type { Schema } from '../../lib/contract.ts';

type Task = Schema<'Task'>;
type Place = Pick<Task, 'status' | 'position'>;

/** The tasks of a column in their order. */
export const columnOf = (tasks: readonly Task[], status: Task['status']): Task[] =>
  tasks.filter((task) => task.status === status).sort((one, other) => one.position - other.position);

/** The board with one task at another place, as the server will have it. */
export function moveTask(tasks: readonly Task[], id: string, { status, position }: Place): Task[] {
  const task = tasks.find((each) => each.id === id);
  if (!task) return [...tasks];
  const others = removeTask(tasks, id);
  const column = columnOf(others, status);
  const moved = { ...task, status, done: status === 'done' };
  const placed = column.toSpliced(position, 0, moved).map((each, index) => ({ ...each, position: index }));
  return [...others.filter((each) => each.status !== status), ...placed];
}

/** The board without a task, and without the gap. */
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
