import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '@tribus/community/testing/factories.ts';
import type { Task, TaskStatus } from '../api/tasks.ts';
import { type Bench, openBench, type SignedInUser } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const as = ({ actor }: SignedInUser) => bench.service.as(actor);
const board = async (user: SignedInUser): Promise<Task[]> => (await as(user).get('/tasks')).body.tasks;
const add = async (user: SignedInUser, title: string, more: object = {}): Promise<Task> => {
  const { status, body } = await as(user).post('/tasks', { title, ...more });
  expect(status).toBe(201);
  return body.task;
};
const move = (user: SignedInUser, { id }: Task, status: TaskStatus, position: number) =>
  as(user).post('/tasks/reorder', { id, status, position });

/** Returns the titles of each column in order, after checking that positions count from 0 without gaps. */
async function columns(user: SignedInUser): Promise<Record<TaskStatus, string>> {
  const tasks = await board(user);
  const column = (status: TaskStatus) => {
    const own = tasks.filter((task) => task.status === status);
    expect(own.map(({ position }) => position)).toEqual(own.map((_task, index) => index));
    expect(own.every(({ done }) => done === (status === 'done'))).toBe(true);
    return own.map(({ title }) => title).join(' ');
  };
  return { todo: column('todo'), in_progress: column('in_progress'), done: column('done') };
}

async function personWith(...titles: string[]): Promise<{ user: SignedInUser; tasks: Task[] }> {
  const user = await bench.register();
  const tasks: Task[] = [];
  for (const title of titles) tasks.push(await add(user, title));
  return { user, tasks };
}

const at = (tasks: Task[], index: number): Task => {
  const task = tasks[index];
  if (!task) throw new Error(`no task ${index}`);
  return task;
};

test('a new task is added at the end of its column, and only its owner sees it', async () => {
  const user = await bench.register();
  expect(await board(user)).toEqual([]);
  await add(user, 'Primera');
  const response = await as(user).post('/tasks', {
    title: ' Segunda ',
    description: 'Con\r\ndetalle',
    done: true,
  });
  expect([response.status, response.body.task]).toEqual([
    201,
    {
      id: expect.any(String),
      title: 'Segunda',
      description: 'Con\ndetalle',
      status: 'todo',
      position: 1,
      done: false,
      createdAt: expect.any(String),
    },
  ]);
  await add(user, 'Hecha', { status: 'done' });
  expect(await columns(user)).toEqual({ todo: 'Primera Segunda', in_progress: '', done: 'Hecha' });
  expect(await board(await bench.register())).toEqual([]);
});

test('a new task is added at a given position, which may be beyond the end, and the others make room', async () => {
  const { user } = await personWith('a', 'b');
  expect(await add(user, 'c', { position: 1 })).toMatchObject({ position: 1 });
  expect(await add(user, 'd', { position: 9 })).toMatchObject({ position: 3 });
  expect(await add(user, 'e', { status: 'done', position: 0 })).toMatchObject({ position: 0, done: true });
  expect(await columns(user)).toEqual({ todo: 'a c b d', in_progress: '', done: 'e' });
  const responses = [-1, 0.5, '0'].map((position) => as(user).post('/tasks', { title: 'f', position }));
  for (const { status, body } of await Promise.all(responses))
    expect([status, body.details?.[0]?.path]).toEqual([400, 'position']);
  expect(await columns(user)).toMatchObject({ todo: 'a c b d' });
});

test('a task needs a title, and long or non-text values are rejected with an error for the field', async () => {
  const { user, tasks } = await personWith('Una');
  for (const change of [
    { title: '' },
    { title: ' \u200b ' },
    { title: 'x'.repeat(201) },
    { title: 'Una\nDos' },
    { title: { $gt: '' } },
    { title: 'Una', description: 'x'.repeat(2_001) },
    { title: 'Una', status: 'later' },
  ]) {
    const { status, body } = await as(user).post('/tasks', change);
    const [field] = Object.keys(change).slice(-1);
    expect([status, body.details?.[0]?.path]).toEqual([400, field]);
  }
  expect((await as(user).put(`/tasks/${at(tasks, 0).id}`, { title: '' })).status).toBe(400);
  expect(await columns(user)).toMatchObject({ todo: 'Una' });
});

test('a done task moves to the end of done, a reopened one to the end of to-do, and edits keep the position', async () => {
  const { user, tasks } = await personWith('a', 'b', 'c');
  const put = async (task: Task, body: object): Promise<Task> =>
    (await as(user).put(`/tasks/${task.id}`, body)).body.task;
  await put(at(tasks, 1), { done: true });
  expect(await put(at(tasks, 0), { done: true })).toMatchObject({ status: 'done', position: 1, done: true });
  expect(await columns(user)).toEqual({ todo: 'c', in_progress: '', done: 'b a' });
  await put(at(tasks, 1), { done: true });
  expect(await columns(user)).toEqual({ todo: 'c', in_progress: '', done: 'b a' });
  await put(at(tasks, 1), { done: false, title: 'B', description: 'otra vez', status: 'in_progress', position: 0 });
  expect(await columns(user)).toEqual({ todo: 'c B', in_progress: '', done: 'a' });
  await move(user, at(tasks, 2), 'in_progress', 0);
  await put(at(tasks, 2), { done: false });
  expect(await columns(user)).toEqual({ todo: 'B', in_progress: 'c', done: 'a' });
});

