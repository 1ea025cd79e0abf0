import { Time } from '@tribus/kit/http/schemas.ts';
import { line, lines } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { taskDescriptionMax, taskStatuses, taskTitleMax } from '../limits.ts';

/** The task board (specification 1, sections 3, 4 and 7; decisions.md 2). */

export const TaskStatus = z.enum(taskStatuses).meta({ id: 'TaskStatus' });
export type TaskStatus = z.output<typeof TaskStatus>;

export const Task = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string().meta({ description: 'May be empty' }),
    status: TaskStatus,
    position: z.int().meta({ description: 'Index in its column, from 0 without gaps' }),
    done: z.boolean().meta({ description: 'True exactly when the status is `done`' }),
    createdAt: Time,
  })
  .meta({ id: 'Task' });
export type Task = z.output<typeof Task>;

/** GET tasks: by column, each in its order. */
export const Tasks = z.object({ tasks: z.array(Task) });
export type Tasks = z.output<typeof Tasks>;

export const TaskAnswer = z.object({ task: Task });
export type TaskAnswer = z.output<typeof TaskAnswer>;

const title = () => line().min(1).max(taskTitleMax);
const description = () => lines().trim().max(taskDescriptionMax);
const position = () => z.int().min(0).meta({ description: 'Beyond the end means the end' });

/** POST tasks: without a position, added at the end of its column. */
export const NewTask = z.object({
  title: title(),
  description: description().default(''),
  status: TaskStatus.default('todo'),
  position: position().optional(),
});
export type NewTask = z.output<typeof NewTask>;

/** PUT tasks/{id}: absent fields stay as they are. */
export const TaskChange = z.object({
  title: title().optional(),
  description: description().optional(),
  done: z
    .boolean()
    .optional()
    .meta({ description: 'Moves the task to the end of `done` or of `todo`; no move when unchanged' }),
});
export type TaskChange = z.output<typeof TaskChange>;

/** Body of POST tasks/reorder. */
export const TaskMove = z.object({
  id: z.uuid(),
  status: TaskStatus,
  position: position(),
});
export type TaskMove = z.output<typeof TaskMove>;
