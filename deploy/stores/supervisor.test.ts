import { expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { Supervisor, startWithRetry } from './supervisor.ts';

function supervise(pausesMs: readonly number[]) {
  const said: string[] = [];
  const givenUp: string[] = [];
  const news = { say: (line: string) => said.push(line), giveUp: (line: string) => givenUp.push(line), pausesMs };
  return { supervisor: new Supervisor(news), said, givenUp };
}

test('what died is started again, and one line says so', async () => {
  const { supervisor, said, givenUp } = supervise([1]);
  let starts = 0;
  supervisor.restart('content', 'was ended by SIGKILL', async () => {
    starts += 1;
  });
  await until(async () => starts === 1, 'it is started');
  await supervisor.stop();
  expect(said).toEqual(['content was ended by SIGKILL; it is started again.']);
  expect(givenUp).toEqual([]);
});

test('what fails five times in a short time is given up on, with a sentence that says how it ended', async () => {
  const { supervisor, said, givenUp } = supervise([1]);
  let starts = 0;
  supervisor.restart('postgres', 'ended with code 1', async () => {
    starts += 1;
    throw new Error(`postgres did not start:\nFATAL: attempt ${starts}`);
  });
  await until(async () => givenUp.length > 0, 'it is given up on');
  expect(starts).toBe(4);
  expect(said).toHaveLength(4);
  expect(givenUp).toEqual([
    'postgres failed 5 times within 2 minutes and is not started again; the last time it could not be started (FATAL: attempt 4).',
  ]);
  await supervisor.stop();
});

test('deaths count together, also when each new start went well', async () => {
  const { supervisor, givenUp } = supervise([1]);
  const crashOnceMore = async (): Promise<void> => {
    queueMicrotask(() => supervisor.restart('gateway', 'ended with code 1', crashOnceMore));
  };
  await crashOnceMore();
  await until(async () => givenUp.length > 0, 'it is given up on');
  await supervisor.stop();
});

test('an end asked for during a pause or a start waits for neither, and nothing is started afterwards', async () => {
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

test('a full disk is no reason to give up', async () => {
  const { supervisor, said, givenUp } = supervise([1]);
  supervisor.restart('mongodb', 'ended with code 1 (No space left on device)', async () => undefined);
  for (let death = 0; death < 10; death += 1)
    supervisor.restart('mongodb', 'ended with code 1 (No space left on device)', async () => undefined);
  await supervisor.stop();
  expect(givenUp).toEqual([]);
  expect(said).toEqual(['mongodb ended with code 1 (No space left on device); it is started again.']);
});

test('a first start that fails is tried again, unless it would end the same way', async () => {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  let attempts = 0;
  const second = await startWithRetry(
    'nats',
    async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('too busy');
      return attempts;
    },
    { say, isFinal: () => false },
  );
  expect(second).toBe(2);
  expect(said).toEqual(['nats could not be started (too busy); it is tried again.']);
  const refused = startWithRetry('nats', () => Promise.reject(new Error('no such program')), {
    say,
    isFinal: () => true,
  });
  await expect(refused).rejects.toThrow('no such program');
  expect(said).toHaveLength(1);
});
