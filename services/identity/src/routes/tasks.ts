import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { NewTask, TaskAnswer, TaskChange, TaskMove, Tasks } from '../../api/tasks.ts';
import { IdParams } from '../../api.ts';
import type { Deps } from '../deps.ts';
import { presentTask } from '../present.ts';
import { addTask, changeTask, moveTask, removeTask } from '../tasks.ts';

export function taskRoutes(routes: Routes, deps: Deps): void {
  routes.get(
    '/tasks',
    { guards: [signedIn], operationId: 'listTasks', summary: "The user's tasks", answer: Tasks },
    async ({ actor }) => ({
      tasks: (await deps.store.tasks.ofUser(actor.id)).map(presentTask),
    }),
  );

  routes.post(
    '/tasks',
    {
      guards: [signedIn],
      operationId: 'addTask',
      summary: 'Add a task',
      body: NewTask,
      answer: TaskAnswer,
      status: 201,
      whileSilenced: true,
      errors: [403],
    },
    async ({ actor, body }) => ({ task: presentTask(await addTask(deps, actor, body)) }),
  );

  routes.post(
    '/tasks/reorder',
    {
      guards: [signedIn],
      operationId: 'moveTask',
      summary: 'Move a task',
      body: TaskMove,
      answer: TaskAnswer,
      whileSilenced: true,
      errors: [404],
    },
    async ({ actor, body }) => ({ task: presentTask(await moveTask(deps, actor, body)) }),
  );

  taskChangeRoutes(routes, deps);
}

function taskChangeRoutes(routes: Routes, deps: Deps): void {
  routes.put(
    '/tasks/:id',
    {
      guards: [signedIn],
      operationId: 'changeTask',
      summary: 'Change a task',
      params: IdParams,
      body: TaskChange,
      answer: TaskAnswer,
      whileSilenced: true,
    },
    async ({ actor, params, body }) => ({ task: presentTask(await changeTask(deps, actor, params.id, body)) }),
  );

  routes.delete(
    '/tasks/:id',
    {
      guards: [signedIn],
      operationId: 'deleteTask',
      summary: 'Delete a task',
      params: IdParams,
      answer: Ok,
      whileSilenced: true,
    },
    async ({ actor, params }) => {
      await removeTask(deps, actor, params.id);
      return done;
    },
  );
}
