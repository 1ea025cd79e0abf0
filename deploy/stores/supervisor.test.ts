import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { Supervisor, startWithRetry } from './supervisor.ts';

function supervise(pausesMs: readonly number[]) {
  const logged: string[] = [];
  const givenUp: string[] = [];
  const options = { log: (line: string) => logged.push(line), giveUp: (line: string) => givenUp.push(line), pausesMs };
  return { supervisor: new Supervisor(options), logged, givenUp };
}

test('a process that exits is restarted, with one log line', async () => {
  const { supervisor, logged, givenUp } = supervise([1]);
  let starts = 0;
  supervisor.restart('content', 'was ended by SIGKILL', async () => {
    starts += 1;
  });
  await until(async () => starts === 1, 'it is started');
  await supervisor.stop();
  expect(logged).toEqual(['content was ended by SIGKILL; restarting']);
  expect(givenUp).toEqual([]);
});

test('a process that fails five times in a short time is given up, with its last failure', async () => {
  const { supervisor, logged, givenUp } = supervise([1]);
  let starts = 0;
  supervisor.restart('postgres', 'ended with code 1', async () => {
    starts += 1;
    throw new Error(`postgres did not start:\nFATAL: attempt ${starts}`);
  });
  await until(async () => givenUp.length > 0, 'it is given up on');
  expect(starts).toBe(4);
  expect(logged).toHaveLength(4);
  expect(givenUp).toEqual([
    'postgres failed 5 times within 2 minutes and is not restarted; last failure: not started (FATAL: attempt 4)',
  ]);
  await supervisor.stop();
});

test('exits count even when each restart succeeded', async () => {
  const { supervisor, givenUp } = supervise([1]);
  const crashOnceMore = async (): Promise<void> => {
    queueMicrotask(() => supervisor.restart('gateway', 'ended with code 1', crashOnceMore));
  };
  await crashOnceMore();
  await until(async () => givenUp.length > 0, 'it is given up on');
  await supervisor.stop();
});

test('a stop cancels a pause or a start, and nothing is started afterwards', async () => {
  const { supervisor } = supervise([60_000]);
  let starts = 0;
  supervisor.restart('nats', 'was ended by SIGKILL', async () => {
    starts += 1;
  });
  await supervisor.stop();
  expect(starts).toBe(0);

  const second = supervise([1]).supervisor;
  second.restart('nats', 'was ended by SIGKILL', async () => {
    starts += 1;
    await new Promise<void>((_resolve, reject) =>
      second.stopping.addEventListener('abort', () => reject(new Error('broken off'))),
    );
  });
  await until(async () => starts === 1, 'a start is under way');
  await second.stop();
  expect(starts).toBe(1);
});

test('a full disk never leads to giving up', async () => {
  const { supervisor, logged, givenUp } = supervise([1]);
  supervisor.restart('mongodb', 'ended with code 1 (No space left on device)', async () => undefined);
  for (let exit = 0; exit < 10; exit += 1)
    supervisor.restart('mongodb', 'ended with code 1 (No space left on device)', async () => undefined);
  await supervisor.stop();
  expect(givenUp).toEqual([]);
  expect(logged).toEqual(['mongodb ended with code 1 (No space left on device); restarting']);
});

test('a first start that fails is retried, unless the failure is final', async () => {
  const logged: string[] = [];
  const log = (line: string) => logged.push(line);
  let attempts = 0;
  const second = await startWithRetry(
    'nats',
    async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('too busy');
      return attempts;
    },
    { log, isFinal: () => false },
  );
  expect(second).toBe(2);
  expect(logged).toEqual(['nats not started (too busy); retrying']);
  const refused = startWithRetry('nats', () => Promise.reject(new Error('no such program')), {
    log,
    isFinal: () => true,
  });
  await expect(refused).rejects.toThrow('no such program');
  expect(logged).toHaveLength(1);
});
