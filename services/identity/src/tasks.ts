import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import type { NewTask, TaskChange, TaskMove } from '../api/tasks.ts';
import { tasksMax } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import type { IdentityTx } from './store/store.ts';
import type { BoardPosition, Task } from './store/tasks.ts';

type TaskDeps = Pick<Deps, 'ctx' | 'store'>;

/** Adds a task at its position, by default the end of its column; throws 403 `task_limit` when the board is full. */
export async function addTask({ ctx, store }: TaskDeps, actor: Actor, task: NewTask): Promise<Task> {
  return changeBoard(store, actor, async (tx) => {
    if ((await tx.tasks.count(actor.id)) >= tasksMax) throw errors.fail('task_limit');
    const end = await tx.tasks.count(actor.id, task.status);
    const position = Math.min(task.position ?? end, end);
    await tx.tasks.openGap(actor.id, { status: task.status, position });
    return tx.tasks.add({ ...task, id: ctx.newId(), userId: actor.id, position, createdAt: ctx.clock.now() });
  });
}

/** Changes a task, and moves it when `done` changes; throws 404 when it is not the actor's. */
export async function changeTask(
  { store }: Pick<Deps, 'store'>,
  actor: Actor,
  id: string,
  { done, ...words }: TaskChange,
): Promise<Task> {
  return changeBoard(store, actor, async (tx) => {
    const task = await findTask(tx, actor, id);
    const changed = Object.keys(words).length > 0 ? await tx.tasks.set(id, words) : task;
    if (done === undefined || done === (task.status === 'done')) return changed;
    return moveTo(tx, changed, { status: done ? 'done' : 'todo', position: tasksMax });
  });
}

/** Moves a task to a position of a column and closes the gap; throws 404 when it is not the actor's. */
export async function moveTask({ store }: Pick<Deps, 'store'>, actor: Actor, { id, ...to }: TaskMove): Promise<Task> {
  return changeBoard(store, actor, async (tx) => moveTo(tx, await findTask(tx, actor, id), to));
}

/** Throws 404 when the task is not the actor's. */
export async function removeTask({ store }: Pick<Deps, 'store'>, actor: Actor, id: string): Promise<void> {
  await changeBoard(store, actor, async (tx) => {
    const task = await findTask(tx, actor, id);
    await tx.tasks.remove(id);
    await tx.tasks.closeGap(actor.id, task);
  });
}

/** Serialises the changes of one board, so that positions stay without gaps and the limit holds. */
function changeBoard<T>(store: Deps['store'], actor: Actor, change: (tx: IdentityTx) => Promise<T>): Promise<T> {
  return store.transaction(async (tx) => {
    if (!(await tx.tasks.lockBoard(actor.id))) throw fail('unauthenticated');
    return change(tx);
  });
}

async function findTask(tx: IdentityTx, actor: Actor, id: string): Promise<Task> {
  const task = await tx.tasks.find(actor.id, id);
  if (!task) throw fail('not_found');
  return task;
}

/** Requires a locked board. A position beyond the end means the end. */
async function moveTo({ tasks }: IdentityTx, task: Task, to: BoardPosition): Promise<Task> {
  const others = (await tasks.count(task.userId, to.status)) - (to.status === task.status ? 1 : 0);
  const position = Math.min(to.position, others);
  if (to.status === task.status && position === task.position) return task;
  await tasks.closeGap(task.userId, task);
  await tasks.openGap(task.userId, { status: to.status, position });
  return tasks.set(task.id, { status: to.status, position });
}
