import { afterAll, expect, test } from '@jest/globals';
import { closeAfterFile, closeLeftOpen } from './left-open.ts';
import { testContext } from './service.ts';

const closed: string[] = [];

// Runs after the hook that closes contexts, since hooks run in order of registration.
afterAll(() => expect(closed).toEqual(['closed by its test', 'left open']));

test('a context left open by a test is closed at the end of its file, and a closed one is not closed again', async () => {
  const left = testContext();
  left.onStop('loop', () => void closed.push('left open'));
  const other = testContext();
  other.onStop('loop', () => void closed.push('closed by its test'));
  await other.close();
  expect(closed).toEqual(['closed by its test']);
});

test('a file fails when something it left open cannot be closed, after all else is closed', async () => {
  const alsoClosed: string[] = [];
  closeAfterFile(async () => {
    throw new Error('the socket is broken');
  });
  const ctx = testContext();
  ctx.onStop('first', () => void alsoClosed.push('first'));
  ctx.onStop('second', () => Promise.reject(new Error('the file is missing')));
  ctx.onStop('third', () => void alsoClosed.push('third'));
  const failure: unknown = await closeLeftOpen().catch((error: unknown) => error);
  expect(failure).toMatchObject({
    errors: [{ message: 'the socket is broken' }, { errors: [{ message: 'the file is missing' }] }],
  });
  expect(alsoClosed).toEqual(['third', 'first']);
  await expect(closeLeftOpen()).resolves.toBeUndefined();
});
