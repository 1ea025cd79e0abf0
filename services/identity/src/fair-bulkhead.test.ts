import { expect, test } from '@jest/globals';
import { FairBulkhead } from './fair-bulkhead.ts';

/** Work that lasts until `end` is called. */
function pendingWork() {
  let end = () => {};
  const work = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => work, end };
}

test('tasks run up to the limit, others wait in order, and a full queue rejects new ones as unavailable', async () => {
  const bulkhead = new FairBulkhead(2, 2);
  const done: string[] = [];
  const [a, b] = [pendingWork(), pendingWork()];
  const tasks = [bulkhead.execute(a.work), bulkhead.execute(b.work)];
  tasks.push(bulkhead.execute(async () => void done.push('third')));
  tasks.push(bulkhead.execute(async () => void done.push('fourth')));
  await expect(bulkhead.execute(async () => void done.push('fifth'))).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfter: 2,
  });
  expect(done).toEqual([]);
  a.end();
  b.end();
  await Promise.all(tasks);
  expect(done).toEqual(['third', 'fourth']);
});

test('a client that fills the queue loses a slot to any other client', async () => {
  const bulkhead = new FairBulkhead(1, 4);
  const done: string[] = [];
  const running = pendingWork();
  const first = bulkhead.execute(running.work, 'flood');
  const flood = Array.from({ length: 4 }, (_, index) =>
    bulkhead.execute(async () => void done.push(`flood ${index}`), 'flood').catch(({ code }) => done.push(code)),
  );
  const others = ['ana', 'beto'].map((name) => bulkhead.execute(async () => void done.push(name), name));
  await expect(bulkhead.execute(async () => undefined, 'flood')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(bulkhead.execute(async () => undefined, 'ana')).rejects.toMatchObject({ code: 'unavailable' });
  running.end();
  await Promise.all([first, ...flood, ...others]);
  expect(done).toEqual(['unavailable', 'unavailable', 'ana', 'beto', 'flood 0', 'flood 1']);
});

test('clients take turns: a task does not wait for all queued tasks of another client', async () => {
  const bulkhead = new FairBulkhead(1, 20);
  const done: string[] = [];
  const running = pendingWork();
  const enter = (name: string, count: number) =>
    Array.from({ length: count }, () => bulkhead.execute(async () => void done.push(name), name));
  const tasks = [bulkhead.execute(running.work, 'many'), ...enter('many', 4), ...enter('ana', 2)];
  running.end();
  await Promise.all(tasks);
  expect(done).toEqual(['ana', 'many', 'ana', 'many', 'many', 'many']);
});

test('a stream of new clients delays a client that had its turn by a bounded number of tasks', async () => {
  const [capacity, queueCapacity] = [1, 4];
  const bulkhead = new FairBulkhead(capacity, queueCapacity);
  await bulkhead.execute(async () => undefined, 'ana');
  const started: string[] = [];
  const isFull = pendingWork();
  const tasks = [bulkhead.execute(isFull.work, 'first')];
  // Each task of a stranger brings the next stranger while it runs, so that one is always queued.
  const enter = (index: number): Promise<void> =>
    bulkhead.execute(async () => {
      started.push(`stranger ${index}`);
      if (index < 20) tasks.push(enter(index + 1));
    }, `stranger ${index}`);
  const ana = bulkhead.execute(async () => void started.push('ana'), 'ana');
  tasks.push(ana, enter(1));
  isFull.end();
  await ana;
  const before = started.indexOf('ana');
  while (started.length < 21) await Promise.all(tasks);
  expect(before).toBeLessThanOrEqual(capacity + queueCapacity);
});

test('a failed task frees its slot', async () => {
  const bulkhead = new FairBulkhead(1, 0);
  await expect(bulkhead.execute(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(bulkhead.execute(async () => 'in')).resolves.toBe('in');
});