test('a task moves to any position of any column, and the others close the gap', async () => {
  const { user, tasks } = await personWith('a', 'b', 'c', 'd');
  const moved = async (index: number, status: TaskStatus, position: number) => {
    expect((await move(user, at(tasks, index), status, position)).status).toBe(200);
    return columns(user);
  };
  expect(await moved(0, 'todo', 2)).toMatchObject({ todo: 'b c a d' });
  expect(await moved(3, 'todo', 0)).toMatchObject({ todo: 'd b c a' });
  expect(await moved(3, 'todo', 0)).toMatchObject({ todo: 'd b c a' });
  expect(await moved(1, 'todo', 4)).toMatchObject({ todo: 'd c a b' });
  expect(await moved(2, 'in_progress', 7)).toEqual({ todo: 'd a b', in_progress: 'c', done: '' });
  expect(await moved(1, 'in_progress', 0)).toEqual({ todo: 'd a', in_progress: 'b c', done: '' });
  expect((await move(user, at(tasks, 0), 'done', 0)).body.task).toMatchObject({
    status: 'done',
    done: true,
    position: 0,
  });
  for (const body of [
    { id: at(tasks, 0).id, status: 'done', position: -1 },
    { id: at(tasks, 0).id, status: 'done', position: 0.5 },
    { id: at(tasks, 0).id, status: 'gone', position: 0 },
    { id: 'nobody', status: 'done', position: 0 },
  ])
    expect((await as(user).post('/tasks/reorder', body)).status).toBe(400);
  expect((await as(user).delete(`/tasks/${at(tasks, 1).id}`)).status).toBe(200);
  expect(await columns(user)).toEqual({ todo: 'd', in_progress: 'c', done: 'a' });
});

test('tasks of other users are not found', async () => {
  const { user, tasks } = await personWith('mía');
  const outsider = await bench.register();
  const { id } = at(tasks, 0);
  const responses = await Promise.all([
    as(outsider).put(`/tasks/${id}`, { title: 'suya' }),
    as(outsider).delete(`/tasks/${id}`),
    move(outsider, at(tasks, 0), 'done', 0),
    as(outsider).put('/tasks/nobody', { title: 'suya' }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(await columns(user)).toMatchObject({ todo: 'mía' });
  for (const call of [bench.service.as().get('/tasks'), bench.service.as().post('/tasks', { title: 'x' })])
    expect((await call).status).toBe(401);
});

test('forty concurrent changes from two tabs leave every task once and no gaps', async () => {
  const { user, tasks } = await personWith('a', 'b', 'c', 'd', 'e', 'f');
  const statuses = ['todo', 'in_progress', 'done'] as const;
  const changes = Array.from({ length: 40 }, (_each, index) => {
    const task = at(tasks, (index * 5) % 6);
    if (index % 8 === 7) return as(user).put(`/tasks/${task.id}`, { done: index % 16 === 7 });
    if (index % 10 === 9) return as(user).post('/tasks', { title: `nueva${index}` });
    return move(user, task, statuses[index % 3] ?? 'todo', (index * 7) % 5);
  });
  for (const { status } of await Promise.all(changes)) expect(status).toBeLessThan(300);
  const { todo, in_progress: inProgress, done } = await columns(user);
  const titles = `${todo} ${inProgress} ${done}`.split(' ').filter(Boolean);
  const added = titles.filter((title) => title.startsWith('nueva'));
  expect(titles.filter((title) => !added.includes(title)).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(new Set(added).size).toBe(added.length);
});

test('a board has at most 500 tasks, also with concurrent requests', async () => {
  const user = await bench.register();
  for (let begun = 0; begun < 495; begun += 11)
    await Promise.all(Array.from({ length: 11 }, (_each, index) => add(user, `t${begun + index}`)));
  const responses = await Promise.all(Array.from({ length: 20 }, () => as(user).post('/tasks', { title: 'una más' })));
  const refused = responses.filter(({ status }) => status === 403);
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(15).fill('task_limit'));
  const tasks = await board(user);
  expect(tasks).toHaveLength(500);
  await as(user).delete(`/tasks/${at(tasks, 3).id}`);
  expect((await as(user).post('/tasks', { title: 'cabe' })).status).toBe(201);
});

test('a task sent twice with one idempotency key is one task', async () => {
  const user = await bench.register();
  const headers = { 'idempotency-key': unique('key') };
  const send = () => as(user).post('/tasks', { title: 'una vez' }, headers);
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  expect(await columns(user)).toMatchObject({ todo: 'una vez' });
});
