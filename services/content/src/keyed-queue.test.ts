import { expect, test } from '@jest/globals';
import { visitorActor } from '@tribus/kit/core/actor.ts';
import { type RequestContext, runInContext } from '@tribus/kit/core/request-context.ts';
import { KeyedQueue, openReactionQueue, openReportQueue, reactionsAtOnce, reportsAtOnce } from './keyed-queue.ts';

const requestUntil = (deadline: number): RequestContext => ({ requestId: 'r', actor: visitorActor(), deadline });
const codeOf = (result: Promise<unknown>): Promise<string> =>
  result.then(
    () => 'done',
    (error) => error.code,
  );

test('a reaction whose deadline passes while it waits is not executed, and those behind it are', async () => {
  const waiting = new Map();
  const queue = new KeyedQueue(reactionsAtOnce, 'too_many_requests', waiting);
  const { promise: slowLock, resolve: release } = Promise.withResolvers<void>();
  const executed: string[] = [];
  const tap = (name: string, context: RequestContext, until = Promise.resolve()) =>
    codeOf(
      runInContext(context, () =>
        queue.take('ana post', async () => {
          await until;
          executed.push(name);
        }),
      ),
    );
  const late = requestUntil(Number.POSITIVE_INFINITY);
  const results = [
    tap('first', requestUntil(Number.POSITIVE_INFINITY), slowLock),
    tap('late', late),
    tap('last', requestUntil(Number.POSITIVE_INFINITY)),
  ];
  late.deadline = Date.now() - 1;
  release();
  expect(await Promise.all(results)).toEqual(['done', 'timeout', 'done']);
  expect(executed).toEqual(['first', 'last']);
  expect(waiting.size).toBe(0);
});

test('a user’s concurrent reactions to one target are limited, and later ones are accepted once these have ended', async () => {
  const waiting = new Map();
  const queue = new KeyedQueue(reactionsAtOnce, 'too_many_requests', waiting);
  const { promise: slowLock, resolve: release } = Promise.withResolvers<void>();
  const fails = async () => {
    await slowLock;
    throw new Error('refused by the test');
  };
  const taps = Array.from({ length: reactionsAtOnce }, () => codeOf(queue.take('ana post', fails)));
  expect(await codeOf(queue.take('ana post', fails))).toBe('too_many_requests');
  expect(await codeOf(queue.take('ana other post', async () => undefined))).toBe('done');
  release();
  await Promise.all(taps);
  expect(await codeOf(queue.take('ana post', async () => undefined))).toBe('done');
  expect(waiting.size).toBe(0);
});

test('during an outage the reactions that wait fail with the first, and a later one is tried', async () => {
  const queue = openReactionQueue();
  const { promise: response, reject: giveUp } = Promise.withResolvers<void>();
  const tried: string[] = [];
  const tap = (name: string) =>
    queue.take('ana post', async () => {
      tried.push(name);
      if (name === 'first') await response;
    });
  const results = ['first', 'second', 'third'].map((name) => codeOf(tap(name)));
  giveUp(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' }));
  expect(await Promise.all(results)).toEqual(['ETIMEDOUT', 'ETIMEDOUT', 'ETIMEDOUT']);
  expect(tried).toEqual(['first']);
  expect(await codeOf(tap('later'))).toBe('done');
});

test('an object has a bounded number of reports at once; a later one is refused as temporarily unavailable', async () => {
  const queue = openReportQueue();
  const { promise: slowLock, resolve: release } = Promise.withResolvers<void>();
  const reports = Array.from({ length: reportsAtOnce }, () => codeOf(queue.take('post 1', () => slowLock)));
  expect(await codeOf(queue.take('post 1', async () => undefined))).toBe('unavailable');
  expect(await codeOf(queue.take('post 2', async () => undefined))).toBe('done');
  release();
  expect(await Promise.all(reports)).toEqual(Array(reportsAtOnce).fill('done'));
});
