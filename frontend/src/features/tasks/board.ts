import { taskStatuses } from '@limits/identity';
import { replaceEqualDeep } from '@tanstack/react-query';
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
  const others = tasks.filter((each) => each.id !== id);
  const moved = { ...task, status, done: status === 'done' };
  return taskStatuses.flatMap((each) => {
    const column = columnOf(others, each);
    return numbered(each === status ? column.toSpliced(position, 0, moved) : column);
  });
}

/** Returns the board without a task. */
export const removeTask = (tasks: readonly Task[], id: string): Task[] =>
  taskStatuses.flatMap((status) => numbered(columnOf(tasks, status).filter((task) => task.id !== id)));

/** Renumbers the tasks of a column; a task that keeps its position stays the same object. */
const numbered = (column: readonly Task[]): Task[] =>
  column.map((task, position) => (task.position === position ? task : { ...task, position }));

/** Returns new tasks with the objects of the former ones where they are equal, so that their cards are not rendered. */
export function withFormer(former: readonly Task[] | undefined, tasks: readonly Task[]): Task[] {
  const byId = new Map(former?.map((task) => [task.id, task]));
  return tasks.map((task) => replaceEqualDeep(byId.get(task.id), task));
}

export const changeTask = (tasks: readonly Task[], id: string, change: (task: Task) => Task): Task[] =>
  tasks.map((task) => (task.id === id ? change(task) : task));
